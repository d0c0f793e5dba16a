/** Watches responses that take their time, so that ads are held for listeners while they listen. */
import type { Tally } from "../../platform/http/sending.ts";
import { FLOW_BYTES } from "../counting/rules.ts";
import type { DeliveryRecord } from "../counting/schema.ts";
import type { Partners } from "./schema.ts";

/** How often responses under way are looked at: far within the time for which an ad is held at first. */
const LOOK_MS = 5000;

/** A response under way. */
export type UnderWay = Readonly<{
  tally: Tally;
  /** The record of it as it stands. */
  record(): DeliveryRecord;
}>;

export type ProgressWatch = Readonly<{
  add(response: UnderWay): void;
  remove(response: UnderWay): void;
}>;

/** Tells counting of each response once, some seconds after its first bytes have left. */
export function openProgressWatch(
  recorder: Pick<Partners["recorder"], "noteProgress">,
): ProgressWatch {
  const untold = new Set<UnderWay>();
  let isArmed = false;
  const arm = () => {
    isArmed = untold.size > 0;
    if (isArmed) setTimeout(look, LOOK_MS).unref();
  };
  const look = () => {
    for (const response of untold) {
      if (response.tally.taken < FLOW_BYTES) continue;
      untold.delete(response);
      recorder.noteProgress(response.record());
    }
    arm();
  };
  return {
    add(response) {
      untold.add(response);
      if (!isArmed) arm();
    },
    remove(response) {
      untold.delete(response);
    },
  };
}
