/** A recording for benchmarks: one file for nginx, and a rendition of programme and ads for Longwave. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadConfig } from "../src/config.ts";
import { type OpenDeps, openDeps } from "../src/deps.ts";
import { manifestOf } from "../src/features/listening/renditions/rules.ts";
import type { Part } from "../src/features/listening/renditions/schema.ts";
import { insertRendition } from "../src/features/listening/renditions/store.ts";
import { createUser } from "../src/features/people/users/actions.ts";
import { insertEpisodes } from "../src/features/publishing/episodes/store.ts";
import { insertShow } from "../src/features/publishing/shows/store.ts";

export const FILE_BYTES = 30 * 2 ** 20;
const HEAD_BYTES = 4096 + 417;
/** A spot of 30 s at 128 kbit/s. */
const AD_BYTES = 480_000;
/** The parts after the head: one ad before, three within the programme, one after. */
const ORDER = ["ad", "programme", "ad", "ad", "programme", "ad", "programme", "ad"] as const;

/** `digest`: the rendition's digest in URLs; `sha256`: of its bytes, in hex. */
export type Stitched = Readonly<{ digest: string; sha256: string }>;

/**
 * Fills the data folder `folder` with the rendition, and `folder`/files with bench.mp3. `plain`: one file without a
 * head or ads, sent as one part.
 */
export async function makeStitched(folder: string, plain: boolean): Promise<Stitched> {
  const bytes = randomBytes(FILE_BYTES);
  await mkdir(path.join(folder, "files"), { recursive: true });
  await writeFile(path.join(folder, "files", "bench.mp3"), bytes);
  const [made] = await fill(folder, [bytes], plain);
  if (made === undefined) throw new Error("no rendition was made");
  return made;
}

/** The same for `count` renditions that share nothing, without files for nginx. */
export const makeMany = (folder: string, count: number): Promise<Stitched[]> =>
  fill(
    folder,
    Array.from({ length: count }, () => randomBytes(FILE_BYTES)),
    false,
  );

async function fill(folder: string, contents: Buffer[], plain: boolean): Promise<Stitched[]> {
  const deps = await openDeps(loadConfig({ DATA_DIR: folder, LOG_LEVEL: "warn" }));
  try {
    const show = await makeShow(deps);
    const made: Stitched[] = [];
    for (const bytes of contents) made.push(await stitch(deps, show, bytes, plain));
    return made;
  } finally {
    await deps.close();
  }
}

async function stitch(
  deps: OpenDeps,
  show: Show,
  bytes: Buffer,
  plain: boolean,
): Promise<Stitched> {
  const { programme, ads, head, cuts } = divide(bytes, plain);
  const keep = async (data: Buffer): Promise<string> => {
    const file = path.join(deps.media.tmpDir, randomUUID());
    await writeFile(file, data);
    return deps.media.put(file, "audio", "mp3");
  };
  const media_key = await keep(programme);
  const keys: string[] = [];
  for (const ad of ads) keys.push(await keep(ad));
  const parts = cuts.map(
    ({ ad, start, length }): Part =>
      ad === null
        ? { kind: "programme", key: media_key, start, bytes: length }
        : { kind: "ad", key: keys[ad] ?? "", start: 0, bytes: length, ad: ANY_AD },
  );
  const episode_id = await makeEpisode(deps, show);
  const made = manifestOf({ episode_id, media_key, head, parts, bytes_per_minute: 960_000 });
  await insertRendition(deps.db, made, deps.clock());
  return { digest: made.digest, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** The location of a part: in the programme's file from `start` on, or an ad's file by its number. */
type Place = { ad: number | null; start: number; length: number };

function divide(bytes: Buffer, plain: boolean) {
  if (plain)
    return {
      head: Buffer.alloc(0),
      programme: bytes,
      ads: [],
      cuts: [{ ad: null, start: 0, length: bytes.length }] as Place[],
    };
  const ads: Buffer[] = [];
  const own: Buffer[] = [];
  const cuts: Place[] = [];
  const spots = ORDER.filter((kind) => kind === "ad").length;
  const stretch = Math.ceil(
    (bytes.length - HEAD_BYTES - spots * AD_BYTES) / (ORDER.length - spots),
  );
  let at = HEAD_BYTES;
  let start = 0;
  for (const kind of ORDER) {
    const last = cuts.length === ORDER.length - 1;
    const wanted = kind === "ad" ? AD_BYTES : stretch;
    const piece = bytes.subarray(at, last ? bytes.length : at + wanted);
    at += piece.length;
    cuts.push({ ad: kind === "ad" ? ads.length : null, start, length: piece.length });
    if (kind === "ad") ads.push(piece);
    else {
      own.push(piece);
      start += piece.length;
    }
  }
  return { head: bytes.subarray(0, HEAD_BYTES), programme: Buffer.concat(own), ads, cuts };
}

const ANY_AD = {
  lineitem_id: 1,
  campaign_id: 1,
  team_id: 1,
  creative_id: 1,
  position: "midroll",
  break_at: 0,
  price: "0",
};

type Show = Readonly<{ show_id: number; author_id: number }>;

/** A show and its author. */
export async function makeShow(deps: OpenDeps): Promise<Show> {
  const author_id = await createUser(deps, {
    username: "bench",
    email: "bench@example.org",
    fullname: "Bench",
    password: "a long enough one",
    admin: false,
  });
  const guid = randomUUID();
  const show = { author_id, title: "Bench", permalink: "bench", language: "en", guid };
  return { show_id: await insertShow(deps.db, show), author_id };
}

async function makeEpisode(deps: OpenDeps, show: Show): Promise<number> {
  const rss_guid = randomUUID();
  const episode = { ...show, type: "RECORDED", title: "Bench", permalink: rss_guid } as const;
  const [episode_id = 0] = await insertEpisodes(deps.db, [{ ...episode, rss_guid }]);
  return episode_id;
}
