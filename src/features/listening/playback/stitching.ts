/** Builds the manifest of a rendition: head, audio, ads; pure. */
import { type Tag, type TagChapter, writeTag } from "../../../platform/audio/id3.ts";
import { infoFrame } from "../../../platform/audio/infoframe.ts";
import { type Cut, REACH_MS } from "../../../platform/audio/quiet.ts";
import type { Timeline } from "../../../platform/audio/timeline.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { ChosenAd } from "../../advertising/adserving/schema.ts";
import { manifestOf, timelineOfParts } from "../renditions/rules.ts";
import type { Manifest, Part, Picture, StitchedAd } from "../renditions/schema.ts";
import type { StoredAudio } from "./audio.ts";

/** The contents of the head. `duration`: of the episode without ads, in ms. */
export type ProgrammeTags = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  author: string;
  published_at: Date | null;
  /** The cover, a small JPEG in the media store. */
  cover: Picture | null;
  duration: number;
  chapters: readonly Readonly<{ starts_at: number; title: string; external_url: string | null }>[];
}>;

/** The ads at one position of the episode, in playback order. */
export type Splice = Readonly<{ cut: Cut; timecode: number; ads: readonly ChosenAd[] }>;

/** The rendition of `audio` with `splices`; without any, the rendition has no ads. */
export function stitch(
  tags: ProgrammeTags,
  audio: StoredAudio,
  splices: readonly Splice[],
): Manifest {
  const parts = partsOf(audio, splices);
  const bytes_per_minute = (audio.profile.bitrate_kbps * 60_000) / 8;
  const frames = audio.frames + sumOf(splices.flatMap(({ ads }) => ads.map((ad) => ad.frames)));
  const bytes = sumOf(parts.map((part) => part.bytes));
  const { before, after } = tagOf(tags, timelineOfParts(parts, bytes_per_minute));
  return manifestOf({
    episode_id: tags.episode_id,
    media_key: audio.key,
    head: Buffer.concat([before, after, infoFrame(audio.profile, frames, bytes)]),
    picture: tags.cover && { ...tags.cover, at: before.length },
    parts,
    bytes_per_minute,
  });
}

/** The rendition of a file that cannot be cut: the file itself. */
export const unstitched = (episode_id: number, key: MediaKey, bytes: number): Manifest =>
  manifestOf({
    episode_id,
    media_key: key,
    head: Buffer.alloc(0),
    parts: [{ kind: "programme", key, start: 0, bytes }],
    bytes_per_minute: 0,
  });

/** The rendition of the audio between two cuts, with the splices that are there; it has no tags. */
export function stitchClip(
  episode_id: number,
  audio: StoredAudio,
  splices: readonly Splice[],
  [from, to]: readonly [Cut, Cut],
): Manifest {
  const within = splices.filter(
    ({ cut }) => cut.byte_at >= from.byte_at && cut.byte_at <= to.byte_at,
  );
  const clip = { ...audio, header_bytes: from.byte_at, bytes: to.byte_at };
  const parts = partsOf(clip, within);
  const ads = sumOf(within.flatMap((splice) => splice.ads.map(({ frames }) => frames)));
  const bytes = sumOf(parts.map((part) => part.bytes));
  return manifestOf({
    episode_id,
    media_key: audio.key,
    head: infoFrame(audio.profile, to.frame - from.frame + ads, bytes),
    parts,
    bytes_per_minute: (audio.profile.bitrate_kbps * 60_000) / 8,
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function partsOf(audio: StoredAudio, splices: readonly Splice[]): Part[] {
  const parts: Part[] = [];
  let place = audio.header_bytes;
  const programmeTo = (end: number) => {
    if (end > place)
      parts.push({ kind: "programme", key: audio.key, start: place, bytes: end - place });
    place = Math.max(place, end);
  };
  for (const { cut, timecode, ads } of splices.toSorted((a, b) => a.cut.byte_at - b.cut.byte_at)) {
    programmeTo(cut.byte_at);
    for (const ad of ads) {
      const { media_key: key, bytes } = ad;
      parts.push({ kind: "ad", key, start: 0, bytes, ad: stitchedAd(ad, timecode) });
    }
  }
  programmeTo(audio.bytes);
  return parts;
}

const stitchedAd = (ad: ChosenAd, break_at: number): StitchedAd => ({
  lineitem_id: ad.lineitem_id,
  campaign_id: ad.campaign_id,
  team_id: ad.team_id,
  creative_id: ad.creative_id,
  position: ad.position,
  break_at,
  price: String(ad.price),
});

/** Chapters at their playback positions in this rendition; those beyond the end of the audio are left out. */
function tagOf(tags: ProgrammeTags, time: Timeline): Tag {
  const { title, show_title, author, published_at, cover, duration, chapters } = tags;
  const kept = chapters.filter(({ starts_at }) => starts_at < duration);
  const starts = kept.map(({ starts_at }) => time.shiftStart(starts_at, REACH_MS));
  const tagged = kept.map(
    (chapter, index): TagChapter => ({
      starts_at: starts[index] ?? 0,
      ends_at: starts[index + 1] ?? time.duration,
      title: chapter.title,
      url: chapter.external_url,
    }),
  );
  const words = { title, album: show_title, artist: author, date: published_at };
  return writeTag({ ...words, chapters: tagged, picture: cover });
}
