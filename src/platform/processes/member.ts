/** One of several processes that serve one port: its side of the channel to the supervisor. */
import cluster, { type Worker } from "node:cluster";
import { addCharges, openWindows, type Windows } from "../http/ratelimit.ts";
import type { Measures } from "../metrics/measures.ts";
import type { FromMember, ToMember } from "./messages.ts";
import { openQuestions } from "./questions.ts";

export type Member = Readonly<{
  /** Position in the server, from 0; the first does what only one should. */
  index: number;
  /** Aborts when the supervisor, or SIGTERM to this process, asks it to end. */
  signal: AbortSignal;
  /** What every member has charged to callers in the last minute; those of others arrive within `SHARE_EVERY_MS`. */
  windows: Windows;
  /** Shows the metrics of `measures` to the other members, and those of all members instead of its own. */
  share(measures: Measures): Measures;
  /** Tells the supervisor that this process serves at `address`. */
  ready(address: string): void;
  /** Ends the channel, which would keep the process alive. */
  close(): void;
}>;

/** How long a charge may take to reach the other members. */
const SHARE_EVERY_MS = 100;
/** A scrape waits for ten seconds by default. */
const PATIENCE_MS = 7000;

/** The member that this process is; null if it was not started by a supervisor. */
export function openMember(index: number | null): Member | null {
  const { worker } = cluster;
  if (worker === undefined || index === null) return null;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on("SIGTERM", stop);
  // Ctrl-C reaches every process of a terminal; the supervisor says when it is this one's turn.
  process.on("SIGINT", () => {});
  const send = (message: FromMember) => {
    if (worker.isConnected()) worker.send(message);
  };
  const { windows, receive, close } = shareCharges(send);
  const questions = openQuestions<string>(PATIENCE_MS);
  let shown: Measures | null = null;
  listen(worker, {
    stop,
    charges: ({ charges }) => receive(charges),
    metrics: ({ question, text }) => questions.answer(question, text),
    async "read-metrics"({ question }) {
      // Without figures it is left out of the answer, as a process that takes too long is.
      const figures = (await shown?.figures().catch(() => [])) ?? [];
      send({ kind: "metrics-read", question, figures });
    },
  });
  return {
    index,
    signal: stopping.signal,
    windows,
    share(measures) {
      measures.register.setDefaultLabels({ process: String(index) });
      shown = measures;
      const text = async () => {
        const told = await questions.ask((question) => send({ kind: "metrics-wanted", question }));
        return told ?? measures.text();
      };
      return { ...measures, text };
    },
    ready: (address) => send({ kind: "ready", address }),
    close() {
      close();
      worker.disconnect();
    },
  };
}

/** Windows whose charges are sent to the other members every `SHARE_EVERY_MS`. */
function shareCharges(send: (message: FromMember) => void) {
  let unsent = new Map<string, number>();
  const windows = openWindows((caller) => unsent.set(caller, (unsent.get(caller) ?? 0) + 1));
  const timer = setInterval(() => {
    if (unsent.size === 0) return;
    send({ kind: "charges", charges: [...unsent] });
    unsent = new Map();
  }, SHARE_EVERY_MS).unref();
  return {
    windows,
    receive: (charges: Extract<ToMember, { kind: "charges" }>["charges"]) =>
      addCharges(windows, charges),
    close: () => clearInterval(timer),
  };
}

type Handlers = {
  [K in ToMember["kind"]]: (message: Extract<ToMember, { kind: K }>) => void;
};

function listen(worker: Worker, handlers: Handlers): void {
  worker.on("message", (message: ToMember) => {
    (handlers[message.kind] as ((message: ToMember) => void) | undefined)?.(message);
  });
}
