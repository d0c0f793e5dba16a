/** Background work of mails about people's own shows: what is due, which shows stand out, sending, forgetting. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { SiteDeps } from "../../../../platform/http/site.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import { canMailLinks, openMailer } from "../../../../platform/mail/mail.ts";
import { findJumps } from "../jumps/actions.ts";
import { hasDue, insertMail } from "../mails/store.ts";
import { weeklyTimes } from "../rules.ts";
import { lockDue, purge, setNext } from "../store.ts";
import { type SendDeps, sendNext } from "./sending.ts";

const send = { name: "audiencemails.send", payload: z.object({}), kind: "mail" } as const;
const nothing = z.object({});

/** After this time the job leaves its slot to another owner. */
const TURN_MS = 10_000;
const KEPT_MS = 90 * 86_400_000;
/** The owner of mails to everybody: one process sends one at a time. */
const EVERYBODY = userOwner(0);

type Queues = Pick<Deps, "db" | "clock">;

export function audienceMailJobs(deps: Deps & SiteDeps): Job[] {
  const all = { ...deps, mailer: openMailer(deps.config) };
  const { db, clock } = deps;
  return [
    job({ name: "audiencemails.plan", payload: nothing }, () => plan(deps), "* * * * *"),
    // A while after each hour, when what was sent in it is in the statistics.
    job(
      { name: "audiencemails.find-jumps", payload: nothing },
      () => findJumps(deps),
      "25 * * * *",
    ),
    job(send, (_, { signal }) => sendInTurn(all, signal)),
    job(
      { name: "audiencemails.purge", payload: nothing },
      () => purge(db, new Date(clock().getTime() - KEPT_MS)),
      "49 4 * * *",
    ),
  ];
}

/** Makes the weekly reports that are due, and queues the job that sends what is due, or has lost its job. */
async function plan(deps: Queues): Promise<void> {
  while (await planNext(deps));
  const { db, clock } = deps;
  if (await hasDue(db, clock())) await queueSending(deps);
}

/** The mail and the next time, in one transaction; false if nothing is due. */
const planNext = ({ db, clock }: Queues): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const now = clock();
    const due = await lockDue(tx, now);
    if (due === undefined) return false;
    const { user_id, timezone } = due;
    const { next, monday } = weeklyTimes(timezone, now);
    // After a move to the west, the Monday of the person has not come yet.
    if (due.monday === null || monday > due.monday)
      await insertMail(tx, {
        user_id,
        show_id: null,
        kind: "WEEKLY",
        day: monday,
        due_at: now,
        now,
      });
    await setNext(tx, user_id, { next_at: next, monday });
    return true;
  });

const queueSending = ({ db, clock }: Queues): Promise<void> =>
  enqueueOwned(db, send, {}, { owner: EVERYBODY, key: "audience-mails", runAt: clock() });

async function sendInTurn(deps: SendDeps, signal: AbortSignal): Promise<void> {
  // What waits is mailed once the operator has set up mail again.
  if (!canMailLinks(deps.config)) return;
  for (const end = performance.now() + TURN_MS; performance.now() < end; )
    if (signal.aborted || !(await sendNext(deps, signal))) return;
  await queueSending(deps);
}
