/** Tests `longwave status`: one screen about a running server, and what it says without a database. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { keepLastErrors } from "../../src/platform/lasterrors.ts";
import { createLog } from "../../src/platform/log.ts";
import { longwave, type Server, serve, useDataDir } from "./processes.ts";

const ada = useDataDir();
let server: Server;
beforeAll(async () => {
  server = await serve({ DATA_DIR: ada.dataDir });
  return async () => {
    server.kill("SIGTERM");
    await server.ended;
  };
});

test("the status fits on a screen and names servers, jobs, counting, statistics and disk", async () => {
  const status = await longwave(["status"], { DATA_DIR: ada.dataDir });
  expect(status).toMatchObject({ code: 0, stderr: "" });
  const lines = status.stdout.trimEnd().split("\n");
  expect(status.stdout).toMatch(/^version {5}\d+\.\d+\.\d+ on Node \d+/);
  expect(lines.length).toBeLessThan(24);
  expect(status.stdout).toMatch(
    /^servers {5}http:\/\/127\.0\.0\.1:\d+ is ready, up for \d+ (s|min)$/m,
  );
  expect(status.stdout).toMatch(/^database {4}PostgreSQL \S+, all \d+ migrations applied$/m);
  expect(status.stdout).toMatch(/^jobs {8}.*longwave: \d+ due, /ms);
  expect(status.stdout).toMatch(/^failed jobs none$/m);
  expect(status.stdout).toMatch(/^statistics {2}0 batches behind/m);
  expect(status.stdout).toMatch(/^counting {4}\d+ journal files/m);
  expect(status.stdout).toMatch(/^disk {8}[\d.]+ GiB free/m);
  expect(status.stdout).toMatch(/^limits {6}none was exceeded/m);
  expect(status.stdout).toMatch(/^last errors none/m);
});

test("as JSON it has the same for programs", async () => {
  const status = await longwave(["status", "--json"], { DATA_DIR: ada.dataDir });
  expect(JSON.parse(status.stdout)).toMatchObject({
    servers: [{ address: server.url, state: "ready", limits_exceeded: {} }],
    disk: { low: false },
    journal: { files: expect.any(Number) },
    database: { pending: [], jobs: [], given_up: [], statistics: { batches: 0 } },
  });
});

test("without its database it still reports the rest, and exits with 1", async () => {
  const status = await longwave(["status"], {
    DATA_DIR: ada.dataDir,
    DATABASE_URL: "postgres://nobody:hush@127.0.0.1:9/none",
  });
  expect(status.code).toBe(1);
  expect(status.stdout).toMatch(/^database {4}The database does not respond: /m);
  expect(status.stdout).toMatch(/^disk {8}/m);
  expect(status.stdout + status.stderr).not.toContain("hush");
});

test("it shows the last errors of a process, even after that has ended", async () => {
  const folder = path.join(ada.dataDir, "servers");
  const log = createLog("error", { write: () => true }, keepLastErrors(ada.dataDir, 4711));
  log.error({ err: new Error("no room at https://ada:hush@host.example/secret") }, "left out");
  for (let count = 0; count < 9; count += 1) log.error({ reason: `reason ${count}` }, "failed");
  await expect
    .poll(() => readFile(path.join(folder, "4711.errors"), "utf8").catch(() => ""), {
      timeout: 10_000,
    })
    .toMatch(/reason 8/);
  const status = await longwave(["status", "--json"], { DATA_DIR: ada.dataDir });
  const { last_errors } = JSON.parse(status.stdout);
  expect(last_errors).toHaveLength(5);
  expect(last_errors.map(({ message }: { message: string }) => message)).toContain(
    "failed: reason 8",
  );
  expect(status.stdout).not.toContain("hush");
});
