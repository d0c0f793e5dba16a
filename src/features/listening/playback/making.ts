/** Makes the manifest of an episode's rendition from what is stored of the episode and the ads of its breaks. */
import { notFound } from "../../../platform/failure.ts";
import type { Break, ChosenAd } from "../../advertising/adserving/schema.ts";
import { listChapters } from "../../publishing/episodes/chapters/store.ts";
import type { Manifest, Picture } from "../renditions/schema.ts";
import { type StoredAudio, storedAudio } from "./audio.ts";
import { cutNear, cutsFor } from "./cutting.ts";
import { isDelivered } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { type ProgrammeTags, type Splice, stitch, stitchClip, unstitched } from "./stitching.ts";
import type { Playable } from "./store.ts";

type Needs = Pick<Playback, "db" | "clock" | "files">;

/** An episode whose audio this server delivers. */
export type Played = Playable & Readonly<{ media_key: string }>;

export const isOurs = (episode: Playable): episode is Played =>
  episode.media_key !== null && isDelivered(episode.media_key);

/** A break and its ads, in playback order. */
export type Chosen = Readonly<{ at: Break; ads: readonly ChosenAd[] }>;

/** The breaks that have ads, with them. */
export const byBreak = (breaks: readonly Break[], ads: readonly ChosenAd[]): Chosen[] =>
  breaks
    .map((at, index) => ({ at, ads: ads.filter(({ break_index }) => break_index === index) }))
    .filter((one) => one.ads.length > 0);

/** A tag holds at most so many chapters. */
const MOST_CHAPTERS = 255;

/** The rendition of the episode's audio with the ads of `chosen`. */
export async function makeManifest(
  deps: Needs,
  episode: Played,
  chosen: readonly Chosen[],
): Promise<Manifest> {
  const { episode_id, media_key } = episode;
  const audio = storedAudio(episode);
  if (audio === null) return unstitched(episode_id, media_key, await lengthOf(deps, media_key));
  return stitch(await toldOf(deps, episode), audio, await splicesOf(deps, audio, chosen));
}

/** A part of the episode's programme, in ms. */
export type Clip = readonly [from: number, to: number];

/** The rendition of a part of the audio, without tags; null for audio that cannot be cut. */
export async function makeClip(
  deps: Needs,
  episode: Played,
  chosen: readonly Chosen[],
  [from, to]: Clip,
): Promise<Manifest | null> {
  const audio = storedAudio(episode);
  if (audio === null) return null;
  const ends = [
    await cutNear(deps.files, audio, from),
    await cutNear(deps.files, audio, to),
  ] as const;
  return stitchClip(episode.episode_id, audio, await splicesOf(deps, audio, chosen), ends);
}

async function splicesOf(
  deps: Needs,
  audio: StoredAudio,
  chosen: readonly Chosen[],
): Promise<Splice[]> {
  const places = chosen.map(({ at }) => at);
  const cuts = await cutsFor(deps, audio, places);
  return chosen.flatMap(({ at, ads }, index) => {
    const cut = cuts[index];
    return cut === undefined ? [] : [{ cut, timecode: at.timecode, ads }];
  });
}

async function toldOf({ db, files }: Needs, episode: Played): Promise<ProgrammeTags> {
  const { episode_id, title, show_title, published_at, duration } = episode;
  const limit = MOST_CHAPTERS - 1;
  const chapters = await listChapters(db, { episode_id, after: null, limit });
  const author = episode.author_name || episode.author_fullname;
  const cover = await coverOf(files, episode.cover_key);
  return { episode_id, title, show_title, author, published_at, cover, duration, chapters };
}

/** If the cover's file is missing, the audio is served without a cover. */
async function coverOf(files: Playback["files"], key: string | null): Promise<Picture | null> {
  const file = key === null ? null : await files.open(key);
  if (key === null || file === null) return null;
  file.release();
  return { key, bytes: file.bytes };
}

async function lengthOf({ files }: Needs, media_key: string): Promise<number> {
  const file = await files.open(media_key);
  if (file === null) throw notFound("audio");
  file.release();
  return file.bytes;
}
