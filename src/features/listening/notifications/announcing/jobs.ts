/** Finds new public episodes and queues their announcement: each episode once, however many followers it has. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { endOfRange } from "../../../distribution/events/store.ts";
import { announce, type Needs } from "./announcing.ts";
import {
  beginAnnouncements,
  listUnfinished,
  moveCursor,
  removeErasedDevices,
  takeCursor,
} from "./store.ts";

type Queues = Pick<Deps, "db" | "clock">;

const announceEpisode = {
  name: "notifications.announce",
  payload: z.object({ episode_id: z.int() }),
  kind: "push",
} as const;

const PAUSE_MS = 250;
/** Events in one transaction. */
const EVENTS = 1000;
/** Announcements that are unfinished for so long may have lost their job. */
const LOST_MS = 600_000;

export const notificationLoops = (deps: Queues): Loop[] => [
  {
    name: "finding new episodes to announce",
    pauseMs: PAUSE_MS,
    async run(signal) {
      while (!signal.aborted && (await beginNext(deps)));
    },
  },
];

/** Begins announcements of up to 1,000 events, in one transaction; true if there may be more events. */
const beginNext = ({ db, clock }: Queues): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const after = await takeCursor(tx);
    if (after === undefined) return false;
    const { last, isFull } = await endOfRange(tx, after, EVENTS);
    if (last === after) return false;
    await queue(tx, await beginAnnouncements(tx, { after, last }), clock());
    await moveCursor(tx, last);
    return isFull;
  });

export const notificationJobs = (deps: Needs): Job[] => [
  job(announceEpisode, async ({ episode_id }, { signal }) => {
    const news = await announce(deps, episode_id, signal);
    if (news) await deps.db.transaction().execute((tx) => queue(tx, [news], deps.clock()));
  }),
  job({ name: "notifications.watch", payload: z.object({}) }, () => requeue(deps), "*/10 * * * *"),
  job(
    { name: "notifications.purge", payload: z.object({}) },
    () => removeErasedDevices(deps.db),
    "41 4 * * *",
  ),
];

/** Queues jobs for announcements that have lost theirs; it does no harm to those that have not. */
const requeue = ({ db, clock }: Queues): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const lost = await listUnfinished(tx, new Date(clock().getTime() - LOST_MS));
    await queue(tx, lost, clock());
  });

/** One job for each announcement; a second one with its key replaces the first while that waits. */
async function queue(
  tx: Executor,
  episodes: readonly Readonly<{ episode_id: number; author_id: number }>[],
  runAt: Date,
): Promise<void> {
  for (const { episode_id, author_id } of episodes)
    await enqueueOwned(
      tx,
      announceEpisode,
      { episode_id },
      { owner: userOwner(author_id), key: `announce:${episode_id}`, runAt },
    );
}
