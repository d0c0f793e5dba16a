/** Computes the breaks of an episode (contract §8); pure. */
import { type DefaultBreak, USUAL_BREAKS } from "../../publishing/shows/rules.ts";
import type { Break, Position } from "./schema.ts";

type Cuepoint = Readonly<{ timecode: number; ads_max_count: number }>;

/**
 * The breaks of an episode of `duration` ms, by time: its cuepoints if it has any, else the show's defaults. Timecode 0
 * is before the programme, the duration (and beyond) after it.
 */
export function breaksOf(
  cuepoints: readonly Cuepoint[],
  defaults: readonly DefaultBreak[] | null,
  duration: number,
): Break[] {
  const places = cuepoints.length > 0 ? cuepoints : placesOf(defaults ?? USUAL_BREAKS, duration);
  const sorted = places
    .map(({ timecode, ads_max_count }) => ({
      timecode: Math.min(timecode, Math.max(duration, 0)),
      ads_max_count,
    }))
    .sort((a, b) => a.timecode - b.timecode);
  const breaks = sorted.map((place) => ({
    ...place,
    position: positionOf(place.timecode, duration),
  }));
  const midrolls = breaks.filter(({ position }) => position === "midroll");
  return breaks.map((place) => ({
    ...place,
    midroll: place.position === "midroll" ? midrolls.indexOf(place) + 1 : null,
    last_midroll: place === midrolls.at(-1),
  }));
}

/** Default mid-rolls whose timecode is outside the programme are left out. */
const placesOf = (defaults: readonly DefaultBreak[], duration: number): Cuepoint[] =>
  defaults.flatMap(({ position, timecode, ads_max_count }) => {
    if (position === "preroll") return [{ timecode: 0, ads_max_count }];
    if (position === "postroll") return [{ timecode: duration, ads_max_count }];
    const inside = timecode !== undefined && timecode > 0 && timecode < duration;
    return inside ? [{ timecode, ads_max_count }] : [];
  });

const positionOf = (timecode: number, duration: number): Position =>
  timecode <= 0 ? "preroll" : timecode >= duration ? "postroll" : "midroll";
