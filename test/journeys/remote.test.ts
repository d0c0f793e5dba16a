/** Tests the command line on another server: commands, fields, exit codes, tokens and signing in. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/features/people/oauth/actions.ts";
import { useUploads } from "../setup/encoding.ts";
import { makePicture } from "../setup/pictures.ts";
import { makeSound } from "../setup/sounds.ts";
import { createSurfer } from "../setup/surfer.ts";
import type { Person } from "../setup/world.ts";
import { eventually, INHERITED, JOURNEY_MS, longwave, start } from "./processes.ts";

const { world, encode } = useUploads();
let ada: Person;
let folder = "";
const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-remote-"));
  await writeFile(inFolder("cover.png"), await makePicture({ width: 500, height: 500 }));
  await makeSound({ folder, name: "vienna.wav", seconds: 3 });
  ada = await world.person({ username: "ada" });
}, JOURNEY_MS);
afterAll(() => rm(folder, { recursive: true }));

/** As on a machine without a server: the folder of its data does not exist. */
const away = () => ({ DATA_DIR: "/nowhere", HOME: folder, LONGWAVE_TOKEN: ada.token });
const remote = (...args: string[]) => longwave(["--server", world.baseUrl, ...args], away());

/** The output of a command that succeeds. */
async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await remote(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

const newShow = async (title: string) =>
  JSON.parse(await done("show", "create", `title=${title}`, "language=en")).show;

test(
  "shows are created with a cover, changed, listed and deleted",
  async () => {
    await writeFile(inFolder("about.txt"), "Trains that run at night.\n");
    const [description, cover] = [
      `description=@${inFolder("about.txt")}`,
      `image_file@${inFolder("cover.png")}`,
    ];
    const fields = ["title=Night Trains", "language=en", description, cover];
    const { show } = JSON.parse(await done("show", "create", ...fields));
    expect(show).toMatchObject({ title: "Night Trains", description: "Trains that run at night." });
    expect(show.image_url).toMatch(/^http/);
    const id = String(show.show_id);
    const changed = JSON.parse(await done("show", "update", id, "explicit:=true", "title=Trains"));
    expect(changed.show).toMatchObject({ title: "Trains", explicit: true });
    expect(await done("show", "list")).toBe(`${id}\tTrains\n`);
    const environment = { ...away(), LONGWAVE_SERVER: world.baseUrl };
    const listed = await longwave(["show", "list", "--json"], environment);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ show_id: show.show_id }]);
    await done("show", "delete", id);
    expect(await done("show", "list", "--json")).toBe("[]\n");
  },
  JOURNEY_MS,
);

test(
  "an episode is uploaded in pieces, encoded, published and found in the statistics",
  async () => {
    const { show_id } = await newShow("Uploads");
    const file = inFolder("vienna.wav");
    const words = ["episode", "upload", String(show_id), file, "title=Vienna"];
    const uploading = done(...words, "auto_published_at=", "--wait");
    await encode(
      await eventually(async () => {
        const listed = await ada.api.get(`/v2/shows/${show_id}/episodes?filter=editable`);
        return listed.response.items[0]?.episode_id ?? null;
      }),
    );
    const { episode } = JSON.parse(await uploading);
    expect(episode).toMatchObject({ encoding_status: "READY", published_at: null });
    const id = String(episode.episode_id);
    const published = JSON.parse(await done("episode", "publish", id));
    expect(published.episode.published_at).toMatch(/^\d{4}-/);
    expect(await done("episode", "list", String(show_id))).toMatch(
      /^\d+\t\d{4}-.*\tRECORDED\tVienna\n$/,
    );
    const range = ["from=2026-01-01", "to=2026-01-31", "group=day"];
    const csv = await done("statistics", "show-plays", String(show_id), ...range);
    expect(csv).toContain("2026-01-02");
    const played = await longwave(
      ["--server", world.baseUrl, "call", "getEpisode", `episode_id=${id}`],
      away(),
    );
    expect(JSON.parse(played.stdout).episode.title).toBe("Vienna");
  },
  JOURNEY_MS,
);

test(
  "a dry run shows the request and sends nothing, and a key makes repeats harmless",
  async () => {
    const before = await done("show", "list");
    const [create, cover] = [
      ["show", "create", "title=Dry run"],
      `image_file@${inFolder("cover.png")}`,
    ];
    expect(JSON.parse(await done(...create, cover, "--dry-run"))).toEqual({
      method: "POST",
      url: `${world.baseUrl}/v2/shows`,
      fields: { title: "Dry run", image_file: { file: "cover.png", bytes: expect.any(Number) } },
    });
    expect(await done("show", "list")).toBe(before);
    const once = [...create, "language=en", "--idempotency-key", "dry-1"];
    expect(await done(...once)).toBe(await done(...once));
  },
  JOURNEY_MS,
);

test.for<[number, RegExp, string[]]>([
  [2, /^titel is not a field here\. The fields are .*title/, ["show", "create", "titel=x"]],
  [2, /^explicit is not JSON/, ["show", "create", "explicit:=yes"]],
  [
    2,
    /^image_file: the file \/nowhere\.png cannot be read/,
    ["show", "create", "image_file@/nowhere.png"],
  ],
  [2, /^title is not a file/, ["show", "create", "title@/etc/hostname"]],
  [2, /^singSong is not an operation/, ["call", "singSong"]],
  [2, /missing required argument 'show_id'/, ["show", "get"]],
  [2, /unknown command 'serve'/, ["serve"]],
  [4, /^404 show-not-found: There is no such show\./, ["show", "get", "999999"]],
  [5, /^400 [\w-]+: .*\n {2}title: .*\n {2}language: /, ["show", "create", "title="]],
])("it exits with %i and prints %s", { timeout: JOURNEY_MS }, async ([code, message, args]) => {
  const ended = await remote(...args);
  expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
});

test(
  "a missing token and a missing server have exit codes of their own",
  async () => {
    const { LONGWAVE_TOKEN: _, ...anonymous } = away();
    const denied = await longwave(["--server", world.baseUrl, "me"], anonymous);
    expect(denied).toMatchObject({ code: 3, stderr: expect.stringContaining("LONGWAVE_TOKEN") });
    const gone = await longwave(
      ["--server", "http://127.0.0.1:9", "episode", "create", "1"],
      away(),
    );
    expect(gone).toMatchObject({ code: 7, stderr: expect.stringMatching(/cannot be reached/) });
    const none = await longwave(["show", "list"], anonymous);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("LONGWAVE_SERVER") });
    for (const address of ["ftp://radio.example", `${world.baseUrl}/v2`, "radio.example"])
      expect((await longwave(["--server", address, "me"], away())).code).toBe(2);
    const token = { ...away(), LONGWAVE_TOKEN: "se\ncret" };
    const broken = await longwave(["--server", world.baseUrl, "me"], token);
    expect(broken).toMatchObject({ code: 2, stderr: "LONGWAVE_TOKEN is not a token.\n" });
  },
  JOURNEY_MS,
);

test(
  "what a server sends reaches the terminal without control characters",
  async () => {
    const { show_id } = await newShow("Plain");
    const id = String(show_id);
    await done("show", "update", id, `title=\u202eevil\u2066`);
    expect(await done("show", "list")).not.toMatch(/[\u202e\u2066\u001b]/);
    expect(await done("show", "get", id)).not.toMatch(/[\u202e\u2066\u001b]/);
  },
  JOURNEY_MS,
);

const credentials = () => inFolder("kept/credentials.json");
const signedIn = () => ({
  DATA_DIR: "/nowhere",
  HOME: folder,
  LONGWAVE_CREDENTIALS: credentials(),
});

test(
  "a personal token from standard input is kept for its owner only, and deleted by logout",
  async () => {
    const cli = path.resolve(import.meta.dirname, "../../src/cli.ts");
    const child = spawn(
      process.execPath,
      [cli, "--server", world.baseUrl, "login", "--token-stdin"],
      {
        env: { ...INHERITED, ...signedIn() },
      },
    );
    child.stdin.end(`${ada.token}\n`);
    const [shown, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect([code, shown]).toEqual([0, `Signed in to ${world.baseUrl} as ada.\n`]);
    expect((await stat(credentials())).mode & 0o777).toBe(0o600);
    const me = (env = signedIn()) => longwave(["--server", world.baseUrl, "me"], env);
    expect(JSON.parse((await me()).stdout).user.username).toBe("ada");
    await chmod(credentials(), 0o644);
    expect(await me()).toMatchObject({ code: 2, stderr: expect.stringContaining("chmod 600") });
    await chmod(credentials(), 0o600);
    expect((await longwave(["--server", world.baseUrl, "logout"], signedIn())).code).toBe(0);
    expect((await me()).code).toBe(3);
    expect(await readFile(credentials(), "utf8")).not.toContain(ada.token);
  },
  JOURNEY_MS,
);

test(
  "a person signs in with a code, and the token is renewed",
  async () => {
    const app = { name: "Command line", redirect_uris: ["http://localhost/"], public: true };
    const { client_id } = await createClient(world.deps, app, null);
    const login = start(["--server", world.baseUrl, "login", "--client-id", client_id], signedIn());
    const user_code = await eventually(
      async () => /enter (\S+)\n/.exec(login.said.stderr)?.[1] ?? null,
    );
    const surfer = createSurfer(world.baseUrl);
    await surfer.open("/sign-in");
    await surfer.submit({ login: "ada", password: "correct horse" });
    await surfer.open("/oauth2/device");
    await surfer.submit({ user_code });
    await surfer.submit({});
    await surfer.submit({ decision: "allow" });
    expect(await login.ended).toMatchObject({ code: 0, stdout: expect.stringContaining("as ada") });

    const kept = JSON.parse(await readFile(credentials(), "utf8"));
    const before = kept[world.baseUrl];
    kept[world.baseUrl].expires_at = Date.now();
    await writeFile(credentials(), JSON.stringify(kept));
    const me = () => longwave(["--server", world.baseUrl, "me"], signedIn());
    const both = await Promise.all([me(), me()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const after = JSON.parse(await readFile(credentials(), "utf8"))[world.baseUrl];
    expect(after.access_token).not.toBe(before.access_token);
    expect(after.client_id).toBe(client_id);

    kept[world.baseUrl] = {
      ...after,
      refresh_token: "ended",
      access_token: "ended",
      expires_at: 0,
    };
    await writeFile(credentials(), JSON.stringify(kept));
    expect(await me()).toMatchObject({ code: 3, stderr: expect.stringContaining("login") });
  },
  JOURNEY_MS,
);
