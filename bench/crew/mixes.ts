/** What `bench -- crew` asks for. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ask, type BenchRequest } from "../exchange.ts";
import { FILE_BYTES, makeStitched } from "../stitched.ts";

const WORDS = ["water", "night", "history", "city", "music", "science", "garden", "radio"];
/** On the data of a demo: pages, most of whose work is PostgreSQL's, or responses that processes keep. */
const PATHS = {
  pages: ["/", "/popular", ...WORDS.map((word) => `/search?q=${word}`)],
  api: [1, 2, 3, 4].flatMap((id) => [`/v2/shows/${id}`, `/v2/shows/${id}/episodes?limit=50`]),
} as const;

export const MIXES = ["pages", "api", "media"] as const;
type MixName = (typeof MIXES)[number];

/** `status`: of the response to each of `requests`. */
export type Mix = AsyncDisposable &
  Readonly<{ dataDir: string; requests: readonly BenchRequest[]; status: number }>;

/** Null if `name` needs a folder with shows, and `dataDir` is none. */
export async function openMix(name: MixName, dataDir: string | null): Promise<Mix | null> {
  if (name === "media") return openMedia();
  if (dataDir === null) return null;
  return {
    dataDir,
    requests: PATHS[name].map((path) => ({ method: "GET", path, headers: {} })),
    status: 200,
    async [Symbol.asyncDispose]() {},
  };
}

const RANGE_BYTES = 65_536;
/** Different ranges, at random. */
const RANGES = 1000;

/** Ranges of one stitched recording, which neither PostgreSQL nor a disk is asked for. */
async function openMedia(): Promise<Mix> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-crew-"));
  const { digest } = await makeStitched(dataDir, false);
  return {
    dataDir,
    requests: Array.from({ length: RANGES }, () => {
      const start = Math.floor(Math.random() * (FILE_BYTES - RANGE_BYTES));
      const range = `bytes=${start}-${start + RANGE_BYTES - 1}`;
      return { method: "GET", path: `/media/r/${digest}/bench.mp3`, headers: { Range: range } };
    }),
    status: 206,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** Throws unless each of a mix's first requests gets its status: generators report no more than errors. */
export async function requireStatus(url: string, { requests, status }: Mix): Promise<void> {
  for (const request of requests.slice(0, 10)) {
    const answer = await ask(url, request);
    if (answer.status !== status)
      throw new Error(`${request.path} answers ${answer.status} in place of ${status}.`);
  }
}
