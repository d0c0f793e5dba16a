/** Watches long responses, so that ads stay reserved while listeners are listening. */
import type { Tally } from "../../../platform/http/sending.ts";
import type { RequestRecorder } from "../../measurement/counting/schema.ts";
import { FLOW_BYTES } from "../renditions/requests/rules.ts";
import type { DeliveryRecord } from "../renditions/requests/schema.ts";

/** How often responses in progress are checked: well within the time for which an ad is first reserved. */
const LOOK_MS = 5000;

/** A response in progress. */
export type UnderWay = Readonly<{
  tally: Tally;
  /** The record of its progress so far. */
  record(): DeliveryRecord;
}>;

export type ProgressWatch = Readonly<{
  add(response: UnderWay): void;
  remove(response: UnderWay): void;
}>;

/** Reports each response to counting once, some seconds after its first bytes were sent. */
export function openProgressWatch(recorder: Pick<RequestRecorder, "noteProgress">): ProgressWatch {
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
