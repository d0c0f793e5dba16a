/** Chooses ads for one listener and reserves them, so that two servers never hand out the same last ad. */
import type { Database, Executor } from "../../../../platform/db/database.ts";
import type { Limit } from "../../../../platform/limits.ts";
import { remainingOf } from "../control/remaining.ts";
import type { Delays } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import { type DecisionContext, decide, type Pick } from "../core/decide.ts";
import { makeHistory } from "../core/frequency.ts";
import { needsClaim, type Pace } from "../core/pace.ts";
import type { AdRequest, Origin } from "../schema.ts";
import { KIND_BOUNDS, narrowest, type OriginRoom, roomFor, roomIn } from "./bounds.ts";
import { countItems } from "./counting.ts";
import { countOpen, insertClaims, lockBookings, lockListener, readHistory } from "./store.ts";

/** How long ads are held while their rendition is made. */
const CLAIM_MS = 60_000;

/** What the choice needs to know about existing reservations. */
export type Holding = Readonly<{
  delays: Delays;
  /** Suspect addresses and networks, in hex. */
  suspects: ReadonlySet<string>;
  /** Provisional reservations by kind of network: as of the last refresh, plus those made by this process since. */
  provisional: Map<string, number>;
}>;

/** The ads held, or the bound that prevented holding any. */
export type ReservedAds = Readonly<{ picks: readonly Pick[]; refusedBy: Limit | null }>;

/**
 * Chooses the ads for `asked` and holds them, in one transaction. Other decisions for the same listener or network wait
 * for it.
 */
export function chooseAndReserve(
  db: Database,
  around: DecisionContext,
  holding: Holding,
  request: AdRequest,
): Promise<ReservedAds> {
  return db.transaction().execute(async (tx) => {
    const { listener, origin, at } = request;
    await lockListener(tx, listener, origin?.network ?? null);
    const { room, limit } = await roomOfOrigin(tx, holding, origin, at);
    if (room <= 0) return { picks: [], refusedBy: limit };
    const history = makeHistory(await readHistory(tx, listener, at));
    const picks = decide(around, request, history).slice(0, room);
    const kept = await keepClaimed(tx, around, holding.delays, picks, at);
    if (kept.length === 0) return { picks: [], refusedBy: null };
    const expires_at = new Date(at.getTime() + CLAIM_MS);
    await insertClaims(
      tx,
      { listener, origin, at, expires_at },
      kept.map(({ item: { lineitem_id, campaign_id } }) => ({ lineitem_id, campaign_id })),
    );
    if (origin !== null) addProvisional(holding, origin.kind, kept.length);
    return { picks: kept, refusedBy: null };
  });
}

const UNBOUNDED = { room: Number.POSITIVE_INFINITY, limit: null };

/** How many more ads may be held for listeners at this origin. */
async function roomOfOrigin(
  tx: Executor,
  { suspects, provisional }: Holding,
  origin: Origin | null,
  at: Date,
): Promise<OriginRoom | typeof UNBOUNDED> {
  if (origin === null) return UNBOUNDED;
  const ofOrigin = roomFor(await countOpen(tx, origin, at), {
    address: suspects.has(origin.address.toString("hex")),
    network: suspects.has(origin.network.toString("hex")),
  });
  const bound = KIND_BOUNDS[origin.kind];
  if (bound === undefined) return ofOrigin;
  return narrowest([ofOrigin, roomIn(bound, provisional.get(origin.kind) ?? 0)]);
}

const addProvisional = ({ provisional }: Holding, kind: string, ads: number): void => {
  provisional.set(kind, (provisional.get(kind) ?? 0) + ads);
};

/** Keeps the picks that an exact count still allows, for items that are almost used up. */
async function keepClaimed(
  tx: Executor,
  { pace, note }: DecisionContext,
  delays: Delays,
  picks: readonly Pick[],
  at: Date,
): Promise<readonly Pick[]> {
  const scarce = picks.filter(({ place }) => needsClaim(pace, place));
  // Count them at once, so that decisions made while this one waits for the database include them.
  for (const { place } of picks) addLocal(pace, place, 1);
  if (scarce.length === 0) return picks;
  const items = [...new Set(scarce.map(({ item }) => item))];
  await lockBookings(
    tx,
    items.map(({ lineitem_id }) => lineitem_id),
    items.flatMap(({ budget, campaign_id }) => (budget === null ? [] : [campaign_id])),
  );
  const counts = await countItems(tx, items, delays, at);
  const left = new Map(
    items.map((item) => {
      const counted = counts.get(item.lineitem_id);
      const room = counted === undefined ? 0 : remainingOf(item, counted, at.getTime()).room;
      return [item, room ?? Number.POSITIVE_INFINITY];
    }),
  );
  return picks.filter(({ item, place }) => {
    const room = left.get(item);
    if (room === undefined) return true;
    if (room > 0) {
      for (const [other, rest] of left) left.set(other, rest - costOf(item, other));
      return true;
    }
    pace.closed[place] = 1;
    addLocal(pace, place, -1);
    note(item.lineitem_id, "claim-lost", 1);
    return false;
  });
}

const addLocal = ({ local }: Pace, place: number, by: number): void => {
  local[place] = (local[place] ?? 0) + by;
};

/** How much the room of `other` shrinks when `item` is held once: they may share a budget. */
function costOf(item: Booking, other: Booking): number {
  if (item === other) return 1;
  if (item.campaign_id !== other.campaign_id || other.budget === null || other.price === 0n)
    return 0;
  return Math.ceil(Number(item.price) / Number(other.price));
}
