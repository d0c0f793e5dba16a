/** Looks every minute for logs of edges, if `LOGS_URL` says where they are. */
import type { Deps } from "../../../../deps.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { type LogImporter, openLogImporter } from "../actions.ts";
import type { Tally } from "../batches.ts";
import { openReader } from "../formats/formats.ts";
import { lookAt } from "./looking.ts";
import { openLogPlace } from "./open.ts";
import { openRounds } from "./rounds.ts";
import { asOnlyLooker, noteLook } from "./store.ts";

/** Edges write a log every minute at most. */
const PAUSE_MS = 60_000;

export function edgeLogLoops(deps: Deps): Loop[] {
  const { db, clock, log, config } = deps;
  const { logs } = config;
  if (logs === null) return [];
  const rounds = openRounds();
  const run = async (signal: AbortSignal) => {
    const place = await openLogPlace(logs.place);
    const looked_at = clock();
    const tally: Tally = { counted: 0 };
    let opened: Promise<LogImporter> | null = null;
    try {
      const look = await lookAt(
        {
          db,
          place,
          now: looked_at,
          signal,
          importer: () => (opened ??= openLogImporter(deps)),
          openReader: () => openReader(logs.format, logs.map),
          listing: rounds.next(looked_at.getTime()),
          onTrouble: ({ name, why }) =>
            log.warn({ log: name, reason: why }, "a log of an edge cannot be read to its end"),
        },
        tally,
      );
      if (look.waiting === 0) await noteLook(db, place.label, { looked_at, newest: look.newest });
      if (look.counted > 0) log.info({ logs: look.counted, lines: tally }, "counted logs of edges");
    } finally {
      await (opened as Promise<LogImporter> | null)?.then((importer) => importer.close());
    }
  };
  return [
    {
      name: "counting logs of edges",
      pauseMs: PAUSE_MS,
      run: (signal) => asOnlyLooker(db, () => run(signal)),
    },
  ];
}
