/** Counts responses that other programs sent, as if this server had, in the transaction of whoever has read of them. */
import type { Deps } from "../../../deps.ts";
import type { DeliveryRecord } from "../../listening/renditions/requests/schema.ts";
import { applyEntries, type Claim, openAggregation } from "./aggregation/apply.ts";
import { openClassifier } from "./classifying.ts";
import { openFlows } from "./flows.ts";
import { entriesOf } from "./journal/entry.ts";
import { openListeners } from "./listeners/listeners.ts";
import { openListed } from "./networks/listed.ts";
import { createLineWriter } from "./recording.ts";

/** `redirected`: as in `WriteLine`. */
export type OutsideRecord = Readonly<{ record: DeliveryRecord; redirected: string | null }>;

export type OutsideCounting = Readonly<{
  /**
   * Counts `records` in one transaction, which `claim` begins; false if it says that they are counted. What it throws
   * rolls everything back.
   */
  count(records: readonly OutsideRecord[], claim: Claim): Promise<boolean>;
  close(): Promise<void>;
}>;

/** Opens it for a process. */
export async function openOutsideCounting(
  deps: Omit<Deps, "media" | "gates">,
): Promise<OutsideCounting> {
  const classifier = openClassifier(deps.config);
  const listeners = await openListeners(deps);
  const listed = await openListed(deps);
  const flows = openFlows(deps);
  const write = createLineWriter({ listeners, listed, classify: classifier.classify });
  const state = openAggregation(classifier.version);
  return {
    async count(records, claim) {
      const lines = records.map(({ record, redirected }) => write(record, redirected));
      const entries = entriesOf(lines.map(({ line }) => line.text).join(""));
      const isNew = await applyEntries(deps, state, entries, claim);
      if (isNew) for (const { flow } of lines) if (flow !== null) flows.add(flow);
      return isNew;
    },
    async close() {
      await flows.close();
      listeners.close();
      listed.close();
    },
  };
}
