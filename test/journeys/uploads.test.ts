/** Tests uploads while processes are killed: confirmed uploads are encoded, and others leave no files. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { openDeps } from "../../src/deps.ts";
import { mediaJobs } from "../../src/features/publishing/media/jobs.ts";
import { findUnusedKeys } from "../../src/features/publishing/media/store.ts";
import { wireTime } from "../../src/platform/text/time.ts";
import { type Client, createClient } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { addAda, eventually, JOURNEY_MS, makeDataDir, serve } from "./processes.ts";
import { openSite, VICTIMS } from "./site.ts";

/** For more moments, set TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 6);

type Episode = { episode_id: number; title: string; encoding_status: string };

test("after kills at any moment, no confirmed upload is lost and no other file is left", {
  timeout: 180_000 + MOMENTS * 10_000,
}, async () => {
  const DATA_DIR = await makeDataDir();
  const token = await addAda(DATA_DIR);
  const site = await openSite(DATA_DIR, token);
  const { response } = await site.api().post("/v2/shows", { title: "Killed", language: "en" });
  const show = `/v2/shows/${response.show.show_id}/episodes`;
  const file = new Blob([
    await readFile(await makeSound({ folder: path.dirname(DATA_DIR), name: "a.wav", seconds: 20 })),
  ]);
  const answered = new Set<string>();
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const title = `Upload ${moment}`;
    const sending = site
      .api()
      .post(show, { title }, { files: { media_file: file } })
      .then(({ status }) => {
        if (status === 200) answered.add(title);
      })
      .catch(() => {});
    // From the first byte of an upload to the end of its encoding, after exponentially growing delays.
    await sleep(40 * 2.6 ** (moment % 5));
    await site.kill(VICTIMS[moment % 3] ?? "web");
    await sending;
  }
  // A job that was killed repeatedly waits longer each time.
  const episodes = await eventually(async () => {
    const found = await readAll(site.api(), show);
    return found.every(({ encoding_status }) => encoding_status === "READY") && found;
  }, 120_000);
  const titles = episodes.map(({ title }) => title);
  // An upload whose response was lost may be there, complete; none is there twice.
  expect(titles).toEqual(expect.arrayContaining([...answered]));
  expect(new Set(titles).size).toBe(titles.length);
  await site.stop();
  await expectNothingElse(DATA_DIR);
});

test(
  "scheduled episodes are published on time, or when the server is back",
  async () => {
    const DATA_DIR = await makeDataDir();
    const token = await addAda(DATA_DIR);
    const quiet = { DATA_DIR, LOG_LEVEL: "silent" };
    let server = await serve(quiet);
    const api = () => createClient(server.url, token);
    const made = await api().post("/v2/shows", { title: "On time", language: "en" });
    const show = `/v2/shows/${made.response.show.show_id}/episodes`;
    const linked = { title: "Linked", type: "EXTERNAL", media_url: "https://media.example/a.mp3" };
    const schedule = async (inMs: number) => {
      const at = wireTime(new Date(Date.now() + inMs));
      const { response } = await api().post(show, { ...linked, auto_published_at: at });
      expect(response.episode).toMatchObject({ published_at: null, auto_published_at: at });
      return { at, path: `/v2/episodes/${response.episode.episode_id}` };
    };
    const isOut = async ({ path, at }: { path: string; at: string }) =>
      (await createClient(server.url, null).get(path)).response.episode?.published_at === at;
    const soon = await schedule(3000);
    await eventually(() => isOut(soon), 18_000);
    const missed = await schedule(2000);
    server.kill("SIGKILL");
    await server.ended;
    await sleep(2000);
    server = await serve(quiet);
    await eventually(() => isOut(missed), 15_000);
    server.kill("SIGTERM");
    await server.ended;
  },
  JOURNEY_MS,
);

async function readAll(api: Client, show: string): Promise<Episode[]> {
  const { items } = (await api.get(`${show}?filter=editable`)).response;
  const details = items.map(async ({ episode_id }: Episode) => {
    return (await api.get(`/v2/episodes/${episode_id}`)).response.episode;
  });
  return Promise.all(details);
}

/** After the next nightly sweep, every stored file belongs to a row, and there are no other files. */
async function expectNothingElse(DATA_DIR: string): Promise<void> {
  const deps = await openDeps(loadConfig({ DATA_DIR, LOG_LEVEL: "silent" }));
  try {
    const clock = () => new Date(Date.now() + 2 * 3_600_000);
    await mediaJobs({ ...deps, clock })[0]?.run({}, { last: true });
    expect(await readdir(deps.media.tmpDir)).toEqual([]);
    const keys: string[] = [];
    for await (const key of deps.media.keys()) keys.push(key);
    expect(keys.length).toBeGreaterThan(0);
    expect(await findUnusedKeys(deps.db, keys)).toEqual([]);
  } finally {
    await deps.close();
  }
}
