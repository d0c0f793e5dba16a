/** Answers each process of a server with the metrics of all of them. */
import type { Worker } from "node:cluster";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import type { FromMember, MetricFigures, ToMember } from "./messages.ts";
import { openQuestions } from "./questions.ts";

/** A process that takes longer, or ends, is left out. */
const PATIENCE_MS = 5000;

/** `members`: the processes that serve now. Series differ by the label `process`, so that nothing is added up. */
export function shareMetrics(members: () => readonly Worker[], log: Logger) {
  const questions = openQuestions<MetricFigures>(PATIENCE_MS);
  const read = async (member: Worker): Promise<MetricFigures | null> => {
    const { promise: ended, resolve } = Promise.withResolvers<null>();
    const end = () => resolve(null);
    member.once("exit", end);
    const figures = questions.ask((question) => send(member, { kind: "read-metrics", question }));
    return Promise.race([figures, ended]).finally(() => member.off("exit", end));
  };
  const readAll = async (): Promise<string> => {
    const figures = (await Promise.all(members().map(read))).filter((figure) => figure !== null);
    return AggregatorRegistry.aggregate(figures.map((all) => all.map(kept))).metrics();
  };
  return {
    receive(worker: Worker, message: FromMember): void {
      if (message.kind === "metrics-read") questions.answer(message.question, message.figures);
      if (message.kind !== "metrics-wanted") return;
      const { question } = message;
      readAll().then(
        (text) => send(worker, { kind: "metrics", question, text }),
        // Whoever asked shows its own.
        (err) => log.warn({ err }, "the metrics of the processes cannot be put together"),
      );
    },
  };
}

/** The library leaves out what it cannot add up; with a label for each process there is nothing to add. */
const kept = (metric: MetricFigures[number]) => ({ ...metric, aggregator: "sum" as const });

function send(worker: Worker, message: ToMember): void {
  if (worker.isConnected()) worker.send(message);
}
