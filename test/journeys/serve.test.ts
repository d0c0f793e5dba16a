/** Tests a server's life: first start, use, refusal of a second server, stop, and signals. */
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import pg from "pg";
import { beforeAll, expect, inject, test } from "vitest";
import {
  createAda,
  eventually,
  freePort,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  postmasterOf,
  type Server,
  said,
  serve,
  start,
  urlOf,
  useDataDir,
} from "./processes.ts";

const ada = useDataDir();
/** A server on ada's data, until a test kills it. */
let shared: Server;
beforeAll(async () => {
  shared = await serve({ DATA_DIR: ada.dataDir });
});

const readyOf = async (url: string): Promise<number> =>
  (await fetch(`${url}/health/ready`).catch(() => null))?.status ?? 0;

/** What a server says before it is ready. */
const STARTING = expect.stringMatching(/^Longwave is starting …\n(Creating the database\. .*\n)?$/);

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}

test(
  "first start, first user, first request and stop work",
  async () => {
    const DATA_DIR = await makeDataDir();
    const server = await serve({ DATA_DIR, LOG_LEVEL: "warn" });
    await said(server, /npx longwave user create/);
    expect(server.said.stdout).toMatch(
      /^Longwave is starting …\nCreating the database\. .*\nLongwave is ready at (http:\/\/127\.0\.0\.1:\d+)\n\nOpen \1\/setup\?code=[\w-]{32} to set up\.\n/,
    );
    expect(await readyOf(server.url)).toBe(200);

    const created = await longwave(createAda, { DATA_DIR });
    expect(created.code).toBe(0);
    expect(created.stderr).toMatch(/^Warning: other users of this machine can see a password/);
    expect(JSON.parse(created.stdout)).toMatchObject({ user_id: 1, username: "ada" });
    const issued = await longwave(["token", "create", "--user", "ada"], { DATA_DIR });
    expect(issued.stdout).toMatch(/^lw_[\w-]+\n$/);
    const me = await fetch(`${server.url}/v2/users/me`, {
      headers: { authorization: `Bearer ${issued.stdout.trim()}` },
    });
    expect(me.status).toBe(200);

    // The commands have ended, but the server's database still runs.
    const postmaster = await postmasterOf(DATA_DIR);
    expect(postmaster).not.toBeNull();
    server.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await postmasterOf(DATA_DIR)).toBeNull();

    const again = await serve({ DATA_DIR });
    expect(again.said.stdout).not.toMatch(/user create|setup/);
    again.kill("SIGINT");
    expect((await again.ended).code).toBe(0);
  },
  JOURNEY_MS,
);

test(
  "while it starts, a browser gets a page that reloads itself, and a program gets JSON",
  async () => {
    const [DATA_DIR, PORT] = [await makeDataDir(), await freePort()];
    const server = start(["serve"], { DATA_DIR, PORT });
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${PORT}/show/1`, { headers }).catch(() => null);
    const accept = "text/html,application/xhtml+xml";
    const page = await eventually(() => ask({ accept, "accept-language": "de" }));
    expect(page.status).toBe(503);
    expect(page.headers.get("retry-after")).toBe("2");
    expect(page.headers.get("content-security-policy")).toContain("style-src 'sha256-");
    const text = await page.text();
    expect(text).toContain('<meta http-equiv="refresh" content="2">');
    expect(text).toContain("Longwave startet");
    const answer = await ask({ accept: "application/json" });
    expect(await answer?.json()).toMatchObject({ response: { error: { type: "unavailable" } } });
    await said(server, /ready at/);
    // The same address, as the page reloads it.
    expect((await ask({ accept }))?.status).toBe(404);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  },
  JOURNEY_MS,
);

test(
  "of two servers on an empty database one prints the code, and it works at both",
  async () => {
    const database = `longwave_setup_${process.pid}`;
    const client = new pg.Client(inject("postgres"));
    await client.connect();
    await client.query(`create database ${database} template ${inject("template")}`);
    const DATABASE_URL = urlOf({ ...inject("postgres"), database });
    const [one, two] = await Promise.all([
      serve({ DATABASE_URL, DATA_DIR: await makeDataDir() }),
      serve({ DATABASE_URL, DATA_DIR: await makeDataDir() }),
    ]);
    const link = await eventually(async () => {
      // Both have to look for the code before the one that made it stops.
      const said = one.said.stdout + two.said.stdout;
      const found = /Open \S+setup\?code=(\S+)/.exec(said);
      return said.includes("terminal of another server") ? (found?.[1] ?? null) : null;
    });
    for (const { url } of [one, two]) {
      const answer = await fetch(`${url}/setup?code=${link}`, { redirect: "manual" });
      expect(answer.headers.getSetCookie().join()).toContain(`longwave_setup=${link};`);
    }
    await Promise.all([stop(one), stop(two)]);
    expect((one.said.stdout + two.said.stdout).match(/Open /g)).toHaveLength(1);
    expect((one.said.stdout + two.said.stdout).match(/terminal of another server/g)).toHaveLength(
      1,
    );
    // A restart makes a new code, and the old one is over.
    const again = await serve({ DATABASE_URL, DATA_DIR: await makeDataDir() });
    const next = await said(again, /setup\?code=(\S+)/);
    const old = await fetch(`${again.url}/setup?code=${link}`, { redirect: "manual" });
    expect([next === link, old.headers.get("location")]).toEqual([false, "/setup?refused=1"]);
    await stop(again);
    await client.query(`drop database ${database}`);
    await client.end();
  },
  JOURNEY_MS,
);

test(
  "a second server on the same data or port says why it does not start",
  async () => {
    const DATA_DIR = ada.dataDir;
    const [sameData, samePort] = await Promise.all([
      longwave(["serve"], { DATA_DIR, PORT: "0" }),
      longwave(["serve"], { DATA_DIR, PORT: new URL(shared.url).port }),
    ]);
    expect(sameData).toMatchObject({ code: 1, stdout: STARTING });
    expect(sameData.stderr).toMatch(/^Another Longwave server uses this DATA_DIR\. .*\.\n$/);
    expect(samePort).toMatchObject({ code: 1, stdout: STARTING });
    expect(samePort.stderr).toMatch(/^Longwave cannot listen on .*: another program listens there/);
    expect(await readyOf(shared.url)).toBe(200);
  },
  JOURNEY_MS,
);

test(
  "two servers share an external database, and drain without aborting a request",
  async () => {
    const password = await readFile(`${ada.dataDir}/postgres/longwave.password`, "utf8");
    const DATABASE_URL = `postgres://longwave:${password}@/longwave?host=${ada.dataDir}/postgres-socket`;
    const [DATA_DIR, other] = [await makeDataDir(), await makeDataDir()];
    const [one, two] = await Promise.all([
      serve({ DATABASE_URL, DATA_DIR }),
      serve({ DATABASE_URL, DATA_DIR: other }),
    ]);
    for (const { url } of [one, two]) expect((await fetch(`${url}/v2/users/ada`)).status).toBe(200);
    expect(await postmasterOf(DATA_DIR)).toBeNull();

    const upload = openUpload(new URL(one.url), ada.token);
    await upload.arrived;
    one.kill("SIGTERM");
    await eventually(async () => (await readyOf(one.url)) === 0);
    expect(await upload.finish()).toMatch(/^HTTP\/1\.1 200 OK/);
    expect((await one.ended).code).toBe(0);
    for (const { url } of [two, shared]) expect(await readyOf(url)).toBe(200);
    await stop(two);
  },
  JOURNEY_MS,
);

test(
  "after a kill the server restarts at once, and its next stop leaves no processes",
  async () => {
    const DATA_DIR = ada.dataDir;
    shared.kill("SIGKILL");
    await shared.ended;
    expect(await postmasterOf(DATA_DIR)).not.toBeNull();

    const next = await serve({ DATA_DIR });
    expect((await fetch(`${next.url}/v2/users/ada`)).status).toBe(200);
    await stop(next);
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "while PostgreSQL is down, requests return 503, and then work again",
  async () => {
    const DATA_DIR = ada.dataDir;
    const server = await serve({ DATA_DIR, RATE_LIMIT: "0", LOG_LEVEL: "silent" });
    const postmaster = await postmasterOf(DATA_DIR);
    const asked = new Set<number>();
    const ask = async () => {
      const { status } = await fetch(`${server.url}/v2/users/ada`);
      asked.add(status);
      return status;
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    process.kill(postmaster ?? 0, "SIGKILL");
    await eventually(async () => (await ask()) === 503);
    await eventually(async () => (await ask()) === 200);
    expect([...asked].sort()).toEqual([200, 503]);
    expect(await readyOf(server.url)).toBe(200);
    expect(await postmasterOf(DATA_DIR)).not.toBe(postmaster);
    // It is still the only server here, because it took its lock again with the new database.
    const second = await longwave(["serve"], { DATA_DIR, PORT: "0" });
    expect(second.stderr).toContain("Another Longwave server");
    await stop(server);
    expect(await postmasterOf(DATA_DIR)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "a stop lets requests end whose clients have left",
  async () => {
    const DATA_DIR = await makeDataDir();
    const server = await serve({ DATA_DIR, RATE_LIMIT: "0", LOG_LEVEL: "warn" });
    await longwave(createAda, { DATA_DIR });
    const issued = await longwave(["token", "create", "--user", "ada"], { DATA_DIR });
    const leave = new AbortController();
    const asked = Array.from({ length: 60 }, () =>
      fetch(`${server.url}/v2/shows`, {
        method: "POST",
        headers: { authorization: `Bearer ${issued.stdout.trim()}` },
        // Shows of one title wait for each other.
        body: new URLSearchParams({ title: "Tides", language: "en" }),
        signal: leave.signal,
      }).then(
        ({ status }) => status,
        () => null,
      ),
    );
    expect(await Promise.race(asked)).toBe(200);
    leave.abort();
    await stop(server);
    expect(await Promise.all(asked)).toContain(null);
    expect(server.said.stderr).not.toMatch(/"level":50/);
  },
  JOURNEY_MS,
);

test(
  "a signal during the start ends it cleanly, and wrong usage has its own exit code",
  async () => {
    const DATA_DIR = await makeDataDir();
    const early = start(["serve"], { DATA_DIR, PORT: "0" });
    await eventually(() => postmasterOf(DATA_DIR));
    early.kill("SIGTERM");
    expect(await early.ended).toMatchObject({ code: 0, stdout: STARTING });
    expect(await postmasterOf(DATA_DIR)).toBeNull();
    expect((await longwave(["serve", "--role", "cook"], { DATA_DIR })).code).toBe(2);
    const refused = await longwave(["serve"], { DATA_DIR, PORT: "eighty" });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      "The setting PORT cannot be used: it must be a whole number from 0 to 65535.\n",
    );
  },
  JOURNEY_MS,
);

/** A request whose body stops halfway until `finish()`, which returns the whole response. */
function openUpload({ hostname, port }: URL, token: string) {
  const body = "title=A show on the air&language=en";
  const socket = connect(Number(port), hostname);
  const answer = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.startsWith("HTTP/1.1 100")) {
      text = text.slice(text.indexOf("\r\n\r\n") + 4);
      begun.resolve();
    }
  });
  socket.on("close", () => answer.resolve(text));
  socket.write(
    `POST /v2/shows HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      "content-type: application/x-www-form-urlencoded\r\nexpect: 100-continue\r\n" +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  return {
    /** Resolves when the server reads the body. */
    arrived: begun.promise,
    finish() {
      socket.write(body.slice(10));
      return answer.promise;
    },
  };
}
