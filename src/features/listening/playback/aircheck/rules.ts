/** Chooses what is heard in an aircheck: the ads of one break, and the programme around it; pure. */
import type { Clip } from "../making.ts";

/** How much of the programme is heard besides the ads, and how much of that before the break; in ms. */
const HEARD_MS = 40_000;
const BEFORE_MS = 15_000;

/** About forty seconds of the programme around a break at `timecode`: with an ad of usual length a minute. */
export function clipAround(timecode: number, duration: number): Clip {
  const latest = Math.max(0, duration - HEARD_MS);
  const from = Math.min(latest, Math.max(0, timecode - BEFORE_MS));
  return [from, Math.min(duration, from + HEARD_MS)];
}

type Placed = Readonly<{ break_index: number; creative_id: number }>;

/** The creatives of one break in playback order: those chosen, with `creative_id` first if it is not among them. */
export function adsAround(
  ads: readonly Placed[],
  { break_index, creative_id, most }: Placed & Readonly<{ most: number }>,
): [number, number][] {
  const chosen = ads.filter((ad) => ad.break_index === break_index).map((ad) => ad.creative_id);
  const all = chosen.includes(creative_id)
    ? chosen
    : [creative_id, ...chosen.slice(0, Math.max(0, most - 1))];
  return all.map((id): [number, number] => [break_index, id]);
}
