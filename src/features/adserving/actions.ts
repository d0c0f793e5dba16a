/** Choosing ads for a listener, holding them, and noting that they were delivered. */
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import type { ChosenAd, Opportunity, Reservation, Settlement } from "./schema.ts";
import { insertReservations, settleReservations } from "./store.ts";

/** What one process knows of the bookings; made once at its start. */
export type Adserver = Readonly<{
  chooseAds(opportunity: Opportunity): Promise<ChosenAd[]>;
  /** Writes down what is only counted in memory so far. */
  close(): Promise<void>;
}>;

export function openAdserver(_deps: Pick<Deps, "db" | "clock" | "log">): Adserver {
  return { chooseAds: async () => [], close: async () => {} };
}

/** The ads for this listener, none when there is nothing to run. They are held for a minute. */
export const chooseAds = (adserver: Adserver, opportunity: Opportunity): Promise<ChosenAd[]> =>
  adserver.chooseAds(opportunity);

/** Holds chosen ads until they are delivered or `expires_at`. Twice changes nothing. */
export const reserve = (tx: Executor, reservation: Reservation): Promise<void> =>
  insertReservations(tx, reservation);

/** Notes deliveries, in the transaction that writes them to the ledger: each row once. */
export const settle = (tx: Executor, settlements: readonly Settlement[]): Promise<void> =>
  settleReservations(tx, settlements);
