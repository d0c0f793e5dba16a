/** Tests `organization export` and `organization import` between two servers: the same bytes again, twice, after a kill. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { packTar, type TarEntry, unpackTar } from "modern-tar";
import { expect, test } from "vitest";
import { makeSound } from "../setup/sounds.ts";
import { eventually } from "./processes.ts";
import { type At, MOST_MS, ok, picture, useTwoServers } from "./twoservers.ts";

const servers = useTwoServers();
const { api, folder, inFolder, local } = servers;
const archive = () => inFolder("a.tar");

const remote = (at: At, words: string[], token?: string) =>
  servers.remote(at, ["organization", ...words], token);
const done = (at: At, ...words: string[]) => servers.done(at, "organization", ...words);

const usernameOn = async (at: At): Promise<string> =>
  (await ok(api(at).get("/v2/me"))).user.username;

/** An empty organization, which the only account administers. */
async function makeOrganization(at: At, name: string): Promise<number> {
  const owner = await usernameOn(at);
  const made = await local(at, "organization", "create", "--name", name, "--owner", owner);
  return JSON.parse(made).organization_id;
}

const addNetwork = (at: At, organization: number, user: string) =>
  local(at, "organization", "add-network", "--organization", String(organization), "--user", user);

/** A show with audio and one that only editors see, in an organization with an image. */
async function fill(organization_id: number): Promise<void> {
  const own = { description: "Trains & canals", download_window: "first-touch" };
  const files = { image_file: await picture(500, 600) };
  const crop = { image_crop: "0,0,400,400" };
  await ok(api(0).post(`/v2/organizations/${organization_id}`, { ...own, ...crop }, { files }));
  const cover = { files: { image_file: await picture(600, 600) } };
  const { show } = await ok(
    api(0).post("/v2/shows", { title: "Night trains", language: "de" }, cover),
  );
  const sound = await makeSound({ folder: folder(), name: "vienna.flac", seconds: 120 });
  const media_file = new File([await readFile(sound)], "vienna.flac");
  // It is still being encoded when the organization is exported, which waits for it.
  await ok(
    api(0).post(
      `/v2/shows/${show.show_id}/episodes`,
      { title: "Vienna" },
      { files: { media_file } },
    ),
  );
  const secret = { title: "Secret trains", language: "en", visibility: "PRIVATE" };
  const hidden = (await ok(api(0).post("/v2/shows", secret))).show;
  await ok(api(0).post("/v2/episodes/drafts", { title: "Only an idea", show_id: hidden.show_id }));
  for (const title of ["Two", "Three"]) {
    const link = { type: "EXTERNAL", media_url: "https://example.org/e.mp3", title };
    await ok(api(0).post(`/v2/shows/${hidden.show_id}/episodes`, link));
  }
}

let from = 0;
let into = 0;
const target = () => ["--into", String(into)];
const showsOf = async (id: number) => (await ok(api(1).get(`/v2/organizations/${id}/shows`))).items;

test(
  "an import needs an organization with a network, and says so before anything is sent",
  async () => {
    from = await makeOrganization(0, "Harbour");
    await addNetwork(0, from, await usernameOn(0));
    await fill(from);
    expect(await done(0, "export", String(from), archive())).toBe(
      `${archive()}: Harbour, 2 shows, 4 episodes, 0 line items, 3 files\n`,
    );
    into = await makeOrganization(1, "Empty");
    const nowhere = await remote(1, ["import", archive()]);
    expect(nowhere).toMatchObject({ code: 2, stdout: "" });
    expect(nowhere.stderr).toContain("the API cannot create one");
    expect(await remote(1, ["import", archive(), "--into", "999999"])).toMatchObject({ code: 4 });
    const alone = await remote(1, ["import", archive(), ...target()]);
    expect(alone).toMatchObject({ code: 2, stdout: "" });
    expect(alone.stderr).toContain("longwave organization add-network");
    const { organization } = await ok(api(1).get(`/v2/organizations/${into}`));
    expect(organization).toMatchObject({ name: "Empty", image_url: null, shows_count: 0 });
  },
  MOST_MS,
);

test(
  "an import that is killed goes on, gives the same bytes, and changes nothing the second time",
  async () => {
    await addNetwork(1, into, await usernameOn(1));
    const planned = await done(1, "import", archive(), ...target(), "--dry-run");
    expect(planned).toMatch(
      /^~ organization Harbour: fields\.description, fields\.download_window, fields\.name, image\n\+ show /,
    );
    expect(planned).toMatch(/\n7 to change, 0 unchanged\.\n$/);
    expect(await showsOf(into)).toEqual([]);

    const words = ["organization", "import", archive(), ...target()];
    for (const shows of [1, 2]) {
      const running = servers.begin(1, words);
      await eventually(async () => (await showsOf(into)).length >= shows, 120_000);
      running.kill("SIGKILL");
      await running.ended;
    }
    expect(await done(1, "import", archive(), ...target())).toMatch(/The shows are \d+, \d+\.\n$/);
    await done(1, "export", String(into), inFolder("b.tar"));
    expect((await readFile(inFolder("b.tar"))).equals(await readFile(archive()))).toBe(true);
    const again = JSON.parse(await done(1, "import", archive(), ...target(), "--json"));
    expect(again).toMatchObject({ organization_id: into, changes: [], unchanged: 7, left: [] });
    expect(again.shows).toMatchObject([{ changes: [] }, { changes: [] }]);
    const { organization } = await ok(api(1).get(`/v2/organizations/${into}`));
    expect(organization).toMatchObject({ name: "Harbour", download_window: "first-touch" });
    expect((await readdir(folder())).filter((name) => name.endsWith(".part"))).toEqual([]);
  },
  MOST_MS,
);

test(
  "shows go to the chosen user of the organization's networks, and none is taken out of another",
  async () => {
    const other = await makeOrganization(1, "Other");
    const outside = await remote(1, ["import", archive(), "--into", String(other)]);
    expect(outside).toMatchObject({ code: 2, stdout: "" });
    expect(outside.stderr).toMatch(/Show \d+ is on the server already/);
    for (const { show_id } of await showsOf(into)) {
      const { items } = await ok(api(1).get(`/v2/shows/${show_id}/episodes?filter=editable`));
      for (const { episode_id } of items) await ok(api(1).delete(`/v2/episodes/${episode_id}`));
      await ok(api(1).delete(`/v2/shows/${show_id}`));
    }
    const ids: number[] = [];
    for (const user of ["eve", "bea"]) {
      const names = ["--username", user, "--email", `${user}@example.org`, "--fullname", user];
      await local(1, "user", "create", ...names, "--password", "engine no 2");
      await addNetwork(1, other, user);
      ids.push((await ok(api(1).get(`/v2/users/${user}`))).user.user_id);
    }
    const words = ["import", archive(), "--into", String(other)];
    const unclear = await remote(1, words);
    expect(unclear).toMatchObject({ code: 2, stdout: "" });
    expect(unclear.stderr).toContain(`add --author with one of ${ids.toReversed().join(", ")}`);
    const author = String(ids[0]);
    const made = JSON.parse(await done(1, ...words, "--author", author, "--json"));
    expect(made).toMatchObject({ author_id: ids[0], unchanged: 0, left: [] });
    for (const { show_id } of made.shows)
      expect((await ok(api(1).get(`/v2/shows/${show_id}`))).show.author_id).toBe(ids[0]);
    // Editors may create shows for them, but only admins change an organization or read its image.
    await ok(api(1).put(`/v2/organizations/${other}/members/${ids[0]}`, { role: "editor" }));
    const eve = (await local(1, "token", "create", "--user", "eve")).trim();
    const foreign = await remote(1, [...words, "--author", author], eve);
    expect(foreign).toMatchObject({ code: 3, stdout: "" });
    expect((await remote(1, ["export", String(other), inFolder("eve.tar")], eve)).code).toBe(3);
    expect(await readdir(folder())).not.toContain("eve.tar");
  },
  MOST_MS,
);

const HEADER = { type: "file", mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 } as const;
type Change = (entries: TarEntry[]) => TarEntry[];

/** The archive with another manifest. */
const withManifest =
  (change: (manifest: { kind: string; entries: { name: string }[] }) => void): Change =>
  ([head, ...others]) => {
    const manifest = JSON.parse(Buffer.from(head?.body as Uint8Array).toString());
    change(manifest);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const header = { ...HEADER, name: "manifest.json", size: Buffer.byteLength(text) };
    const order = manifest.entries.map(({ name }: { name: string }) => name);
    const kept = order.flatMap((name: string) => others.filter((one) => one.header.name === name));
    return [{ header, body: text }, ...kept];
  };

const HOSTILE: readonly [what: string, change: Change, message: RegExp][] = [
  [
    "an archive of a show",
    withManifest((manifest) => {
      manifest.kind = "show";
    }),
    /manifest\.json says that it is of the kind “show”, which `show import` takes/,
  ],
  [
    "no organization",
    withManifest((manifest) => {
      manifest.entries = manifest.entries.filter(({ name }) => name !== "organization.json");
    }),
    /organization\.json is missing/,
  ],
  [
    "a show without its record",
    withManifest((manifest) => {
      const at = manifest.entries.findIndex(({ name }) => name.endsWith("/show.json"));
      manifest.entries.splice(at, 1);
    }),
    /shows\/[0-9a-f-]{36}\/ has no show\.json/,
  ],
  [
    "another order",
    withManifest((manifest) => {
      manifest.entries.reverse();
    }),
    /is not in the order of names/,
  ],
  [
    "a file that nothing refers to any more",
    withManifest((manifest) => {
      manifest.entries = manifest.entries.filter(({ name }) => !name.includes("shows/"));
    }),
    /media\/[0-9a-f]{64} belongs to no record/,
  ],
];

test(
  "a hostile archive of an organization is refused, naming the entry, before anything is changed",
  async () => {
    const entries = (await unpackTar(await readFile(archive()))).map(
      ({ header, data }): TarEntry => ({ header, body: data ?? null }),
    );
    const file = inFolder("hostile.tar");
    const before = (await ok(api(1).get(`/v2/organizations/${into}`))).organization;
    for (const [what, change, message] of HOSTILE) {
      await writeFile(file, await packTar(change(entries)));
      const got = await remote(1, ["import", file, ...target()]);
      expect(got, what).toMatchObject({ code: 2, stdout: "" });
      expect(got.stderr, what).toMatch(/^The archive is refused: /);
      expect(got.stderr, what).toMatch(message);
    }
    expect((await ok(api(1).get(`/v2/organizations/${into}`))).organization).toEqual(before);
  },
  MOST_MS,
);
