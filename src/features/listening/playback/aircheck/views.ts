/** The response of an aircheck; pure. */
import { wireTime } from "../../../../platform/text/time.ts";
import type {
  BookingNames,
  ExplainedAds,
} from "../../../advertising/adserving/explaining/schema.ts";
import type { Break } from "../../../advertising/adserving/schema.ts";
import type { Manifest } from "../../renditions/schema.ts";
import type { Listener } from "../preview/actions.ts";
import { adPlacements } from "../preview/views.ts";
import type { Aircheck, Considered } from "./schema.ts";

/** The audio of an aircheck. */
export type AircheckAudio = Pick<Break, "position" | "timecode"> &
  Readonly<{ manifest: Manifest; audio_url: string; expires_at: Date; creative_id: number }>;

type Made = Readonly<{
  lineitem_id: number;
  episode_id: number;
  listener: Listener;
  reason: string | null;
  heard: AircheckAudio | null;
  considered: readonly Considered[];
}>;

export function aircheckView(made: Made): Aircheck {
  const { lineitem_id, episode_id, listener, reason, heard, considered } = made;
  const ad = heard && adPlacements(heard.manifest).find((one) => one.lineitem_id === lineitem_id);
  return {
    lineitem_id,
    episode_id,
    country: listener.country,
    device: listener.device,
    at: wireTime(listener.at),
    won: reason === null,
    reason,
    position: heard?.position ?? null,
    timecode: heard?.timecode ?? null,
    creative_id: heard?.creative_id ?? null,
    audio_url: heard?.audio_url ?? null,
    expires_at: heard && wireTime(heard.expires_at),
    duration: heard && durationOf(heard.manifest),
    starts_at: ad?.starts_at ?? null,
    ad_duration: ad?.duration ?? null,
    considered: [...considered],
  };
}

const durationOf = ({ parts, bytes_per_minute }: Manifest): number =>
  Math.round(
    (parts.filter(({ kind }) => kind !== "head").reduce((sum, { bytes }) => sum + bytes, 0) *
      60_000) /
      bytes_per_minute,
  );

/** The winners and those losers that the caller may read. */
export function consideredView(
  { ads, losers }: ExplainedAds,
  names: ReadonlyMap<number, BookingNames>,
): Considered[] {
  const named = (lineitem_id: number) => {
    const lineitem_name = names.get(lineitem_id)?.lineitem_name ?? null;
    return { lineitem_id: lineitem_name === null ? null : lineitem_id, lineitem_name };
  };
  return [
    ...ads.map(({ lineitem_id, position, why }) => {
      return { ...named(lineitem_id), position, why, reason: null };
    }),
    ...losers.flatMap(({ lineitem_id, reason }) =>
      names.has(lineitem_id) ? [{ ...named(lineitem_id), position: null, why: null, reason }] : [],
    ),
  ];
}
