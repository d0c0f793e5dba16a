/** Tests the commands for users and tokens, the doctor and the list of routes: their output and exit codes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createClient } from "../setup/client.ts";
import { makePicture } from "../setup/pictures.ts";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";
import { createAda, INHERITED, JOURNEY_MS, longwave, runNode, urlOf } from "./processes.ts";

const world = useWorld();

const environment = () => {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  return { DATABASE_URL: urlOf(target), DATA_DIR: world.deps.config.dataDir };
};

/** Runs a command beside the world's server, on its database. */
const command = (...args: string[]) => longwave(args, environment());

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLI = path.join(ROOT, "src/cli.ts");

/** The same with `input` on standard input. */
async function typing(input: string, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...INHERITED, ...environment() },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}

/** The same in a terminal, typing each of `lines` at a prompt; returns everything shown. */
async function atTerminal(args: string[], lines: string[]): Promise<string> {
  const words = [process.execPath, CLI, ...args].join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", words, "/dev/null"], {
    env: { ...INHERITED, ...environment() },
  });
  let shown = "";
  let answered = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    shown += chunk;
    const asked = shown.match(/(Password|Again): /g)?.length ?? 0;
    for (; answered < asked; answered += 1) child.stdin.write(`${lines[answered] ?? ""}\r`);
  });
  await once(child, "close");
  return shown;
}

const meBy = (token: string) => createClient(world.baseUrl, token).get("/v2/users/me");

test(
  "users are created, listed and changed",
  async () => {
    const created = await command(...createAda, "--admin");
    expect(created).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Warning: other users/),
    });
    expect(JSON.parse(created.stdout)).toEqual({
      user_id: expect.any(Number),
      username: "ada",
      fullname: "Ada",
      email: "ada@example.org",
      plan: "basic",
      is_admin: true,
      verified: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await command(...createAda)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/The username is taken\.\n$/),
    });
    const set = await command("user", "set", "--username", "ada", "--plan", "gold", "--verified");
    expect(JSON.parse(set.stdout)).toMatchObject({ plan: "gold", verified: true });
    expect(set.stderr).toContain("PLANS does not list the plan gold");
    expect((await world.api.get("/v2/users/ada")).response.user).toMatchObject({ plan: "gold" });
    const unset = await command("user", "set", "--username", "ada", "--no-verified");
    expect(JSON.parse(unset.stdout)).toMatchObject({ plan: "gold", verified: false });
    const listed = await command("user", "list", "--json");
    expect(JSON.parse(listed.stdout)).toEqual([JSON.parse(unset.stdout)]);
    expect((await command("user", "list")).stdout).toMatch(/^\d+\tada\tada@example\.org\tAda\n$/);
  },
  JOURNEY_MS,
);

test(
  "a password comes from standard input, or from the terminal, where it is asked for twice",
  async () => {
    const eve = ["user", "create", "--username", "eve", "--email", "eve@example.org"];
    const made = await typing("first word\n", ...eve, "--fullname", "Eve", "--password-stdin");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const signIn = async (password: string) => {
      const surfer = createSurfer(world.baseUrl);
      await surfer.open("/sign-in");
      return (await surfer.submit({ login: "eve", password })).url.pathname;
    };
    expect(await signIn("first word")).toBe("/");
    const set = ["user", "set", "--username", "eve"];
    expect(await typing("second word", ...set, "--password-stdin")).toMatchObject({ code: 0 });
    expect(await signIn("second word")).toBe("/");
    expect(await command(...set, "--password")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no terminal"),
    });
    const asked = await atTerminal([...set, "--password"], ["third word", "third word"]);
    expect(asked).toContain("Password: ");
    expect(asked).not.toContain("third word");
    expect(await signIn("third word")).toBe("/");
    const differing = await atTerminal([...set, "--password"], ["one word", "another word"]);
    expect(differing).toContain("The two passwords differ.");
    expect(await signIn("third word")).toBe("/");
  },
  JOURNEY_MS,
);

test(
  "tokens work until they are revoked",
  async () => {
    await world.person({ username: "bob" });
    const issued = await command("token", "create", "--user", "bob", "--scope", "read");
    expect(issued).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^lw_[\w-]{43}\n$/),
      stderr: "",
    });
    const token = issued.stdout.trim();
    expect((await meBy(token)).response.user.username).toBe("bob");
    expect(await command("token", "revoke", "--token", token)).toMatchObject({
      code: 0,
      stderr: "",
    });
    world.setTime(new Date(Date.now() + 2000));
    expect((await meBy(token)).status).toBe(401);

    const brief = await command("token", "create", "--user", "bob", "--expires", "12h");
    expect((await meBy(brief.stdout.trim())).status).toBe(200);
    world.setTime(new Date(Date.now() + 12 * 3_600_000 + 1000));
    expect((await meBy(brief.stdout.trim())).status).toBe(401);
    world.setTime(null);
  },
  JOURNEY_MS,
);

test.each([
  [1, "There is no such user.", ["token", "create", "--user", "nobody"]],
  [1, "The scope must be one of", ["token", "create", "--user", "bob", "--scope", "all"]],
  [1, "There is no such token.", ["token", "revoke", "--token", "lw_none"]],
  [1, "The password must have at least 8", ["user", "set", "--username", "bob", "--password", "x"]],
  [
    2,
    "--expires must be a future date",
    ["token", "create", "--user", "bob", "--expires", "1999-01-01"],
  ],
  [
    2,
    "--expires must be a future date",
    ["token", "create", "--user", "bob", "--expires", "2999-02-30"],
  ],
  [2, "Use at least one of --plan", ["user", "set", "--username", "bob"]],
  [2, "required option '--user <username>'", ["token", "create"]],
  [2, "unknown command 'sing'", ["sing"]],
])(
  "it exits with %i and prints “%s”",
  async (code, sentence, args) => {
    const ended = await command(...args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toContain(sentence);
  },
  JOURNEY_MS,
);

test(
  "the doctor checks everything and reports problems",
  async () => {
    const well = await command("doctor");
    expect(well).toMatchObject({ code: 0, stderr: "" });
    expect(well.stdout).toMatch(
      /^ok {3}runtime: .*\nok {3}data folder: .*\nok {3}database: PostgreSQL .*\nok {3}replica: DATABASE_REPLICA_URL is not set.*\nok {3}backup: none; set BACKUP_TO for one every night\nok {3}media: .*\nok {3}statistics: .*PostgreSQL\nok {3}audio: .*ffmpeg.*\nok {3}mail: SMTP_URL is not set.*\nok {3}proxy: none is trusted\nok {3}edge: CDN_URL is not set.*\nok {3}logs: LOGS_URL is not set.*\nok {3}disk: .*\n$/,
    );
    const ill = await longwave(["doctor", "--json"], {
      DATA_DIR: world.deps.config.dataDir,
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      MEDIA_URL: "s3://key:hush@bucket?endpoint=http://127.0.0.1:9",
      STATISTICS_URL: "clickhouse://user:hush@127.0.0.1:9/pods",
      FFMPEG_PATH: "/nowhere/ffmpeg",
      SMTP_URL: "smtp://user:hush@127.0.0.1:9",
    });
    expect(ill.code).toBe(1);
    expect(ill.stdout + ill.stderr).not.toContain("hush");
    expect(JSON.parse(ill.stdout)).toContainEqual({
      check: "media",
      good: false,
      says: expect.stringMatching(/^the object store does not respond: .*ECONNREFUSED/),
      mend: expect.stringContaining("MEDIA_URL"),
    });
    expect(JSON.parse(ill.stdout)).toContainEqual({
      check: "statistics",
      good: false,
      says: expect.stringMatching(/^ClickHouse: .*ECONNREFUSED/),
      mend: expect.stringContaining("STATISTICS_URL"),
    });
    expect(JSON.parse(ill.stdout)).toContainEqual({
      check: "mail",
      good: false,
      says: expect.stringMatching(/^The SMTP server 127\.0\.0\.1:9 .*ECONNREFUSED/),
      mend: expect.stringContaining("SMTP_URL"),
    });
    expect(JSON.parse(ill.stdout)).toContainEqual({
      check: "audio",
      good: false,
      says: "FFMPEG_PATH is set to /nowhere/ffmpeg, but no ffmpeg runs from there.",
      mend: expect.stringContaining("FFMPEG_PATH"),
    });
    expect(JSON.parse(ill.stdout)).toContainEqual({
      check: "database",
      good: false,
      says: expect.stringMatching(/^The database does not respond: /),
      mend: expect.stringContaining("DATABASE_URL"),
    });
  },
  JOURNEY_MS,
);

type Listed = Record<"method" | "path" | "access" | "scope" | "file", string>;

test(
  "every route and page is listed with its access, scope and source file, without any store",
  async () => {
    const nowhere = { DATA_DIR: "/nowhere", DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" };
    const { code, stdout, stderr } = await longwave(["routes", "--json"], nowhere);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const rows: Listed[] = JSON.parse(stdout);
    expect(rows.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(rows).toContainEqual({
      method: "POST",
      path: "/settings/tokens/revoke",
      access: "anyone who has signed in",
      scope: "",
      file: "src/features/people/accounts/tokenpages.ts",
    });
    const described = JSON.parse(readFileSync(path.join(ROOT, "openapi.json"), "utf8"));
    const served = new Set(["OAuth 2", "Resumable uploads"]);
    const declared = Object.entries<Record<string, { tags: [string] }>>(described.paths)
      .flatMap(([where, methods]) =>
        Object.entries(methods)
          .filter(([, { tags }]) => !served.has(tags[0]))
          .map(([method]) => `${method.toUpperCase()} ${where.replace(/\{(\w+)\}/g, ":$1")}`),
      )
      .sort();
    const routes = rows.filter(({ scope }) => scope !== "");
    expect(routes.map(({ method, path: where }) => `${method} ${where}`).sort()).toEqual(declared);

    const table = await longwave(["routes"], nowhere);
    const lines = table.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines[0]).toMatch(/^method {2}path +access +scope +file$/);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^GET {5}\/v2\/shows\/:show_id\/feed-pings +the author of the show, .* +read +src\/features\/distribution\/feeds\/pings\/routes\.ts$/,
      ),
    );
  },
  JOURNEY_MS,
);

test(
  "the site is named, coloured and given a logo from the command line",
  async () => {
    const logo = path.join(world.deps.config.dataDir, "logo.png");
    await writeFile(logo, await makePicture({ width: 600, height: 200, format: "png" }));
    const given = ["--name", "Harbour Radio", "--accent", "8A1C2B", "--logo", logo];
    const set = await command("site", "set", ...given);
    expect({ code: set.code, stderr: set.stderr }).toEqual({ code: 0, stderr: "" });
    const none = { tagline: null, about: null, imprint: null, privacy: null, contact: null };
    const site = { name: "Harbour Radio", ...none, accent: "#8a1c2b" };
    const shown = JSON.parse((await command("site", "show")).stdout);
    expect(shown).toEqual({
      ...site,
      logo: expect.stringMatching(/^\/assets\/logo\.png\?v=\w{16}$/),
    });
    await expect
      .poll(async () => (await fetch(`${world.baseUrl}/sign-in`)).text())
      .toContain(shown.logo);

    const cleared = await command("site", "set", "--name", "", "--no-logo");
    expect(JSON.parse(cleared.stdout)).toEqual({ ...site, name: "Longwave", logo: null });
    const wrong = await command("site", "set", "--accent", "red");
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      "The accent must be a colour such as #1d4a53.\n",
    ]);
    expect((await command("site", "set")).code).toBe(2);
  },
  JOURNEY_MS,
);

test(
  "a reader of the output may stop early",
  async () => {
    const child = spawn(process.execPath, [CLI, "routes"], { env: { PATH: process.env.PATH } });
    child.stdout.once("data", () => child.stdout.destroy());
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  },
  JOURNEY_MS,
);

test("the whole application is loaded without the client that only outgoing requests need", async () => {
  const report = "console.error(process.moduleLoadList.filter((name) => name.includes('undici/')))";
  const atExit = `data:text/javascript,process.on('exit', () => ${report})`;
  const { code, stdout, stderr } = await runNode(["--import", atExit, CLI, "routes"]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "[]\n" });
  expect(stdout).toContain("/v2/shows/:show_id");
});
