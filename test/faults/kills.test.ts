/** Tests killing the web server and the worker in the middle of uploads, encodes and counting. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort, makeDataDir, said, start } from "../journeys/processes.ts";
import { type Client, createClient } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { expectCounted, expectNothingLost, makeShow, openStores, untilReady } from "./site.ts";
import { expectClear, startTraffic } from "./traffic.ts";

/** For more moments, set TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 6);
const WITHIN_MS = 25_000;
/** The journal is written four times a second; what was sent since then dies with the process. */
const UNWRITTEN_MS = 1000;

test("the web server and the worker are killed in turn under load", {
  timeout: 240_000 + MOMENTS * 20_000,
}, async () => {
  const { token, url: DATABASE_URL } = await openStores();
  const DATA_DIR = await makeDataDir();
  const PORT = await freePort();
  const url = `http://127.0.0.1:${PORT}`;
  const env = { DATABASE_URL, DATA_DIR, PORT, RATE_LIMIT: "0", TRUST_PROXY: "loopback" };
  const launch = {
    web: async () => {
      const running = start(["serve", "--role", "web"], env);
      await said(running, /ready at/);
      return running;
    },
    worker: async () => {
      const running = start(["serve", "--role", "worker"], env);
      await said(running, /is running background jobs/);
      return running;
    },
  };
  const running = { web: await launch.web(), worker: await launch.worker() };
  const api = createClient(url, token);
  const show = await makeShow(api);
  const traffic = startTraffic({ url: () => url, token, ...show });
  const uploads = startUploads(api, show.show_id, await soundIn(DATA_DIR));
  await traffic.flows();
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    await sleep(Math.random() * 3000);
    const victim = moment % 2 === 0 ? "web" : "worker";
    running[victim].kill("SIGKILL");
    if (victim === "web") traffic.forgive(UNWRITTEN_MS);
    await running[victim].ended;
    running[victim] = await launch[victim]();
    await traffic.flows();
  }
  await traffic.stop();
  const acknowledged = await uploads.stop();
  expectClear(traffic, { withinMs: WITHIN_MS, cut: true });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic, 120_000);
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const episode_id of acknowledged) await untilReady(api, episode_id);
  for (const victim of ["worker", "web"] as const) {
    running[victim].kill("SIGTERM");
    expect((await running[victim].ended).code).toBe(0);
  }
});

async function soundIn(folder: string): Promise<File> {
  const file = await makeSound({ folder: path.dirname(folder), name: "a.wav", seconds: 20 });
  return new File([await readFile(file)], "a.wav");
}

/** Uploads episodes one after the other; `stop` returns the ids of those that were acknowledged. */
function startUploads(api: Client, show_id: number, file: File) {
  const acknowledged: number[] = [];
  let over = false;
  const uploading = (async () => {
    for (let number = 0; !over; number += 1) {
      const sent = await api
        .post(
          `/v2/shows/${show_id}/episodes`,
          { title: `Upload ${number}` },
          { files: { media_file: file } },
        )
        .catch(() => null);
      if (sent?.status === 200) acknowledged.push(sent.response.episode.episode_id);
      await sleep(1000);
    }
  })();
  return {
    async stop(): Promise<number[]> {
      over = true;
      await uploading;
      return acknowledged;
    },
  };
}
