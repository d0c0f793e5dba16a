/** Opens the request recorder and the methodology, once in each process. */
import path from "node:path";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import type { DeliveryRecord } from "../../listening/renditions/requests/schema.ts";
import { describeLists, openClassifier } from "./classifying.ts";
import { openFlows } from "./flows.ts";
import { openLedgerWriter } from "./journal/ledgerwriter.ts";
import { openShards } from "./journal/shards.ts";
import { traceLine } from "./journal/traces.ts";
import { openListeners } from "./listeners/listeners.ts";
import { lazy } from "./memoize.ts";
import { describeMethodology, type Methodology } from "./methodology.ts";
import { openLagMeter } from "./metrics.ts";
import { openListed } from "./networks/listed.ts";
import { createLineWriter } from "./recording.ts";
import type { RequestRecorder } from "./schema.ts";

/** How often records are passed on: a count must be visible within 10 s. */
const APPLY_EVERY_MS = 1000;
/** The longest pause between attempts while the database is unavailable. */
const MOST_PAUSE_MS = 10_000;

export const journalFolder = ({ dataDir }: Pick<Config, "dataDir">): string =>
  path.join(dataDir, "journal");

/** Opens the request recorder of a process. */
export async function openRequestRecorder(
  deps: Omit<Deps, "media" | "gates">,
): Promise<RequestRecorder> {
  const { config, log } = deps;
  const classifier = openClassifier(config);
  const listeners = await openListeners(deps);
  const listed = await openListed(deps);
  const folder = journalFolder(config);
  const writer = openShards(folder, log);
  const applier = openLedgerWriter(deps, folder, classifier.version);
  const recorded = createLineWriter({ listeners, listed, classify: classifier.classify });
  const flows = openFlows(deps);
  const lag = openLagMeter(deps.measures, folder);
  const drain = async () => {
    await flows.flush();
    await lag.applying(async () => {
      await writer.seal();
      await applier.apply();
    });
  };
  const cycle = repeat(drain, log);
  // Seal also while earlier segments are being applied, so that every shard has work.
  const sealing = setInterval(() => writer.seal(), APPLY_EVERY_MS).unref();
  return {
    note(record: DeliveryRecord, trace) {
      try {
        const { line, flow } = recorded(record);
        if (writer.append(line)) lag.recorded();
        else lag.lost.value += 1;
        if (trace !== undefined)
          writer.append({ shard: line.shard, text: traceLine({ trace, at: Date.now() }) });
        if (flow !== null) flows.add(flow);
      } catch (err) {
        log.error({ err }, "a delivery could not be recorded");
      }
    },
    noteProgress(record) {
      try {
        const { flow } = recorded(record);
        if (flow !== null) flows.add(flow);
      } catch (err) {
        log.error({ err }, "the progress of a delivery could not be noted");
      }
    },
    originOf: (address, at) =>
      listed.kindOf(address) === "shared" ? null : listeners.originOf(address, at),
    classify: classifier.classify,
    listeners,
    drain: cycle.now,
    async close() {
      clearInterval(sealing);
      await cycle.stop();
      await flows.close();
      await writer.close();
      await drain().catch((err) => log.warn({ err }, "the journal is left to the next start"));
      await applier.close();
      listeners.close();
      listed.close();
    },
  };
}

/** Repeats `work`, one run at a time, and less often while it fails. */
function repeat(work: () => Promise<void>, log: Deps["log"]) {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let pause = APPLY_EVERY_MS;
  const attempt = async () => {
    const began = performance.now();
    try {
      await work();
      pause = Math.max(0, APPLY_EVERY_MS - (performance.now() - began));
    } catch (err) {
      log.warn({ err }, "records of deliveries wait: they cannot be applied now");
      pause = Math.min(Math.max(pause, APPLY_EVERY_MS) * 2, MOST_PAUSE_MS);
    }
  };
  const plan = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = running.then(attempt).then(plan);
    }, pause).unref();
  };
  plan();
  return {
    /** Runs immediately; rejects if the run fails. */
    now(): Promise<void> {
      const run = running.then(work);
      running = run.catch(() => {});
      return run;
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The counting methodology of this process. */
export type MethodologyReader = Readonly<{ readMethodology(): Methodology }>;

/** Describes the methodology on the first call: reading the lists takes a moment, and they do not change. */
export const openMethodology = (config: Config): MethodologyReader => ({
  readMethodology: lazy(() => describeMethodology(config, describeLists(config.bots))),
});
