/** Tests the embedded PostgreSQL with several real processes, unusual folders, and after kills. */
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  createAda,
  eventually,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  postmasterOf,
  type Running,
  said,
  script,
  serve,
  start,
} from "./processes.ts";

/** A process that keeps the stores open, like a long command, until it is stopped. */
const stay = (DATA_DIR: string): Running =>
  script(
    `const { openDeps } = await import(root + "/src/deps.ts");
     const { loadConfig } = await import(root + "/src/config.ts");
     const deps = await openDeps(loadConfig());
     const { rows } = await deps.pool.query(
       "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'TimeZone', 'listen_addresses')");
     console.log("open", JSON.stringify(Object.fromEntries(rows.map((row) => [row.name, row.setting]))));
     process.once("SIGTERM", () => deps.close());`,
    { DATA_DIR, LOG_LEVEL: "warn" },
  );

test(
  "a server takes over a database that a command started, and the last process stops it",
  async () => {
    const DATA_DIR = await makeDataDir();
    const command = stay(DATA_DIR);
    const settings = JSON.parse(await said(command, /open (.*)/));
    expect(settings).toEqual({
      data_checksums: "on",
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      TimeZone: "UTC",
      listen_addresses: "",
    });
    const postmaster = await postmasterOf(DATA_DIR);
    const server = await serve({ DATA_DIR, LOG_LEVEL: "warn" });
    command.kill("SIGTERM");
    expect(await command.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await postmasterOf(DATA_DIR)).toBe(postmaster);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    server.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "simultaneous commands on a new folder create one database, and all exit",
  async () => {
    const DATA_DIR = await makeDataDir();
    const bob = createAda.map((word) => word.replace(/ada/i, "bob"));
    const ended = await Promise.all([createAda, bob].map((args) => longwave(args, { DATA_DIR })));
    for (const { code, stderr } of ended) {
      expect(code).toBe(0);
      expect(stderr).toMatch(/^Warning: .* --password-stdin\.\n$/); // Nothing else.
    }
    expect(await postmasterOf(DATA_DIR)).toBeNull();
    expect(await leftovers(DATA_DIR)).toEqual([]);
    const { stdout } = await longwave(["user", "list", "--json"], { DATA_DIR });
    const names = JSON.parse(stdout).map((user: { username: string }) => user.username);
    expect(names.sort()).toEqual(["ada", "bob"]);
  },
  JOURNEY_MS,
);

test(
  "after a kill during the very first start, the next start works",
  async () => {
    const DATA_DIR = await makeDataDir();
    const first = start(["user", "list"], { DATA_DIR });
    await eventually(async () => (await leftovers(DATA_DIR)).some((name) => /\d$/.test(name)));
    first.kill("SIGKILL");
    await first.ended;
    expect(await leftovers(DATA_DIR)).not.toEqual([]);
    expect(await longwave(["user", "list", "--json"], { DATA_DIR })).toEqual({
      code: 0,
      stdout: "[]\n",
      stderr: "",
    });
    expect(await leftovers(DATA_DIR)).toEqual([]);
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "a folder that only its owner may enter, and a path too long for a socket, both work",
  async () => {
    const DATA_DIR = await makeDataDir(`${"very-".repeat(25)}deep`);
    await chmod(path.dirname(DATA_DIR), 0o700);
    expect(await longwave(["user", "list", "--json"], { DATA_DIR })).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "an interrupted command stops the database it started",
  async () => {
    const DATA_DIR = await makeDataDir();
    const command = start(["user", "list"], { DATA_DIR });
    await eventually(() => postmasterOf(DATA_DIR));
    command.kill("SIGINT");
    expect((await command.ended).code).toBe(130);
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "after a hard stop of the machine, another process with the old process id is no obstacle",
  async () => {
    const DATA_DIR = await makeDataDir();
    await longwave(["migrate"], { DATA_DIR });
    const pidFile = path.join(DATA_DIR, "postgres/postmaster.pid");
    await writeFile(pidFile, `${process.pid}\n${DATA_DIR}/postgres\n0\n5432\n\n\n`);
    expect(await longwave(["migrate"], { DATA_DIR })).toMatchObject({
      code: 0,
      stdout: "The database is up to date.\n",
    });
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "impossible settings are reported in a sentence",
  async () => {
    const DATA_DIR = await makeDataDir();
    await writeFile(DATA_DIR, "");
    const belowAFile = await longwave(["user", "list"], { DATA_DIR: `${DATA_DIR}/data` });
    expect(belowAFile).toMatchObject({ code: 1, stdout: "" });
    expect(belowAFile.stderr).toMatch(/^Nothing can be written to DATA_DIR: .*\.\n$/);

    const foreign = `${DATA_DIR}-2`;
    await mkdir(`${foreign}/postgres/base`, { recursive: true });
    const notOurs = await longwave(["user", "list"], { DATA_DIR: foreign });
    expect(notOurs).toMatchObject({ code: 1, stdout: "" });
    expect(notOurs.stderr).toMatch(/is not a cluster that Longwave made\.\n$/);

    const away = await longwave(["user", "list"], {
      DATA_DIR: `${DATA_DIR}-3`,
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
    });
    expect(away).toMatchObject({ code: 1, stdout: "" });
    expect(away.stderr).toMatch(/^The database does not respond: .*ECONNREFUSED.*\.\n$/);
  },
  JOURNEY_MS,
);

/** Folders left by an unfinished initdb. */
async function leftovers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.filter((name) => name.startsWith("postgres.new-"));
}
