/** Learns from sampled ad requests in which hours of the week each line item could have run. */
import type { Deps } from "../../../../deps.ts";
import { readBookings } from "../bookings/actions.ts";
import { membersOf } from "../core/bits.ts";
import { makeCatalog, matching } from "../core/catalog.ts";
import { isOpen, openHours } from "../core/dayparts.ts";
import { hourOfWeekOf, openZones } from "../core/zones.ts";
import { adRequestOf } from "../insight/samples.ts";
import { forgetInsight, listSamples } from "../insight/store.ts";
import { forgetExposures, writeRhythm } from "./store.ts";
import { meanWeek } from "./traffic.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How far back samples are read, in days. */
export const HISTORY_DAYS = 28;
const KEPT_DAYS = { counts: 400, exposures: 35 };
/** More samples make it slower but not better: this is about thirty per hour of the week. */
const MOST_SAMPLES = 5000;

/** Writes the rhythm of every line item that may run, and deletes expired records. */
export async function learnRhythms({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const at = clock();
  const zones = openZones();
  const catalog = makeCatalog(await readBookings(db, zones, at));
  const hours = catalog.items.map(() => new Array<number>(168).fill(0));
  const from = new Date(at.getTime() - HISTORY_DAYS * DAY);
  const until = new Date(at.getTime() + MINUTE);
  const samples = await listSamples(db, null, from, until, MOST_SAMPLES);
  const now = at.getTime();
  const since = samples.reduce((least, { at: seen }) => Math.min(least, seen.getTime()), now);
  for (const { at: seen, weight, sample } of samples) {
    const week = hourOfWeekOf(seen.getTime());
    const bits = matching(catalog, adRequestOf(sample, seen));
    for (const place of membersOf(bits, 0, catalog.items.length)) {
      const item = catalog.items[place];
      const own = hours[place];
      if (item === undefined || own === undefined) continue;
      if (isOpen(item.hours, seen.getTime(), item.timezone, zones))
        own[week] = (own[week] ?? 0) + weight;
    }
  }
  for (const [place, item] of catalog.items.entries()) {
    const week = meanWeek(hours[place] ?? [], since, now, openHours(item, now, zones));
    await writeRhythm(db, item.lineitem_id, [...week], at);
  }
  const before = (days: number) => new Date(at.getTime() - days * DAY);
  await forgetInsight(db, from, before(KEPT_DAYS.counts));
  await forgetExposures(db, before(KEPT_DAYS.exposures));
}
