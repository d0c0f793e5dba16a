/** Tells the followers of an episode, batch by batch from where the last run ended. */
import { FORGOTTEN_MS } from "../rules.ts";
import { sendBatch } from "./batch.ts";
import { delayPushes } from "./delayed/store.ts";
import { listDelayed } from "./delaying.ts";
import { messageOf, topicOf } from "./message.ts";
import {
  claimAnnouncement,
  findNews,
  finishAnnouncement,
  listTargets,
  nextFollowers,
  noteBatch,
  releaseAnnouncement,
} from "./store.ts";
import { claimedUntil, FOLLOWERS, type Needs, sendBatches, type Work } from "./work.ts";

/** When an announcement goes on, for the job of the show's author. */
export type Again = Readonly<{ author_id: number; at: Date }>;

/** Announces an episode; null if that has ended. Rejects if `signal` aborts. */
export async function announce(
  deps: Needs,
  episode_id: number,
  signal: AbortSignal,
): Promise<Again | null> {
  const { db, clock } = deps;
  const now = clock();
  const claim = await claimAnnouncement(db, episode_id, { now, until: claimedUntil(now) });
  if (claim === undefined) return null;
  const { author_id, taken_until } = claim;
  if (taken_until !== null) return { author_id, at: taken_until };
  try {
    const isDone = await sendBatches(deps, (work) => tellNext(deps, work, episode_id, signal));
    if (!isDone) return { author_id, at: clock() };
    await finishAnnouncement(db, episode_id, clock());
    return null;
  } finally {
    await releaseAnnouncement(db, episode_id);
  }
}

/** Sends to the devices of the next followers; false if there are none, or nothing to tell. */
async function tellNext(
  { db, clock }: Needs,
  { courier, publicUrl, secret }: Work,
  episode_id: number,
  signal: AbortSignal,
): Promise<boolean> {
  // Read for each batch: it may have been hidden meanwhile.
  const news = await findNews(db, episode_id);
  const followers = news && (await nextFollowers(db, news.show_id, news.user_id, FOLLOWERS));
  const last = followers?.at(-1);
  if (news === undefined || followers === undefined || last === undefined) return false;
  const delayed = await listDelayed(db, followers, clock());
  const waiting = new Set(delayed.map(({ user_id }) => user_id));
  const awake = followers.filter((user_id) => !waiting.has(user_id));
  const message = {
    content: messageOf(news, publicUrl),
    topic: topicOf(news.show_id, secret),
  };
  const outcomes = await sendBatch(courier, await listTargets(db, awake), message, signal);
  const now = clock();
  const times = { now, old: new Date(now.getTime() - FORGOTTEN_MS), until: claimedUntil(now) };
  await db.transaction().execute(async (tx) => {
    await delayPushes(tx, episode_id, delayed);
    await noteBatch(tx, { episode_id, user_id: last }, outcomes, times);
  });
  return true;
}
