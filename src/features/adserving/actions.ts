/** Choosing ads for a listener, holding them, and noting that they were delivered. */
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import { reportExceeded } from "../../platform/limits.ts";
import { hasAny } from "./core/bits.ts";
import { type Catalog, matching } from "./core/catalog.ts";
import type { Pick as Picked } from "./core/decide.ts";
import { openZones } from "./core/zones.ts";
import { chooseAndHold } from "./holding/actions.ts";
import { LASTING_MS } from "./holding/bounds.ts";
import { openQueues } from "./holding/queues.ts";
import { openRecorder } from "./insight/recorder.ts";
import type { ChosenAd, Flow, Opportunity, Reservation, Settlement } from "./schema.ts";
import { openView } from "./serving.ts";
import { insertReservations, markFlowing, settleReservations } from "./store.ts";

/** What one process knows of the bookings; made once at its start. */
export type Adserver = Readonly<{
  chooseAds(opportunity: Opportunity): Promise<ChosenAd[]>;
  /** Looks at the bookings now, instead of within about a second. */
  refresh(): Promise<void>;
  /** Writes down what is only counted in memory so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}>;

export function openAdserver(deps: Pick<Deps, "db" | "clock" | "log">): Adserver {
  const zones = openZones();
  const viewer = openView(deps, zones);
  const recorder = openRecorder(deps);
  const queues = openQueues();
  const choose = async (asked: Opportunity): Promise<ChosenAd[]> => {
    const view = await viewer.view();
    const { catalog, pace } = view;
    if (!isWanted(catalog, asked)) {
      recorder.see(asked);
      return [];
    }
    const around = { catalog, pace, zones, random: Math.random, note: recorder.note };
    // Of a network as a whole: who has many user agents holds one connection to the database as well.
    const key = (asked.origin?.network ?? asked.listener).toString("hex");
    const { picks, refusedBy } = await queues.inTurn(key, () =>
      chooseAndHold(deps.db, around, view, asked),
    );
    // Who asks in vain is neither an opportunity to forecast from nor a chance to pace by.
    if (refusedBy === null) recorder.see(asked);
    else reportExceeded(refusedBy);
    return picks.map((pick) => chosenOf(pick, asked));
  };
  return {
    async chooseAds(asked) {
      try {
        return await choose(asked);
      } catch (error) {
        // A listener gets the programme whatever happens to its advertising.
        deps.log.error({ err: error }, "no ads could be chosen");
        return [];
      }
    },
    refresh: async () => {
      await viewer.refresh();
    },
    flush: recorder.flush,
    close: recorder.close,
  };
}

/** Whether anything could run at all: most requests end here where little is booked. */
function isWanted(catalog: Catalog, asked: Opportunity): boolean {
  if (asked.breaks.length === 0 || catalog.items.length === 0) return false;
  return hasAny(matching(catalog, asked), catalog.items.length);
}

const chosenOf = (
  { break_index, item, creative_id, file }: Picked,
  { breaks }: Opportunity,
): ChosenAd => ({
  ...{ break_index, position: breaks[break_index]?.position ?? "midroll" },
  ...{ lineitem_id: item.lineitem_id, campaign_id: item.campaign_id, team_id: item.team_id },
  ...{ creative_id, price: item.price, ...file },
});

/** The ads for this listener, none when there is nothing to run. They are held for a minute. */
export const chooseAds = (adserver: Adserver, opportunity: Opportunity): Promise<ChosenAd[]> =>
  adserver.chooseAds(opportunity);

/**
 * Holds chosen ads until they are delivered or `expires_at`; against others only for two minutes, unless bytes
 * flow (`holdFlowing`). Idempotent.
 */
export const reserve = (tx: Executor, reservation: Reservation): Promise<void> =>
  insertReservations(tx, reservation);

/** Makes what is held lasting for listeners whom bytes of their rendition have begun to reach. Idempotent. */
export const holdFlowing = (db: Executor, flows: readonly Flow[], at: Date): Promise<void> =>
  markFlowing(db, flows, at, new Date(at.getTime() + LASTING_MS));

/** Notes deliveries, in the transaction that writes them to the ledger: each row once. */
export const settle = (tx: Executor, settlements: readonly Settlement[]): Promise<void> =>
  settleReservations(tx, settlements);
