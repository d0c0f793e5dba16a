/** Runs the server's encoding jobs while the demo is made, and leaves one upload that failed and one that waits. */
import { setTimeout as sleep } from "node:timers/promises";
import { creativeJobs } from "../features/advertising/lineitems/creatives/jobs.ts";
import { encodingJobs } from "../features/publishing/episodes/encoding/jobs.ts";
import { runOwnedJobs } from "../platform/jobs/owned/runner.ts";
import type { MadeEpisode } from "./publishing.ts";
import { synthesise } from "./recordings.ts";
import type { World } from "./world.ts";

/** Encodes what the API queues, until it is disposed of. A server on the same data may take some of it. */
export function startEncoding({ deps }: World): AsyncDisposable {
  const stop = new AbortController();
  const jobs = [...encodingJobs(deps), ...creativeJobs(deps)].filter(
    ({ kind }) => kind !== undefined,
  );
  const running = runOwnedJobs({ ...deps, jobs, signal: stop.signal });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

const NOT_AUDIO = "Rosalind's notes for the field trip. This should have been the recording.\n";

/** Sends an upload that is no audio, and waits until the pipeline has refused it. */
export async function uploadMistakes({ client, signal }: World, episodes: readonly MadeEpisode[]) {
  for (const { author, episode_id } of episodes.filter(({ state }) => state === "error")) {
    const path = `episodes/${episode_id}`;
    const media_file = { bytes: Buffer.from(NOT_AUDIO.repeat(60)), name: "field-trip.mp3" };
    await client.call(author, "POST", path, {}, { media_file });
    const end = Date.now() + REFUSAL_MS;
    while ((await client.call(author, "GET", path)).episode.encoding_status !== "ERROR") {
      if (Date.now() > end) throw new Error(`the upload of episode ${episode_id} was not refused`);
      await sleep(100, undefined, { signal });
    }
  }
}

const REFUSAL_MS = 60_000;

/** Sends audio after encoding has stopped: the server encodes it when it runs. */
export async function uploadLast(world: World, episodes: readonly MadeEpisode[]) {
  for (const { author, episode_id, show } of episodes.filter(({ state }) => state === "waiting")) {
    const bytes = synthesise(world, show.key, `${show.key} waiting`, 70);
    const files = { media_file: { bytes, name: "take-3.wav" } };
    await world.client.call(author, "POST", `episodes/${episode_id}`, {}, files);
  }
}
