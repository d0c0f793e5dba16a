/** Generates rows of the ledgers and of raw events for any stretch of the load, as text. */
import { dayOf, numberOf } from "../../src/platform/statistics/calendar.ts";
import {
  campaignOf,
  DAYS,
  episodeOf,
  FIRST,
  isPlay,
  type Load,
  lineitemOf,
  listenerOf,
  lowerOf,
  microsecondOf,
  NAMES,
  namesOf,
  organizationOf,
  priceOf,
  SIZES,
  type Stretch,
  showOf,
  teamOf,
  upperOf,
  userOf,
} from "./events.ts";

const DAY_MS = 86_400_000;
const START_MS = numberOf(FIRST) * DAY_MS;

/** The time of an event, different for each, within the day of `stretchOf`. */
function momentOf(event: number, load: Load): string {
  const day = Math.floor((event * DAYS) / load.events);
  const micros = microsecondOf(event, load);
  const rest = String(micros % 1000).padStart(3, "0");
  const date = new Date(START_MS + day * DAY_MS + Math.floor(micros / 1000));
  return `${date.toISOString().slice(0, -1)}${rest}Z`;
}

const hex = (half: number): string => (half >>> 0).toString(16).padStart(8, "0");
const PADDING = "0".repeat(48);
/** A key of 32 bytes that starts with the listener's hash. */
function keyOf(event: number, load: Load): string {
  const listener = listenerOf(event, load);
  return `\\\\x${hex(upperOf(listener))}${hex(lowerOf(listener))}${PADDING}`;
}

export const IMPRESSION_COLUMNS = `window_start, at, listener, digest, segment, batch_id, lineitem_id,
  campaign_id, team_id, creative_id, episode_id, show_id, price`;

export function impressionLine(event: number, load: Load, batch: number): string {
  const moment = momentOf(event, load);
  const lineitem = lineitemOf(event);
  const campaign = campaignOf(lineitem);
  const episode = episodeOf(event);
  return `${moment}\t${moment}\t${keyOf(event, load)}\t\\\\x00\t1\t${batch}\t${lineitem}\t${campaign}\t${teamOf(campaign)}\t${lineitem}\t${episode}\t${showOf(episode)}\t${priceOf(lineitem)}\n`;
}

export const DOWNLOAD_COLUMNS = `window_start, at, listener, episode_id, batch_id, show_id, author_id,
  organization_id, purpose, source, device, os, os_kind, country`;

export function downloadLine(event: number, load: Load, batch: number): string {
  const moment = momentOf(event, load);
  const episode = episodeOf(event);
  const show = showOf(episode);
  const user = userOf(show);
  const [source, device, system, country] = namesOf(event).map((place) => NAMES[place]);
  const purpose = isPlay(event) ? "play" : "download";
  return `${moment}\t${moment}\t${keyOf(event, load)}\t${episode}\t${batch}\t${show}\t${user}\t${organizationOf(user)}\t${purpose}\t${source?.name}\t${device?.name}\t${system?.name}\t${system?.kind}\t${country?.name}\n`;
}

/** The columns of a raw event for each line item: team, campaign, line item, impressions, revenue. */
const SOLD = Array.from({ length: SIZES.lineitems + 1 }, (_, lineitem) => {
  const campaign = campaignOf(lineitem);
  return `\t${teamOf(campaign)}\t${campaign}\t${lineitem}\t1\t${priceOf(lineitem)}\n`;
});

/** Impressions of a stretch as raw events: the day, and the columns in `SOLD`. */
export function rawEvents({ events }: Load, { first, after }: Stretch): string {
  const lines: string[] = [];
  for (let event = first; event < after; event += 1) {
    const day = dayOf(numberOf(FIRST) + Math.floor((event * DAYS) / events));
    lines.push(day + SOLD[lineitemOf(event)]);
  }
  return lines.join("");
}
