/** Tests `show export` and `show import` between two servers: the same bytes again, twice, after a kill, and what is refused. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { packTar, type TarEntry, unpackTar } from "modern-tar";
import { expect, test } from "vitest";
import { type Client, createClient } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { eventually } from "./processes.ts";
import { MOST_MS, ok, picture, useTwoServers } from "./twoservers.ts";

const { api, begin, done, folder, inFolder, local, remote, url } = useTwoServers();

const ready = (server: Client, episode_id: number) =>
  eventually(async () => {
    const { episode } = (await server.get(`/v2/episodes/${episode_id}`)).response;
    return episode.encoding_status === "READY" ? episode : null;
  }, 120_000);

const sounds: Record<string, File> = {};
async function sound(name: string, seconds = 1): Promise<File> {
  const at = await makeSound({ folder: folder(), name, seconds });
  sounds[name] = new File([await readFile(at)], name);
  return sounds[name];
}

const VTT = "WEBVTT\n\n00:00.000 --> 00:00.900\nAll aboard.\n";

/** A show with something of everything, by title. */
async function makeEverything(title: string): Promise<number> {
  const texts = { description: "If a < b & c > d.\n\nSecond part.", email: "ada@example.org" };
  const { show } = await ok(
    api(0).post(
      "/v2/shows",
      {
        ...{ title, language: "de", ...texts, explicit: true, itunes_type: "serial" },
        ...{ category_id: 92, timezone: "Europe/Vienna", image_crop: "10,20,510,520" },
        ...{ author_name: "Ada", copyright: "© Ada", episodes_sorting: "oldest" },
      },
      { files: { image_file: await picture(600, 700) } },
    ),
  );
  const path = `/v2/shows/${show.show_id}`;
  const breaks = [{ position: "midroll", timecode: 500, ads_max_count: 2 }];
  await ok(
    api(0).post(path, { default_breaks: breaks, episode_description_footer_html: "<p>By us</p>" }),
  );
  await ok(api(0).post(`${path}/rss-metadata`, { item_limit: 50, show_email: true }));
  const funding = [{ url: "https://example.org/give", title: "Give" }];
  await ok(api(0).put(`${path}/funding`, { funding }, { as: "json" }));
  await ok(
    api(0).put(`${path}/persons`, { persons: [{ name: "Ada", role: "host" }] }, { as: "json" }),
  );
  await addEpisodes(show.show_id);
  return show.show_id;
}

async function addEpisodes(show_id: number): Promise<void> {
  const path = `/v2/shows/${show_id}/episodes`;
  const { episode } = await ok(
    api(0).post(
      path,
      {
        ...{
          title: "Vienna, at dawn",
          description_html: "<p>A <b>walk</b></p>",
          tags: "vienna,dawn",
        },
        ...{ published_at: "2021-02-03 04:05:06", season_number: 2, episode_number: 7 },
        ...{ rss_guid: "an old guid, as it was", image_crop: "0,0,400,400" },
      },
      { files: { media_file: await sound("vienna.flac", 2), image_file: await picture(500, 400) } },
    ),
  );
  const own = `/v2/episodes/${episode.episode_id}`;
  await ready(api(0), episode.episode_id);
  const chapter = { starts_at: 500, title: "Canal", external_url: "https://example.org/canal" };
  await ok(
    api(0).post(`${own}/chapters`, chapter, { files: { image_file: await picture(400, 400) } }),
  );
  await ok(api(0).post(`${own}/chapters`, { starts_at: 0, title: "Start" }));
  const cuepoints = [{ timecode: 1000, ads_max_count: 3 }];
  await ok(api(0).post(`${own}/cuepoints`, { cuepoints }));
  const words = new File([VTT], "words.vtt");
  const captions = { language: "de", rel: "captions" };
  await ok(api(0).post(`${own}/transcripts`, captions, { files: { transcript_file: words } }));
  const linked = { url: "https://example.org/words.html", type: "text/html" };
  await ok(api(0).post(`${own}/transcripts`, linked));
  const soundbites = [{ starts_at: 100, duration: 500, title: "Hear" }];
  await ok(api(0).put(`${own}/soundbites`, { soundbites }, { as: "json" }));

  const later = { title: "Scheduled", auto_published_at: "2090-01-01 00:00:00" };
  const scheduled = await ok(
    api(0).post(path, later, { files: { media_file: await sound("b.mp3") } }),
  );
  await ready(api(0), scheduled.episode.episode_id);
  await ok(api(0).post("/v2/episodes/drafts", { title: "Only an idea", show_id, tags: "" }));
  const kept = {
    title: "Unpublished",
    auto_published_at: "",
    hidden: "true",
    visibility: "PRIVATE",
  };
  const unpublished = await ok(
    api(0).post(path, kept, { files: { media_file: await sound("c.wav") } }),
  );
  await ready(api(0), unpublished.episode.episode_id);
  const elsewhere = {
    title: "Elsewhere",
    type: "EXTERNAL",
    media_url: "https://example.org/e.mp3",
  };
  await ok(api(0).post(path, elsewhere));
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let show_id = 0;
const archive = () => inFolder("a.tar");

test(
  "a show goes to another server and comes back as the same bytes, and a second import changes nothing",
  async () => {
    show_id = await makeEverything("Night trains");
    const said = await done(0, "show", "export", String(show_id), archive());
    expect(said).toBe(`${archive()}: Night trains, 5 episodes, 7 files\n`);
    const planned = await done(1, "show", "import", archive(), "--dry-run");
    expect(planned).toMatch(/^\+ show Night trains\n\+ episode .*\n6 to change, 0 unchanged\.\n$/s);
    expect((await api(1).get("/v2/users/me/shows?filter=editable")).response.items).toEqual([]);

    expect(await done(1, "show", "import", archive())).toMatch(
      /6 to change.*The show is \d+\.\n$/s,
    );
    const [show] = (await api(1).get("/v2/users/me/shows?filter=editable")).response.items;
    await done(1, "show", "export", String(show.show_id), inFolder("b.tar"));
    expect((await readFile(inFolder("b.tar"))).equals(await readFile(archive()))).toBe(true);

    const again = await done(1, "show", "import", archive(), "--json");
    expect(JSON.parse(again)).toEqual({
      show_id: show.show_id,
      changes: [],
      unchanged: 6,
      left: [],
    });
    const feed = await (await fetch(`${url(1)}/show/${show.show_id}/episodes/feed`)).text();
    const { guid } = (await api(0).get(`/v2/shows/${show_id}`)).response.show;
    expect(feed).toContain(`<podcast:guid>${guid}</podcast:guid>`);
    expect(feed).toContain("an old guid, as it was");
    expect(feed).toContain("Wed, 03 Feb 2021 04:05:06");
    expect((await readdir(folder())).filter((name) => name.endsWith(".part"))).toEqual([]);
  },
  MOST_MS,
);

/** The show on the second server, as the archive names it. */
const showOnB = async (): Promise<number> =>
  (await api(1).get("/v2/users/me/shows?filter=editable")).response.items[0].show_id;

test(
  "what was changed on the other server is made as the archive has it, and a dry run only names it",
  async () => {
    const id = await showOnB();
    await ok(api(1).post(`/v2/shows/${id}`, { title: "Day trains", copyright: "" }));
    const { items } = (await api(1).get(`/v2/shows/${id}/episodes?filter=editable`)).response;
    const vienna = items.find(({ title }: { title: string }) => title === "Vienna, at dawn");
    const path = `/v2/episodes/${vienna.episode_id}`;
    await ok(api(1).send("DELETE", `${path}/chapters`));
    await ok(api(1).post(path, { published_at: "2022-01-01 00:00:00", tags: "night" }));
    const planned = await done(1, "show", "import", archive(), "--dry-run");
    expect(planned).toContain("~ show Night trains: fields.copyright, fields.title\n");
    expect(planned).toContain("~ episode Vienna, at dawn: fields.tags, chapters, published_at\n");
    expect(planned).toMatch(/\n2 to change, 4 unchanged\.\n$/);
    expect((await api(1).get(`/v2/shows/${id}`)).response.show.title).toBe("Day trains");
    await done(1, "show", "import", archive());
    await done(1, "show", "export", String(id), inFolder("b.tar"));
    expect((await readFile(inFolder("b.tar"))).equals(await readFile(archive()))).toBe(true);
  },
  MOST_MS,
);

test(
  "an import that is killed goes on where it was, and gives the same bytes",
  async () => {
    const id = await makeEverything("Broken trains");
    const file = inFolder("broken.tar");
    await done(0, "show", "export", String(id), file);
    const words = ["show", "import", file];
    const found = async () => {
      const { items } = (await api(1).get("/v2/users/me/shows?filter=editable")).response;
      return items.find(({ title }: { title: string }) => title === "Broken trains")?.show_id;
    };
    for (const episodes of [0, 2, 4]) {
      const running = begin(1, words);
      await eventually(async () => {
        const show = await found();
        if (show === undefined) return null;
        const { items } = (await api(1).get(`/v2/shows/${show}/episodes?filter=editable`)).response;
        return items.length >= episodes;
      }, 120_000);
      running.kill("SIGKILL");
      await running.ended;
    }
    await done(1, "show", "import", file);
    await done(1, "show", "export", String(await found()), inFolder("mended.tar"));
    expect((await readFile(inFolder("mended.tar"))).equals(await readFile(file))).toBe(true);
  },
  MOST_MS,
);

test(
  "what was scheduled for a time that has passed by the import is published with that date",
  async () => {
    const { show } = await ok(api(0).post("/v2/shows", { title: "Late trains", language: "en" }));
    const soon = new Date(Date.now() + 6000).toISOString().slice(0, 19).replace("T", " ");
    const fields = { title: "Soon", auto_published_at: soon };
    const link = { type: "EXTERNAL", media_url: "https://example.org/soon.mp3" };
    await ok(api(0).post(`/v2/shows/${show.show_id}/episodes`, { ...fields, ...link }));
    const file = inFolder("late.tar");
    await done(0, "show", "export", String(show.show_id), file);
    await eventually(async () => soon < new Date().toISOString().slice(0, 19).replace("T", " "));
    expect(JSON.parse(await done(1, "show", "import", file, "--json")).left).toEqual([]);
    const { items } = (await api(1).get("/v2/users/me/episodes?filter=editable")).response;
    const episode = items.find(({ title }: { title: string }) => title === "Soon");
    expect(episode).toMatchObject({ type: "EXTERNAL", published_at: soon });
    expect(await done(1, "show", "import", file)).toMatch(/^0 to change, 2 unchanged\.\n/);
  },
  MOST_MS,
);

test(
  "a show of somebody else is neither exported nor overwritten",
  async () => {
    const added = [
      ...["user", "create", "--username", "eve", "--email", "eve@example.org"],
      ...["--fullname", "Eve", "--password", "engine no 2"],
    ];
    await local(1, ...added);
    const token = (await local(1, "token", "create", "--user", "eve")).trim();
    const id = String(await showOnB());
    const taken = await remote(1, ["show", "export", id, inFolder("eve.tar")], token);
    expect(taken).toMatchObject({ code: 3, stdout: "" });
    expect(taken.stderr).toContain("not-your-show");
    const imported = await remote(1, ["show", "import", archive()], token);
    expect(imported).toMatchObject({ code: 6, stdout: "" });
    expect(imported.stderr).toContain("guid-taken");
    const eve = createClient(url(1), token);
    expect((await eve.get("/v2/users/me/shows?filter=editable")).response.items).toEqual([]);
    expect((await remote(1, ["show", "export", id, inFolder("eve.tar")], "no-token")).code).toBe(3);
    expect(await readdir(folder())).not.toContain("eve.tar");
  },
  MOST_MS,
);

type Hostile = (entries: TarEntry[]) => TarEntry[] | Promise<TarEntry[]>;
const isMedia = ({ header }: TarEntry) => header.name.startsWith("media/");
const body = ({ body }: TarEntry) => body as Uint8Array;
/** The entries with another one at `name`. */
const replaced = (entries: TarEntry[], name: string, entry: Partial<TarEntry>) =>
  entries.map((one) => (one.header.name === name ? { ...one, ...entry } : one));
const plainFile = (name: string, content: string): TarEntry => ({
  header: { ...HEADER, name, size: Buffer.byteLength(content) },
  body: content,
});
const HEADER = { type: "file", mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 } as const;

/** The manifest with the size and digest of another content for the entry `name`. */
function declared(entries: TarEntry[], name: string, content: string): TarEntry[] {
  const [manifest, ...others] = entries as [TarEntry, ...TarEntry[]];
  const value = JSON.parse(Buffer.from(body(manifest)).toString());
  const due = value.entries.find((one: { name: string }) => one.name === name);
  Object.assign(due, { bytes: Buffer.byteLength(content), sha256: sha256(Buffer.from(content)) });
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return [plainFile("manifest.json", text), ...replaced(others, name, plainFile(name, content))];
}

const TRUNCATED = /is damaged at (media|shows)\/\S+ or after it\. Tar archive is truncated\./;

const HOSTILE: readonly [what: string, change: Hostile, message: RegExp][] = [
  [
    "a path out of the folder",
    (all) => [all[0] as TarEntry, plainFile("../../etc/passwd", "x"), ...all.slice(1)],
    /“\.\.\/\.\.\/etc\/passwd”/,
  ],
  [
    "an absolute path",
    (all) => [all[0] as TarEntry, plainFile("/etc/passwd", "x"), ...all.slice(1)],
    /“\/etc\/passwd”/,
  ],
  ["no manifest", (all) => all.slice(1), /manifest\.json must be/],
  [
    "a symbolic link",
    (all) => {
      const name = all.find(isMedia)?.header.name ?? "";
      return replaced(all, name, {
        header: { ...HEADER, name, type: "symlink", linkname: "/etc/passwd", size: 0 },
        body: "",
      });
    },
    /media\/[0-9a-f]{64} /,
  ],
  [
    "a file with another content",
    (all) => {
      const one = all.find(isMedia) as TarEntry;
      const wrong = Buffer.from(body(one));
      wrong[0] = (wrong[0] ?? 0) ^ 1;
      return replaced(all, one.header.name, { body: wrong });
    },
    /media\/[0-9a-f]{64} is not what its digest says/,
  ],
  [
    "a file of another size",
    (all) => {
      const one = all.find(isMedia) as TarEntry;
      return replaced(all, one.header.name, { header: { ...one.header, size: 3 }, body: "abc" });
    },
    /media\/[0-9a-f]{64} has 3 bytes/,
  ],
  ["an entry less", (all) => all.slice(0, -1), /show\.json is missing/],
  ["an entry more", (all) => [...all, plainFile("media/more", "x")], /“media\/more”/],
  ["an entry twice", (all) => [...all, all.at(-1) as TarEntry], /“shows\/.*show\.json”/],
  [
    "a time in a header",
    (all) => all.map((one) => ({ ...one, header: { ...one.header, mtime: new Date(1e12) } })),
    /manifest\.json is not a plain file/,
  ],
  [
    "an episode with a field more",
    (all) => {
      const one = all.find(({ header }) => header.name.includes("/episodes/")) as TarEntry;
      const record = JSON.parse(Buffer.from(body(one)).toString());
      record.fields.author_id = 1;
      return declared(all, one.header.name, JSON.stringify(record));
    },
    /episodes\/000001\.json is not as version 1 of the format writes it, at fields/,
  ],
  [
    "a record that is not JSON",
    (all) => declared(all, all.at(-1)?.header.name ?? "", "{"),
    /show\.json is not JSON/,
  ],
  [
    "a record nested 100,000 times",
    (all) => {
      const one = all.find(({ header }) => header.name.includes("/episodes/")) as TarEntry;
      const record = JSON.parse(Buffer.from(body(one)).toString());
      record.fields.tags = "@";
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      return declared(all, one.header.name, JSON.stringify(record).replace('"@"', deep));
    },
    /episodes\/000001\.json is nested too deeply/,
  ],
  [
    "a later version",
    (all) => [
      plainFile(
        "manifest.json",
        JSON.stringify({ format: "longwave-archive", version: 2, kind: "show", entries: [] }),
      ),
      ...all.slice(1),
    ],
    /manifest\.json is not as version 1 of the format writes it, at version/,
  ],
  [
    "a manifest of many megabytes",
    (all) => [plainFile("manifest.json", " ".repeat(2 ** 24 + 1)), ...all.slice(1)],
    /manifest\.json has 16777217 bytes/,
  ],
];

test(
  "a hostile or damaged archive is refused, naming the entry, before anything is changed",
  async () => {
    const entries = (await unpackTar(await readFile(archive()))).map(
      ({ header, data }): TarEntry => ({ header, body: data ?? null }),
    );
    const file = inFolder("hostile.tar");
    const refuse = async (what: string, bytes: Uint8Array, message: RegExp) => {
      await writeFile(file, bytes);
      const got = await remote(1, ["show", "import", file]);
      expect(got, what).toMatchObject({ code: 2, stdout: "" });
      expect(got.stderr, what).toMatch(/^The archive is refused: /);
      expect(got.stderr, what).toMatch(message);
    };
    const shows = (await api(1).get("/v2/users/me/shows?filter=editable")).response.items;
    const known = (await api(1).get(`/v2/shows/${shows[0].show_id}`)).response.show.updated_at;
    expect(Buffer.compare(await packTar(entries), await readFile(archive()))).toBe(0);
    for (const [what, change, message] of HOSTILE)
      await refuse(what, await packTar(await change(entries)), message);
    const whole = await readFile(archive());
    await refuse("the first half", whole.subarray(0, whole.length / 2), TRUNCATED);
    await refuse("no end", whole.subarray(0, whole.length - 1024), TRUNCATED);
    await refuse("more after its end", Buffer.concat([whole, Buffer.alloc(512)]), /its end/);
    await refuse("noise", Buffer.alloc(4096, "x"), /manifest\.json/);
    await refuse("nothing", Buffer.alloc(0), /manifest\.json/);
    const sparse = Buffer.from(whole);
    sparse.write("S", 156, "latin1");
    let sum = 8 * 32;
    for (let at = 0; at < 512; at += 1) if (at < 148 || at >= 156) sum += sparse[at] ?? 0;
    sparse.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    await refuse("a sparse file", sparse, /manifest\.json is not a plain file/);
    const after = (await api(1).get("/v2/users/me/shows?filter=editable")).response.items;
    expect(after).toEqual(shows);
    expect((await api(1).get(`/v2/shows/${shows[0].show_id}`)).response.show.updated_at).toBe(
      known,
    );
    const missing = await remote(1, ["show", "import", inFolder("nothing.tar")]);
    expect(missing).toMatchObject({ code: 2, stdout: "" });
  },
  MOST_MS,
);
