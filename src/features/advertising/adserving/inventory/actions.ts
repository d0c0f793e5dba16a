/** The slots of the coming weeks on the shows that teams may book, with how many of them are booked. */
import type { Deps } from "../../../../deps.ts";
import { readBookings } from "../bookings/actions.ts";
import { listPacings } from "../bookings/store.ts";
import { HISTORY_DAYS } from "../control/learning.ts";
import { openZones } from "../core/zones.ts";
import { pastOf, USUAL_YIELD } from "../forecasting/actions.ts";
import { listSamples } from "../insight/store.ts";
import { type Cell, inventoryOf, weeksFrom } from "./rules.ts";
import type { Inventory, InventoryQuery, InventoryRow } from "./schema.ts";
import { countDelivered, titlesOf } from "./store.ts";

const DAY = 24 * 3_600_000;
/** Decisions that are replayed for one answer, about as many as for two forecasts. */
const MOST_DECISIONS = 6000;
const MOST_ROWS = 1000;

/** What narrows the rows; undefined: nothing. */
type Narrowed = Partial<Pick<InventoryQuery, "show_id" | "position" | "country">>;

/** All rows by week, the largest first, and their total before rounding. */
export type Found = Readonly<{ samples_count: number; cells: readonly (Cell & Titled)[] }>;
type Titled = Readonly<{ show_title: string }>;

/** Rights are the caller's matter. */
export async function findInventory(
  { db, clock }: Pick<Deps, "db" | "clock">,
  team_ids: readonly number[],
  weeks: number,
): Promise<Found> {
  const at = clock();
  const zones = openZones();
  const from = new Date(at.getTime() - HISTORY_DAYS * DAY);
  const most = Math.floor(MOST_DECISIONS / 2 / weeks);
  const samples = await listSamples(db, team_ids, from, at, Math.min(1000, most));
  const bookings = samples.length === 0 ? [] : await readBookings(db, zones, at);
  const found = inventoryOf({
    bookings,
    pacings: new Map((await listPacings(db)).map((row) => [row.lineitem_id, row])),
    delivered: await countDelivered(
      db,
      bookings.map(({ lineitem_id }) => lineitem_id),
    ),
    past: pastOf(samples),
    weeks: weeksFrom(at.getTime(), weeks),
    now: at.getTime(),
    yield: USUAL_YIELD,
    zones,
  });
  const titles = await titlesOf(db, [...new Set(found.map(({ show_id }) => show_id))]);
  const cells = found.flatMap((cell) => {
    const show_title = titles.get(cell.show_id);
    // A show that was deleted has no slots to come.
    return show_title === undefined ? [] : [{ ...cell, show_title }];
  });
  return {
    samples_count: samples.length,
    cells: cells.sort((a, b) =>
      a.week === b.week ? b.forecast - a.forecast : a.week < b.week ? -1 : 1,
    ),
  };
}

const slotsOf = (forecast: number, booked: number) => ({
  forecast: Math.round(forecast),
  booked: Math.round(booked),
  free: Math.round(forecast) - Math.round(booked),
});

/** The rows that match, those without a whole slot left out, and the total of all that match. */
export function rowsOf(
  { cells }: Found,
  { show_id, position, country }: Narrowed,
): { rows: InventoryRow[]; total: Inventory["total"] } {
  const matching = cells.filter(
    (cell) =>
      (show_id === undefined || cell.show_id === show_id) &&
      (position === undefined || cell.position === position) &&
      (country === undefined || cell.country === country),
  );
  const sum = (of: (cell: Cell) => number) => matching.reduce((all, cell) => all + of(cell), 0);
  return {
    rows: matching
      .map(({ forecast, booked, ...cell }) => ({ ...cell, ...slotsOf(forecast, booked) }))
      .filter(({ forecast }) => forecast > 0),
    total: slotsOf(
      sum(({ forecast }) => forecast),
      sum(({ booked }) => booked),
    ),
  };
}

/** The answer of the API. */
export async function readInventory(
  deps: Pick<Deps, "db" | "clock">,
  team_ids: readonly number[],
  query: InventoryQuery,
): Promise<Inventory> {
  const found = await findInventory(deps, team_ids, query.weeks);
  const { rows, total } = rowsOf(found, query);
  return {
    samples_count: found.samples_count,
    total,
    rows_count: rows.length,
    rows: rows.slice(0, MOST_ROWS),
  };
}
