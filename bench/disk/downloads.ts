/** Invented downloads: renditions as playback stitches them, and the requests of players for them. */
import { createHash } from "node:crypto";
import type { ChosenAd } from "../../src/features/advertising/adserving/schema.ts";
import { stitch } from "../../src/features/listening/playback/stitching.ts";
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";
import type { Manifest } from "../../src/features/listening/renditions/schema.ts";
import { PROFILES } from "../../src/platform/audio/profiles.ts";

const LINEITEMS = 500;
const PROFILE = "mp3-128-stereo";
/** An episode of half an hour and spots of 30 s, in frames of 1152 samples: about 418 bytes each. */
const EPISODE = { frames: 68_906, bytes: 28_800_000, header_bytes: 4096, duration: 1_800_000 };
const SPOT = { frames: 1148, bytes: 480_000 };
const BREAKS = [
  { position: "preroll", share: 0 },
  { position: "midroll", share: 0.5 },
  { position: "postroll", share: 1 },
] as const;
const CHAPTERS = 8;
/** In which a player fetches a download. */
const REQUESTS = 5;
const AGENTS = [
  "AppleCoreMedia/1.0.0.20K71 (iPhone; U; CPU OS 16_1 like Mac OS X; en_au)",
  "Podcasts/1575.1 CFNetwork/1240.0.4 Darwin/20.6.0",
  "AntennaPod/3.4.0",
  "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
  "Pocket Casts",
];

const keyOf = (kind: string, of: string): string =>
  `${kind}/${createHash("sha256").update(of).digest("hex")}.${kind === "image" ? "jpg" : "mp3"}`;

/** The rendition of an episode for the listener of this number, with an ad in each of three breaks. */
export function manifestFor(episode_id: number, number: number): Manifest {
  const { frames, bytes, header_bytes, duration } = EPISODE;
  const profile = PROFILES[PROFILE];
  if (profile === undefined) throw new Error(`no profile ${PROFILE}`);
  const key = keyOf("audio", `episode ${episode_id}`);
  const tags = {
    episode_id,
    title: `An episode about something that happened, number ${episode_id}`,
    show_title: "A show with a name",
    author: "The people who make it",
    published_at: new Date("2026-03-29T04:00:00Z"),
    cover: { key: keyOf("image", "cover"), bytes: 38_000 },
    duration,
    chapters: Array.from({ length: CHAPTERS }, (_, at) => ({
      starts_at: (at * duration) / CHAPTERS,
      title: `Chapter ${at + 1} of episode ${episode_id}, and what it is about`,
      external_url: null,
    })),
  };
  const splices = BREAKS.map(({ position, share }, index) => ({
    cut: {
      frame: Math.floor(frames * share),
      byte_at: header_bytes + Math.floor((bytes - header_bytes) * share),
    },
    timecode: Math.floor(duration * share),
    ads: [adFor(index, position, number)],
  }));
  return stitch(tags, { key, name: PROFILE, profile, header_bytes, frames, bytes }, splices);
}

/** Different ads for each number up to the cube of the line items. */
function adFor(break_index: number, position: ChosenAd["position"], number: number): ChosenAd {
  const lineitem_id = 1 + (Math.floor(number / LINEITEMS ** break_index) % LINEITEMS);
  return {
    break_index,
    position,
    lineitem_id,
    campaign_id: 1 + (lineitem_id % 50),
    team_id: 1,
    creative_id: lineitem_id,
    price: 1_200_000n,
    media_key: keyOf("audio", `spot ${lineitem_id}`),
    ...SPOT,
  };
}

/** The requests of one player, in which it gets the whole rendition; no two listeners share address and app. */
export function requestsFor(
  { episode_id, digest, bytes }: Manifest,
  number: number,
  at: number,
): DeliveryRecord[] {
  const share = Math.ceil(bytes / REQUESTS);
  return Array.from({ length: REQUESTS }, (_, index) => {
    const [first, last] = [index * share, Math.min((index + 1) * share, bytes) - 1];
    return {
      at: at + index * 2000,
      episode_id,
      digest,
      method: "GET",
      status: 206,
      purpose: "download",
      preview: false,
      range: `bytes=${first}-${last}`,
      sent: [[first, last]],
      address: `84.${128 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`,
      user_agent: AGENTS[number % AGENTS.length] ?? "",
      referrer: null,
      session: null,
    };
  });
}
