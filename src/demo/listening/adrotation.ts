/** Chooses which ads a rendition contains, instead of the ad server: few combinations, so that few renditions are made. */
import type { AdRequest, ChosenAd } from "../../features/advertising/adserving/schema.ts";
import type { Booked } from "../advertising/booking.ts";
import type { Language } from "../content/schema.ts";
import type { Random } from "../random.ts";
import { PROFILE } from "../recordings.ts";
import { weighted } from "./audience.ts";

export type Impression = Readonly<{ item: Booked; position: string }>;

/** States that deliver before today. */
const SILENT: readonly Booked["state"][] = ["scheduled", "draft", "incomplete"];

type Situation = Readonly<{
  show_id: number;
  language: Language;
  country: string;
  /** Days from today, at most 0. */
  day: number;
  at: Date;
}>;

/** The line items that may run, at any position. */
export const runningFor = (
  items: readonly Booked[],
  { show_id, language, country, day, at }: Situation,
): Booked[] =>
  items.filter(
    ({ state, flight, countries, languages, show_ids, shows, creative, daypart }) =>
      !SILENT.includes(state) &&
      creative !== null &&
      flight[0] <= day &&
      day <= flight[1] &&
      (countries?.includes(country) ?? true) &&
      (languages?.includes(language) ?? true) &&
      (shows === undefined || show_ids.includes(show_id)) &&
      (daypart === undefined || isWithin(daypart, at)),
  );

const isWithin = ({ days, from, to }: NonNullable<Booked["daypart"]>, at: Date): boolean =>
  days.includes(at.getUTCDay() || 7) && from <= at.getUTCHours() && at.getUTCHours() < to;

const POSITIONS = ["preroll", "midroll", "postroll"] as const;
/** Slots that stay empty, as on any network. */
const UNSOLD = { preroll: 2.5, midroll: 3, postroll: 9 } as const;

/** One line item for each position, or none. */
export function chooseItems(items: readonly Booked[], random: Random): Impression[] {
  const taken = new Set<number>();
  return POSITIONS.flatMap((position): Impression[] => {
    const fitting = items.filter(
      ({ positions, lineitem_id }) =>
        (positions?.includes(position) ?? true) && !taken.has(lineitem_id),
    );
    const draws: (readonly [number, Booked | "nothing"])[] = fitting.map((item) => [
      item.weight,
      item,
    ]);
    const chosen = weighted(random, [...draws, [UNSOLD[position], "nothing"]]);
    if (chosen === "nothing") return [];
    taken.add(chosen.lineitem_id);
    return [{ item: chosen, position }];
  });
}

/** One delivery of a CPM price in 10⁻⁸ of the currency. */
const priceOf = ({ price: [type, amount] }: Booked): bigint =>
  type === "CPM" ? BigInt(Math.round(Number(amount) * 100_000)) : 0n;

/** The chosen line items as the ad server would answer the request. */
export const adsOf = (chosen: readonly Impression[], { breaks }: AdRequest): ChosenAd[] =>
  chosen.flatMap(({ item, position }): ChosenAd[] => {
    const break_index = breaks.findIndex((place) => place.position === position);
    const place = breaks[break_index];
    const file = item.creative?.files[PROFILE];
    if (place === undefined || file === undefined || item.creative === null) return [];
    const { lineitem_id, campaign_id, team_id, creative } = item;
    const ids = { lineitem_id, campaign_id, team_id, creative_id: creative.creative_id };
    return [{ break_index, position: place.position, ...ids, price: priceOf(item), ...file }];
  });
