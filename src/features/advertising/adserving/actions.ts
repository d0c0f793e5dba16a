/** Chooses ads for a listener, reserves them, and records their delivery. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { reportExceeded } from "../../../platform/limits.ts";
import { hasAny } from "./core/bits.ts";
import { type Catalog, matching } from "./core/catalog.ts";
import type { Pick as Picked } from "./core/decide.ts";
import { openZones } from "./core/zones.ts";
import { explainDecision } from "./explaining/rules.ts";
import type { ExplainedAds } from "./explaining/schema.ts";
import { chooseAndReserve } from "./holding/actions.ts";
import { LASTING_MS } from "./holding/bounds.ts";
import { openQueues } from "./holding/queues.ts";
import { openDecisionLog } from "./insight/decisionlog.ts";
import { openDecisionCounts } from "./metrics.ts";
import type { AdRequest, ChosenAd, Flow, Reservation, Settlement } from "./schema.ts";
import { openServingState } from "./servingstate.ts";
import { insertReservations, markFlowing, settleReservations } from "./store.ts";

/** The ad server of one process, with its cached bookings; created once at startup. */
export type Adserver = Readonly<{
  /** Chooses the ads for a listener (none if none can run) and holds them for a minute. */
  chooseAds(opportunity: AdRequest): Promise<ChosenAd[]>;
  /** The decision for a listener without a history, with its reasons. Holds, counts and samples nothing. */
  explainAds(request: AdRequest): Promise<ExplainedAds>;
  /** Reloads the bookings now instead of within about a second. */
  refresh(): Promise<void>;
  /** Writes the counts that are only in memory so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}>;

export function openAdserver(deps: Pick<Deps, "db" | "clock" | "log" | "measures">): Adserver {
  const zones = openZones();
  const caller = openServingState(deps, zones);
  const recorder = openDecisionLog(deps);
  const queues = openQueues();
  const counts = openDecisionCounts(deps.measures);
  const choose = async (request: AdRequest): Promise<ChosenAd[]> => {
    const view = await caller.view();
    const { catalog, pace } = view;
    if (!isWanted(catalog, request)) {
      recorder.see(request);
      counts.add("not-booked", request);
      return [];
    }
    const around = { catalog, pace, zones, random: Math.random, note: recorder.note };
    // Queue by network, so that a client with many user agents also uses only one database connection.
    const key = (request.origin?.network ?? request.listener).toString("hex");
    const began = performance.now();
    const { picks, refusedBy } = await queues.inTurn(key, () =>
      chooseAndReserve(deps.db, around, view, request),
    );
    counts.took((performance.now() - began) / 1000);
    counts.add(refusedBy === null ? "decided" : "refused", request, picks.length);
    // A refused request must not influence forecasts or pacing.
    if (refusedBy === null) recorder.see(request);
    else reportExceeded(refusedBy);
    return picks.map((pick) => chosenOf(pick, request));
  };
  return {
    async chooseAds(request) {
      try {
        return await choose(request);
      } catch (error) {
        // If ads fail, the listener still gets the episode.
        deps.log.error({ err: error }, "no ads could be chosen");
        counts.failed.value += 1;
        return [];
      }
    },
    async explainAds(request) {
      const { catalog, pace } = await caller.view();
      return explainDecision({ catalog, pace, zones, random: Math.random }, request);
    },
    refresh: async () => {
      await caller.refresh();
    },
    flush: recorder.flush,
    close: recorder.close,
  };
}

/** Whether any line item could run. Most requests end here where few are booked. */
function isWanted(catalog: Catalog, request: AdRequest): boolean {
  if (request.breaks.length === 0 || catalog.items.length === 0) return false;
  return hasAny(matching(catalog, request), catalog.items.length);
}

const chosenOf = (
  { break_index, item, creative_id, file }: Picked,
  { breaks }: AdRequest,
): ChosenAd => ({
  break_index,
  position: breaks[break_index]?.position ?? "midroll",
  lineitem_id: item.lineitem_id,
  campaign_id: item.campaign_id,
  team_id: item.team_id,
  creative_id,
  price: item.price,
  ...file,
});

/**
 * Reserves chosen ads until they are delivered or until `expires_at`. A reservation blocks other listeners for only two
 * minutes unless bytes flow (`holdFlowing`). Idempotent.
 */
export const reserve = (tx: Executor, reservation: Reservation): Promise<void> =>
  insertReservations(tx, reservation);

/** Makes reservations lasting once bytes of their rendition have begun to reach the listener. Idempotent. */
export const holdFlowing = (db: Executor, flows: readonly Flow[], at: Date): Promise<void> =>
  markFlowing(db, flows, at, new Date(at.getTime() + LASTING_MS));

/** Records deliveries in the transaction that writes them to the ledger. Pass each ledger row once. */
export const settle = (tx: Executor, settlements: readonly Settlement[]): Promise<void> =>
  settleReservations(tx, settlements);
