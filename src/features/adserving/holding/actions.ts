/** Chooses ads for one listener and holds them, so that no two servers hand out the same last one. */
import { randomBytes } from "node:crypto";
import type { Database, Executor } from "../../../platform/db/database.ts";
import type { Limit } from "../../../platform/limits.ts";
import { roomOf } from "../control/room.ts";
import type { Delays } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import { type Circumstances, decide, type Pick } from "../core/decide.ts";
import { makeHistory } from "../core/frequency.ts";
import { needsClaim, type Pace } from "../core/pace.ts";
import type { Opportunity, Origin } from "../schema.ts";
import { CLAIM_BYTES } from "../store.ts";
import { KIND_BOUNDS, narrowest, type OriginRoom, roomFor, roomIn } from "./bounds.ts";
import { countItems } from "./counting.ts";
import { countOpen, insertClaims, lockBookings, lockListener, readHistory } from "./store.ts";

/** For so long ads are held while their rendition is made. */
const CLAIM_MS = 60_000;

/** What is held for whom, beside what the decision knows. */
export type Holding = Readonly<{
  delays: Delays;
  /** Suspect addresses and networks, in hex. */
  suspects: ReadonlySet<string>;
  /** Provisional reservations by kind of network, as of the last refresh and of this process since then. */
  provisional: Map<string, number>;
}>;

/** Ads that are held, or the bound that keeps any from being held. */
export type Held = Readonly<{ picks: readonly Pick[]; refusedBy: Limit | null }>;

/**
 * The ads that `asked` gets, held. In one transaction, which other decisions for the listener and for the
 * listener's network wait for.
 */
export function chooseAndHold(
  db: Database,
  around: Circumstances,
  holding: Holding,
  asked: Opportunity,
): Promise<Held> {
  return db.transaction().execute(async (tx) => {
    const { listener, origin, at } = asked;
    await lockListener(tx, listener, origin?.network ?? null);
    const { room, limit } = await roomOfOrigin(tx, holding, origin, at);
    if (room <= 0) return { picks: [], refusedBy: limit };
    const history = makeHistory(await readHistory(tx, listener, at));
    const picks = decide(around, asked, history).slice(0, room);
    const kept = await keepClaimed(tx, around, holding.delays, picks, at);
    if (kept.length === 0) return { picks: [], refusedBy: null };
    const expires_at = new Date(at.getTime() + CLAIM_MS);
    const digest = randomBytes(CLAIM_BYTES);
    await insertClaims(
      tx,
      { digest, listener, origin, at, expires_at },
      kept.map(({ item: { lineitem_id, campaign_id } }) => ({ lineitem_id, campaign_id })),
    );
    if (origin !== null) addProvisional(holding, origin.kind, kept.length);
    return { picks: kept, refusedBy: null };
  });
}

const UNBOUNDED = { room: Number.POSITIVE_INFINITY, limit: null };

/** How many more ads may be held for listeners from there. */
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

/** Of items of which little is left, those that an exact count still grants. */
async function keepClaimed(
  tx: Executor,
  { pace, note }: Circumstances,
  delays: Delays,
  picks: readonly Pick[],
  at: Date,
): Promise<readonly Pick[]> {
  const scarce = picks.filter(({ place }) => needsClaim(pace, place));
  // At once, so that decisions made while this one waits for the database know of it.
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
      const room = counted === undefined ? 0 : roomOf(item, counted, at.getTime()).room;
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

/** How much less is left of `other` when `item` is held once: they may share a budget. */
function costOf(item: Booking, other: Booking): number {
  if (item === other) return 1;
  if (item.campaign_id !== other.campaign_id || other.budget === null || other.price === 0n)
    return 0;
  return Math.ceil(Number(item.price) / Number(other.price));
}
