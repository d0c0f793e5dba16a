/** Finds new public episodes and queues their announcement: each episode once, however many followers it has. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { readEvents } from "../../../distribution/events/reading.ts";
import { noteFollowed } from "../../../distribution/events/store.ts";
import { beginCollecting } from "../mailing/jobs.ts";
import { announce } from "./announcing.ts";
import { hasDelayed } from "./delayed/store.ts";
import { sendDelayedBatch } from "./delaying.ts";
import { beginAnnouncements, listUnfinished, removeErasedDevices } from "./store.ts";
import { type Needs, sendBatches } from "./work.ts";

type Queues = Pick<Deps, "db" | "clock">;

const announceEpisode = {
  name: "notifications.announce",
  payload: z.object({ episode_id: z.int() }),
  kind: "push",
} as const;

const sendDelayed = {
  name: "notifications.send-delayed",
  payload: z.object({}),
  kind: "push",
} as const;

/** The owner of messages about shows of many authors. */
const EVERYBODY = userOwner(0);

const PAUSE_MS = 250;
/** Events in one transaction. */
const EVENTS = 1000;
/** Announcements that are unfinished for so long may have lost their job. */
const LOST_MS = 600_000;

export const notificationLoops = (deps: Needs): Loop[] => [
  {
    name: "finding new episodes to announce",
    pauseMs: PAUSE_MS,
    async run(signal) {
      while (!signal.aborted && (await beginNext(deps)));
    },
  },
];

/** Begins announcements of up to 1,000 events: events, pushes and mails; true if there may be more events. */
const beginNext = (deps: Needs): Promise<boolean> =>
  readEvents(deps, "announcement_cursor", EVENTS, async (tx, range) => {
    await queue(tx, await beginAnnouncements(tx, range), deps.clock());
    await beginCollecting(tx, range, deps.clock());
    await noteFollowed(tx, range, deps.config.publicUrl);
  });

export const notificationJobs = (deps: Needs): Job[] => [
  job(announceEpisode, async ({ episode_id }, { signal }) => {
    const again = await announce(deps, episode_id, signal);
    if (again === null) return;
    const { author_id, at } = again;
    await deps.db.transaction().execute((tx) => queue(tx, [{ episode_id, author_id }], at));
  }),
  job(sendDelayed, async (_, { signal }) => {
    const isDone = await sendBatches(deps, (work) => sendDelayedBatch(deps, work, signal));
    if (!isDone) await queueDelayed(deps);
  }),
  job(
    { name: "notifications.plan-delayed", payload: z.object({}) },
    async () => {
      if (await hasDelayed(deps.db, deps.clock())) await queueDelayed(deps);
    },
    "* * * * *",
  ),
  job({ name: "notifications.watch", payload: z.object({}) }, () => requeue(deps), "*/10 * * * *"),
  job(
    { name: "notifications.purge", payload: z.object({}) },
    () => removeErasedDevices(deps.db),
    "41 4 * * *",
  ),
];

const queueDelayed = ({ db, clock }: Queues): Promise<void> =>
  enqueueOwned(db, sendDelayed, {}, { owner: EVERYBODY, key: "delayed-pushes", runAt: clock() });

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
