/** Background work of mails about new episodes: collecting followers, sending what is due, asking to agree, forgetting. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import { canMailLinks, openMailer } from "../../../../platform/mail/mail.ts";
import type { EventRange } from "../../../distribution/events/reading.ts";
import { askToAgree } from "./actions.ts";
import { collectReaders } from "./collecting.ts";
import { beginMails, hasDue, listUncollected } from "./queue/store.ts";
import { type SendDeps, sendNext, sendQuestion } from "./sending.ts";
import { purgeMails } from "./store.ts";

const collect = {
  name: "notifications.collect-readers",
  payload: z.object({ episode_id: z.int() }),
  kind: "mail",
} as const;

const send = { name: "notifications.send-mails", payload: z.object({}), kind: "mail" } as const;

/** After this time the job leaves its slot to another owner. */
const TURN_MS = 10_000;
/** Collections that are unfinished for so long may have lost their job. */
const LOST_MS = 600_000;
const KEPT_MS = 90 * 86_400_000;
/** The owner of mails to everybody: one process sends one at a time. */
const EVERYBODY = userOwner(0);

/** Begins to collect the followers of the episodes of a range of events. */
export async function beginCollecting(tx: Executor, range: EventRange, now: Date): Promise<void> {
  await queueCollecting(tx, await beginMails(tx, range), now);
}

async function queueCollecting(
  tx: Executor,
  episodes: readonly Readonly<{ episode_id: number; author_id: number }>[],
  runAt: Date,
): Promise<void> {
  for (const { episode_id, author_id } of episodes)
    await enqueueOwned(
      tx,
      collect,
      { episode_id },
      { owner: userOwner(author_id), key: `collect-readers:${episode_id}`, runAt },
    );
}

const queueSending = (tx: Executor, runAt: Date): Promise<void> =>
  enqueueOwned(tx, send, {}, { owner: EVERYBODY, key: "episode-mails", runAt });

export function episodeMailJobs(deps: Deps & SiteDeps): Job[] {
  const all = { ...deps, mailer: openMailer(deps.config) };
  const { db, clock } = deps;
  return [
    job(collect, async ({ episode_id }, { signal }) => {
      await collectReaders(deps, episode_id, signal);
      await queueSending(db, clock());
    }),
    job(send, (_, { signal }) => sendInTurn(all, signal)),
    job(askToAgree, ({ user_id }) => sendQuestion(all, user_id)),
    job({ name: "notifications.plan-mails", payload: z.object({}) }, () => plan(deps), "* * * * *"),
    job(
      { name: "notifications.purge-mails", payload: z.object({}) },
      () => purgeMails(db, new Date(clock().getTime() - KEPT_MS)),
      "47 4 * * *",
    ),
  ];
}

/** Queues jobs for what is due, and for what has lost its job. */
async function plan({ db, clock }: Deps): Promise<void> {
  const now = clock();
  await queueCollecting(db, await listUncollected(db, new Date(now.getTime() - LOST_MS)), now);
  if (await hasDue(db, now)) await queueSending(db, now);
}

async function sendInTurn(deps: SendDeps, signal: AbortSignal): Promise<void> {
  // What waits is mailed once the operator has set up mail again.
  if (!canMailLinks(deps.config)) return;
  for (const end = performance.now() + TURN_MS; performance.now() < end; )
    if (signal.aborted || !(await sendNext(deps, signal))) return;
  await queueSending(deps.db, deps.clock());
}
