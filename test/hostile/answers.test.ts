/** Tests large statistics of thousands of referrers that are read slowly: memory and time stay bounded. */
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { addDays } from "../../src/platform/statistics/calendar.ts";
import { createAda, eventually, longwave, makeDataDir, serve } from "../journeys/processes.ts";
import { createClient } from "../setup/client.ts";
import { download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { BYSTANDER_P99_MS, startBystander } from "./bystander.ts";

const MEGABYTE = 1_000_000;
const READERS = 10;
/** 3,000 sites in total, with plays on 60 days. */
const SITES = 3_000;
const DAYS = 60;

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Requests `path` and reads nothing of the response. */
function askAndWait(url: string, path: string, token: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.pause();
  const head = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  // Pipelined, so that the responses exceed the system's buffers for a connection many times.
  socket.write(head.repeat(5));
  return socket;
}

/** Adds plays from `SITES` sites on each of `DAYS` days to ada's show. */
async function fill(databaseUrl: string, ids: { show_id: number; author_id: number }) {
  const pool = openPool({ connectionString: databaseUrl }, pino({ level: "silent" }), 2);
  const db = openDatabase(pool);
  await openLedgers(db);
  for (let day = 0; day < DAYS; day += 1) {
    const at = `${addDays("2021-01-01", day * 30)} 12:00:00`;
    const heard = { ...ids, episode_id: 1 };
    const rows = Array.from({ length: SITES / 10 }, (_, n) =>
      download(at, `${day} ${n}`, { ...heard, source: `site${(day * 300 + n) % SITES}.example` }),
    );
    await writeBatch(db, { downloads: rows });
  }
  await eventually(async () => {
    const { rows } = await pool.query("select from ledger_batches where folded_at is null limit 1");
    return rows.length === 0;
  });
  await pool.end();
}

test("ten slow readers of the largest series neither fill memory nor delay others", async () => {
  const DATA_DIR = await makeDataDir();
  await longwave(createAda, { DATA_DIR });
  const server = await serve({ DATA_DIR, RATE_LIMIT: "0", LOG_LEVEL: "warn" });
  const { stdout } = await longwave(["token", "create", "--user", "ada"], { DATA_DIR });
  const token = stdout.trim();
  const ada = createClient(server.url, token);
  const { show_id, author_id } = (
    await ada.post("/v2/shows", { title: "Night trains", language: "en" })
  ).response.show;
  const password = await readFile(`${DATA_DIR}/postgres/longwave.password`, "utf8");
  await fill(`postgres://longwave:${password}@/longwave?host=${DATA_DIR}/postgres-socket`, {
    show_id,
    author_id,
  });
  const path = `/v2/shows/${show_id}/statistics/sources?from=2021-01-01&to=2025-12-31&group=day`;
  const first = await ada.get(path);
  expect(first.status).toBe(200);
  expect(Buffer.byteLength(first.text)).toBeLessThan(MEGABYTE);
  const csv = await ada.get(path.replace("sources?", "sources.csv?"));
  expect(Buffer.byteLength(csv.text)).toBeLessThan(MEGABYTE);

  const bystander = startBystander(server.url);
  await bystander.ready;
  const before = await memoryOf(server.pid);
  let most = before;
  for (let n = 0; n < READERS; n += 1) {
    askAndWait(server.url, n % 2 === 0 ? path : path.replace("sources?", "sources.csv?"), token);
    await sleep(500);
    most = Math.max(most, await memoryOf(server.pid));
  }
  for (let second = 0; second < 4; second += 1) {
    await sleep(1_000);
    most = Math.max(most, await memoryOf(server.pid));
  }
  // Memory for fifty responses, and garbage that V8 has not collected yet.
  expect(most - before).toBeLessThan(200 * MEGABYTE);
  const report = await bystander.stop();
  expect(report).toMatchObject({ failures: 0, reasons: [] });
  expect(report.p99_ms).toBeLessThan(BYSTANDER_P99_MS);
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}, 180_000);
