/** Chooses ads for one listener and holds them, so that no two servers hand out the same last one. */
import { randomBytes } from "node:crypto";
import type { Database, Executor } from "../../../platform/db/database.ts";
import { roomOf } from "../control/room.ts";
import type { Delays } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import { type Circumstances, decide, type Pick } from "../core/decide.ts";
import { makeHistory } from "../core/frequency.ts";
import { needsClaim, type Pace } from "../core/pace.ts";
import type { Opportunity } from "../schema.ts";
import { CLAIM_BYTES } from "../store.ts";
import { countItems } from "./counting.ts";
import { insertClaims, lockBookings, lockListener, readHistory } from "./store.ts";

/** For so long ads are held while their rendition is made. */
const CLAIM_MS = 60_000;

/** The ads that `asked` gets, held. In one transaction, which other decisions for the listener wait for. */
export function chooseAndHold(
  db: Database,
  around: Circumstances,
  delays: Delays,
  asked: Opportunity,
): Promise<readonly Pick[]> {
  return db.transaction().execute(async (tx) => {
    await lockListener(tx, asked.listener);
    const history = makeHistory(await readHistory(tx, asked.listener, asked.at));
    const picks = decide(around, asked, history);
    const kept = await keepClaimed(tx, around, delays, picks, asked.at);
    if (kept.length === 0) return [];
    const { listener, at } = asked;
    const expires_at = new Date(at.getTime() + CLAIM_MS);
    const digest = randomBytes(CLAIM_BYTES);
    await insertClaims(
      tx,
      { digest, listener, at, expires_at },
      kept.map(({ item: { lineitem_id, campaign_id } }) => ({ lineitem_id, campaign_id })),
    );
    return kept;
  });
}

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
