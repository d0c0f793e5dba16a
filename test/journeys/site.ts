/** A web server and a worker as separate processes that can be killed and restarted. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { createClient } from "../setup/client.ts";
import { eventually, postmasterOf, type Running, said, start } from "./processes.ts";

export const VICTIMS = ["web", "worker", "PostgreSQL"] as const;
type Victim = (typeof VICTIMS)[number];

/** Starts a web server with an embedded PostgreSQL, and a separate worker. */
export async function openSite(DATA_DIR: string, token: string | null) {
  const quiet = { DATA_DIR, LOG_LEVEL: "silent", RATE_LIMIT: "0" };
  const startWeb = async () => {
    const running = start(["serve", "--role", "web"], { ...quiet, PORT: "0" });
    return { running, url: await said(running, /ready at (\S+)/) };
  };
  let web = await startWeb();
  const password = await readFile(`${DATA_DIR}/postgres/longwave.password`, "utf8");
  const DATABASE_URL = `postgres://longwave:${password}@/longwave?host=${DATA_DIR}/postgres-socket`;
  const startWorker = async () => {
    const running = start(["serve", "--role", "worker"], { ...quiet, DATABASE_URL });
    await said(running, /is running background jobs/);
    return running;
  };
  let worker: Running = await startWorker();
  return {
    databaseUrl: DATABASE_URL,
    api: () => createClient(web.url, token),
    /** Calls it anonymously. */
    stranger: () => createClient(web.url, null),
    async kill(victim: Victim): Promise<void> {
      if (victim === "web") {
        web.running.kill("SIGKILL");
        await web.running.ended;
        web = await startWeb();
      } else if (victim === "worker") {
        worker.kill("SIGKILL");
        await worker.ended;
        worker = await startWorker();
      } else {
        const before = await postmasterOf(DATA_DIR);
        if (before !== null) process.kill(before, "SIGKILL");
        await eventually(async () => ![null, before].includes(await postmasterOf(DATA_DIR)));
        await eventually(async () => (await fetch(`${web.url}/health/ready`)).status === 200);
      }
    },
    /** Stops the web server as an operator does, and restarts it. */
    async restartWeb(): Promise<void> {
      web.running.kill("SIGTERM");
      expect((await web.running.ended).code).toBe(0);
      web = await startWeb();
    },
    async stop(): Promise<void> {
      worker.kill("SIGTERM");
      expect(await worker.ended).toMatchObject({ code: 0, stderr: "" });
      web.running.kill("SIGTERM");
      expect((await web.running.ended).code).toBe(0);
    },
  };
}
