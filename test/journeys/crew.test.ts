/** Tests one server of several processes: one port, shared limits, a killed process, new ones one by one, and the end. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isAlive } from "../../src/platform/db/processes.ts";
import {
  eventually,
  freePort,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  postmasterOf,
  said,
  start,
  useDataDir,
} from "./processes.ts";

const ada = useDataDir();

async function serveWithTwo(env: Record<string, string> = {}) {
  const server = start(["serve", "--processes", "2"], { DATA_DIR: ada.dataDir, PORT: "0", ...env });
  const url = await said(server, /ready at (\S+) \(2 processes\)/);
  return { ...server, url };
}

/** A request on a connection of its own, so that any of the processes may get it. */
const ask = (url: string) => fetch(url, { headers: { connection: "close" } });

/** The processes of the server, from the metrics of all: when each began, by its index. */
async function startsOf(url: string): Promise<Record<string, string>> {
  const text = await (await ask(`${url}/metrics`)).text();
  const starts = text.matchAll(/^process_start_time_seconds\{process="(\d+)"\} (\S+)$/gm);
  return Object.fromEntries([...starts].map(([, index = "", at = ""]) => [index, at]));
}

/** The process ids of the children of `pid` that serve. */
async function childrenOf(pid: number): Promise<number[]> {
  const ids = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
  const lines = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/${id}/cmdline`, "utf8")] as const),
  );
  return lines.filter(([, line]) => line.includes("--member")).map(([id]) => Number(id));
}

test(
  "the processes answer on one port, and share the limit of requests",
  async () => {
    const server = await serveWithTwo({ RATE_LIMIT: "10", LOG_LEVEL: "warn", SLOW_QUERY_MS: "0" });
    expect(Object.keys(await startsOf(server.url)).toSorted()).toEqual(["0", "1"]);
    for (let request = 0; request < 10; request += 1)
      expect((await ask(`${server.url}/v2/show-categories`)).status).toBe(200);
    // Charges reach the other process within a tenth of a second.
    await eventually(async () => {
      const statuses = await Promise.all(
        [1, 2, 3, 4].map(async () => (await ask(`${server.url}/v2/show-categories`)).status),
      );
      return statuses.every((status) => status === 429);
    });
    const status = JSON.parse(
      (await longwave(["status", "--json"], { DATA_DIR: ada.dataDir })).stdout,
    );
    expect(status.servers).toMatchObject([
      { address: server.url, state: "ready", uptime_seconds: expect.any(Number) },
    ]);
    expect(status.servers[0].limits_exceeded["requests-per-minute"]).toBeGreaterThan(0);
    server.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await postmasterOf(ada.dataDir)).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "SIGHUP replaces every process without a failed request, and a killed one comes back",
  async () => {
    const server = await serveWithTwo({ RATE_LIMIT: "0", LOG_LEVEL: "info" });
    const before = await childrenOf(server.pid);
    expect(before).toHaveLength(2);
    const outcomes: (number | string)[] = [];
    let asking = true;
    const clients = [1, 2, 3].map(async () => {
      while (asking) {
        const outcome = await ask(`${server.url}/v2/users/me`).then(
          ({ status }) => status,
          (error: Error) => String(error.cause ?? error),
        );
        outcomes.push(outcome);
        await sleep(5);
      }
    });
    server.kill("SIGHUP");
    await eventually(async () => server.said.stderr.includes("all processes are new"), 60_000);
    asking = false;
    await Promise.all(clients);
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter((outcome) => outcome !== 401)).toEqual([]);
    const after = await childrenOf(server.pid);
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);

    const [first] = after;
    process.kill(first as number, "SIGKILL");
    await eventually(async () => {
      const now = await childrenOf(server.pid);
      const starts = await startsOf(server.url).catch(() => ({}));
      return now.length === 2 && !now.includes(first as number) && Object.keys(starts).length === 2;
    }, 60_000);
    expect((await ask(`${server.url}/health/ready`)).status).toBe(200);
    server.kill("SIGINT");
    expect((await server.ended).code).toBe(0);
  },
  JOURNEY_MS,
);

test(
  "connections that a process did not take before it was killed are answered by another",
  async () => {
    const server = await serveWithTwo({ RATE_LIMIT: "0", LOG_LEVEL: "warn" });
    const [, second] = await childrenOf(server.pid);
    // Stopped, it is still handed one of them.
    process.kill(second as number, "SIGSTOP");
    const asked = [1, 2, 3, 4].map(() => ask(`${server.url}/v2/users/me`));
    await sleep(500);
    process.kill(second as number, "SIGKILL");
    const statuses = await Promise.all(asked.map(async (answer) => (await answer).status));
    expect(statuses).toEqual([401, 401, 401, 401]);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  },
  JOURNEY_MS,
);

test(
  "a server that is told to stop while its processes start leaves none behind",
  async () => {
    for (const afterMs of [0, 300, 1200]) {
      const server = start(["serve", "--processes", "3"], { DATA_DIR: ada.dataDir, PORT: "0" });
      const members = await eventually(async () => {
        const all = await childrenOf(server.pid).catch(() => []);
        return all.length === 3 ? all : null;
      });
      await sleep(afterMs);
      server.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
      expect(members.filter(isAlive)).toEqual([]);
      expect(await postmasterOf(ada.dataDir)).toBeNull();
    }
  },
  JOURNEY_MS,
);

test(
  "a port that is in use is said, and nothing is left running",
  async () => {
    const port = await freePort();
    const other = start(["serve"], { DATA_DIR: ada.dataDir, PORT: port });
    await said(other, /ready at/);
    const second = start(["serve", "--processes", "2"], {
      DATA_DIR: await makeDataDir(),
      PORT: port,
    });
    const ended = await second.ended;
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("another program listens there");
    other.kill("SIGTERM");
    await other.ended;
  },
  JOURNEY_MS,
);

test(
  "the number of processes is checked, and workers are started one by one",
  async () => {
    for (const number of ["0", "1.5", "many", "65"]) {
      const refused = await longwave(["serve", "--processes", number], { DATA_DIR: ada.dataDir });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("Give a number from 1 to 64, or auto.");
    }
    const worker = await longwave(["serve", "--processes", "2", "--role", "worker"], {
      DATA_DIR: ada.dataDir,
    });
    expect(worker.code).toBe(2);
    expect(worker.stderr).toContain("Start several workers instead");
  },
  JOURNEY_MS,
);
