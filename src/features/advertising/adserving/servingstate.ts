/** The bookings and pacing of one web process, refreshed about every second while requests arrive. */
import type { Deps } from "../../../deps.ts";
import { readBookings } from "./bookings/actions.ts";
import { countHeldSince, listPacings, readPulse } from "./bookings/store.ts";
import { type Delays, delaysOf } from "./control/yields.ts";
import { type Catalog, makeCatalog } from "./core/catalog.ts";
import {
  makePace,
  type Pace,
  type Pacing,
  type PublishedPacing,
  readPacings,
} from "./core/pace.ts";
import type { Zones } from "./core/zones.ts";
import type { Holding } from "./holding/actions.ts";
import { countProvisional, listSuspects, readSettledAges } from "./holding/store.ts";

type ServingState = Readonly<{ catalog: Catalog; pace: Pace }> & Holding;

type Parts = {
  pulse: { bookings: string; pacing: string };
  catalog: Catalog;
  pacings: ReadonlyMap<number, Pacing>;
  published: PublishedPacing;
  delays: Delays;
  suspects: ReadonlySet<string>;
  /** The reservation up to which the controller has counted. */
  counted_to: number;
};

const REFRESH_MS = 1000;
/** Reloading all bookings may take at most this share of the time. */
const LOAD_SHARE = 0.1;

export type ServingStateCache = Readonly<{
  /** At most about a second old, or the last one that could be read. */
  view(): Promise<ServingState>;
  refresh(): Promise<ServingState>;
}>;

/** Queries the database only when `view` is called. */
export function openServingState(
  { db, clock }: Pick<Deps, "db" | "clock">,
  zones: Zones,
  refreshMs = REFRESH_MS,
): ServingStateCache {
  let parts: Parts | null = null;
  let view: ServingState | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let loadAgainAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<ServingState> | null = null;
  const load = async (pulse: Parts["pulse"]): Promise<Catalog> => {
    if (parts !== null && parts.pulse.bookings === pulse.bookings) return parts.catalog;
    // Keep the old catalog while reloading a large one would take most of the time.
    if (parts !== null && performance.now() < loadAgainAt) return parts.catalog;
    const start = performance.now();
    const catalog = makeCatalog(await readBookings(db, zones, clock()));
    const end = performance.now();
    loadAgainAt = end + (end - start) / LOAD_SHARE - REFRESH_MS;
    return catalog;
  };
  const read = async (): Promise<ServingState> => {
    const pulse = await readPulse(db);
    const catalog = await load(pulse);
    const kept = catalog === parts?.catalog ? parts.pulse.bookings : pulse.bookings;
    const paced =
      parts !== null && parts.pulse.pacing === pulse.pacing ? parts : await readPaced(db);
    const { pacings, delays, suspects, counted_to } = paced;
    const published =
      paced === parts && catalog === parts.catalog
        ? parts.published
        : readPacings(catalog, pacings);
    parts = {
      pulse: { ...pulse, bookings: kept },
      catalog,
      pacings,
      published,
      delays,
      suspects,
      counted_to,
    };
    const isEmpty = catalog.items.length === 0;
    const at = clock();
    const used = isEmpty ? new Map() : await countHeldSince(db, counted_to, at);
    const provisional = isEmpty ? new Map() : await countProvisional(db, at);
    view = { catalog, pace: makePace(catalog, published, used), delays, suspects, provisional };
    readAt = performance.now();
    return view;
  };
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    refresh,
    view: async () => (view !== null && performance.now() - readAt < refreshMs ? view : refresh()),
  };
}

async function readPaced(
  db: Deps["db"],
): Promise<Pick<Parts, "pacings" | "delays" | "suspects" | "counted_to">> {
  const rows = await listPacings(db);
  return {
    pacings: new Map(rows.map((row) => [row.lineitem_id, row])),
    delays: delaysOf(await readSettledAges(db)),
    suspects: await listSuspects(db),
    counted_to: rows.reduce((latest, row) => Math.max(latest, row.counted_to ?? 0), 0),
  };
}
