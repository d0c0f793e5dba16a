/** Delays messages to the end of people's quiet hours, and sends them then. */
import type { Executor } from "../../../../platform/db/database.ts";
import { afterQuiet } from "../mailing/rules.ts";
import { FORGOTTEN_MS } from "../rules.ts";
import { sendBatch } from "./batch.ts";
import {
  claimDelayed,
  type Delayed,
  findDelayedNews,
  forgetDelayed,
  listQuietHours,
} from "./delayed/store.ts";
import { messageOf, topicOf } from "./message.ts";
import { listTargets, noteDevices } from "./store.ts";
import { claimedUntil, FOLLOWERS, type Needs, type Work } from "./work.ts";

/** Of these people those whose quiet hours go on, with their ends. */
export async function listDelayed(
  db: Executor,
  user_ids: readonly number[],
  now: Date,
): Promise<Delayed[]> {
  const rows = await listQuietHours(db, user_ids);
  return rows
    .map((row) => ({ user_id: row.user_id, due_at: afterQuiet(row, now) }))
    .filter(({ due_at }) => due_at > now);
}

/** Sends the next messages that are due, all of one episode; false if there are none. */
export async function sendDelayedBatch(
  { db, clock }: Needs,
  { courier, publicUrl, secret }: Work,
  signal: AbortSignal,
): Promise<boolean> {
  const now = clock();
  const taken = await claimDelayed(db, { now, until: claimedUntil(now), limit: FOLLOWERS });
  const episode_id = taken[0]?.episode_id;
  if (episode_id === undefined) return false;
  const user_ids = taken.map(({ user_id }) => user_id);
  const found = await findDelayedNews(db, episode_id, user_ids);
  const targets = found === undefined ? [] : await listTargets(db, found.followers);
  const outcomes =
    found === undefined
      ? { sent: [], gone: [], failed: [] }
      : await sendBatch(
          courier,
          targets,
          {
            content: messageOf(found.news, publicUrl),
            topic: topicOf(found.news.show_id, secret),
          },
          signal,
        );
  const noted = clock();
  await db.transaction().execute(async (tx) => {
    await noteDevices(tx, outcomes, { now: noted, old: new Date(noted.getTime() - FORGOTTEN_MS) });
    await forgetDelayed(tx, episode_id, user_ids);
  });
  return true;
}
