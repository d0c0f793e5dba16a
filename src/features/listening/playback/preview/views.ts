/** The response of a preview: its breaks and ads where they are heard; pure. */
import { REACH_MS } from "../../../../platform/audio/quiet.ts";
import { wireTime } from "../../../../platform/text/time.ts";
import type {
  BookingNames,
  ExplainedAds,
} from "../../../advertising/adserving/explaining/schema.ts";
import type { Break } from "../../../advertising/adserving/schema.ts";
import { timelineOfParts } from "../../renditions/rules.ts";
import type { Manifest } from "../../renditions/schema.ts";
import type { Played } from "../making.ts";
import type { Preview } from "./schema.ts";

/** The address of a preview. The name is only for people. */
export const previewUrl = (permalink: string, token: string, baseUrl: string): string =>
  `${baseUrl}/media/preview/${encodeURIComponent(permalink)}.mp3?token=${token}`;

type Made = ExplainedAds &
  Readonly<{
    episode: Pick<Played, "episode_id" | "duration">;
    listener: Readonly<{ country: string | null; device: string; at: Date }>;
    manifest: Manifest;
    expires_at: Date;
    audio_url: string;
    breaks: readonly Break[];
    names: ReadonlyMap<number, BookingNames>;
  }>;

export function previewView(made: Made): Preview {
  const { episode, listener, manifest, breaks, losers, names } = made;
  const { parts, bytes_per_minute } = manifest;
  const timeline = timelineOfParts(parts, bytes_per_minute);
  const heard = adPlacements(manifest);
  return {
    episode_id: episode.episode_id,
    country: listener.country,
    device: listener.device,
    at: wireTime(listener.at),
    audio_url: made.audio_url,
    expires_at: wireTime(made.expires_at),
    duration: bytes_per_minute === 0 ? episode.duration : timeline.duration,
    breaks: breaks.map(({ position, timecode, ads_max_count }, index) => {
      const own = made.ads.filter(({ break_index }) => break_index === index);
      const ads = own.flatMap((ad) => {
        const place = heard.shift();
        return place === undefined ? [] : [{ ...nameOf(ad, names), ...place }];
      });
      const starts_at = ads[0]?.starts_at ?? timeline.shiftStart(timecode, REACH_MS);
      const duration = ads.reduce((sum, ad) => sum + ad.duration, 0);
      return { position, timecode, ads_max_count, starts_at, duration, ads };
    }),
    refusals: losers.flatMap(({ lineitem_id, reason }) => {
      const named = names.get(lineitem_id);
      return named === undefined
        ? []
        : [{ lineitem_id, lineitem_name: named.lineitem_name, reason }];
    }),
  };
}

function nameOf(ad: ExplainedAds["ads"][number], names: Made["names"]) {
  const { lineitem_id, campaign_id, creative_id, priority_id, why } = ad;
  const named = names.get(lineitem_id);
  return {
    lineitem_id,
    campaign_id,
    creative_id,
    lineitem_name: named?.lineitem_name ?? null,
    campaign_name: named?.campaign_name ?? null,
    advertiser_name: named?.advertiser_name ?? null,
    priority_id,
    why,
  };
}

/** When each ad is heard, in playback order, which is the order of the breaks. */
export function adPlacements({ parts, bytes_per_minute }: Manifest) {
  const places: { lineitem_id: number; starts_at: number; duration: number }[] = [];
  let bytes = 0;
  const msOf = (count: number) => Math.round((count * 60_000) / bytes_per_minute);
  for (const part of parts) {
    if (part.kind === "head") continue;
    if (part.kind === "ad") {
      const { lineitem_id } = part.ad;
      places.push({ lineitem_id, starts_at: msOf(bytes), duration: msOf(part.bytes) });
    }
    bytes += part.bytes;
  }
  return places;
}
