/** Makes audio, logs of edges about it, and imports them, for tests of one file. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openLogImporter } from "../../src/features/measurement/edgelogs/actions.ts";
import type { Tally } from "../../src/features/measurement/edgelogs/batches.ts";
import { openReader } from "../../src/features/measurement/edgelogs/formats/formats.ts";
import type { FormatName } from "../../src/platform/net/accesslogs.ts";
import { makeStitchable, type StoredMp3, storeMp3 } from "./stitching.ts";
import { useWorld } from "./world.ts";

/** A podcast app that counts. */
export const AGENT = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";

/** An episode, and the path and size of its audio. */
export type Audio = Readonly<{ episode_id: number; target: string; bytes: number }>;

let ids = 0;
/** A line as nginx writes it with `deploy/nginx/edge.conf`: all of the audio, once, unless `fields` say otherwise. */
export function lineOf({ target, bytes }: Audio, address: string, fields: object = {}): string {
  ids += 1;
  return `${JSON.stringify({
    time: (Date.now() / 1000).toFixed(3),
    id: `request-${ids}`,
    address,
    method: "GET",
    target: `${target}?via=play`,
    status: "200",
    bytes: String(bytes),
    range: "",
    content_range: "",
    user_agent: AGENT,
    referrer: "",
    ...fields,
  })}\n`;
}

/** The fields of a line about bytes `first` to `last`. */
export const part = ({ bytes }: Audio, first: number, last: number) => ({
  status: "206",
  bytes: String(last - first + 1),
  content_range: `bytes ${first}-${last}/${bytes}`,
});

/** A server with audio, and a folder for logs. */
export function useEdgeLogs(env: Record<string, string> = {}) {
  const world = useWorld({ TRUST_PROXY: "loopback", ...env });
  let programme = {} as StoredMp3;
  let folder = "";
  beforeAll(async () => {
    programme = await storeMp3(world, { seconds: 100, kind: "silence" });
    folder = await mkdtemp(path.join(os.tmpdir(), "longwave-logs-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return {
    world,
    async makeAudio(): Promise<Audio> {
      const { episode_id } = await makeStitchable(world, programme);
      const answer = await fetch(`${world.baseUrl}/v2/episodes/${episode_id}/play`, {
        redirect: "manual",
        headers: { "user-agent": AGENT, "x-forwarded-for": "93.45.10.1" },
      });
      const { pathname: target, search } = new URL(answer.headers.get("location") ?? "");
      const head = await fetch(world.baseUrl + target + search, { method: "HEAD" });
      return { episode_id, target, bytes: Number(head.headers.get("content-length")) };
    },
    async write(name: string, content: string | Buffer): Promise<string> {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    async importAll(files: readonly string[], format: FormatName = "nginx"): Promise<Tally> {
      const importer = await openLogImporter(world.deps);
      const tally: Tally = { counted: 0 };
      try {
        for (const file of files)
          await importer
            .count({ file, name: file, openReader: () => openReader(format, {}) }, tally)
            .catch((error: Error) => {
              // A file that was cut is counted up to there.
              if (error.name !== "DamagedLog") throw error;
            });
      } finally {
        await importer.close();
      }
      return tally;
    },
    downloadsOf: ({ episode_id }: Audio) =>
      world.deps.db
        .selectFrom("downloads")
        .select(["purpose", "listener"])
        .where("episode_id", "=", episode_id)
        .execute(),
  };
}
