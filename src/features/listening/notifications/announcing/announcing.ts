/** Tells the followers of an episode, batch by batch from where the last run ended. */
import type { Deps } from "../../../../deps.ts";
import { pushKeys } from "../keys.ts";
import { FORGOTTEN_MS } from "../rules.ts";
import { BATCH_MS, sendBatch } from "./batch.ts";
import { type Courier, openCourier } from "./courier.ts";
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

export type Needs = Pick<Deps, "db" | "clock" | "config">;

/** Followers in one batch: after a crash, at most their devices get the same message again, which replaces the first. */
const FOLLOWERS = 500;
/** After this time a job leaves its slot to another owner. */
const TURN_MS = 20_000;
/** After this time a process that has not noted its batch is dead. */
const CLAIM_MS = 2 * BATCH_MS;

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
    if (!(await tellInTurn(deps, episode_id, signal))) return { author_id, at: clock() };
    await finishAnnouncement(db, episode_id, clock());
    return null;
  } finally {
    await releaseAnnouncement(db, episode_id);
  }
}

const claimedUntil = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);

/** Sends batches until the turn is over; true if nobody is left, or the episode is not public any more. */
async function tellInTurn(deps: Needs, episode_id: number, signal: AbortSignal): Promise<boolean> {
  const { publicUrl } = deps.config;
  // Without it there is no address to lead to.
  if (publicUrl === null) return true;
  const keys = await pushKeys(deps.db);
  const courier = await openCourier(deps, keys, subjectOf(publicUrl));
  const work = { courier, publicUrl, secret: keys.privateKey, episode_id };
  try {
    for (const end = performance.now() + TURN_MS; performance.now() < end; )
      if (!(await tellNext(deps, work, signal))) return true;
    return false;
  } finally {
    await courier.close();
  }
}

/** Push services require https or mailto (RFC 8292 §2.1). */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:longwave@${new URL(publicUrl).hostname}`;

type Work = Readonly<{ courier: Courier; publicUrl: string; secret: string; episode_id: number }>;

/** Sends to the devices of the next followers; false if there are none, or nothing to tell. */
async function tellNext(
  { db, clock }: Needs,
  { courier, publicUrl, secret, episode_id }: Work,
  signal: AbortSignal,
): Promise<boolean> {
  // Read for each batch: it may have been hidden meanwhile.
  const news = await findNews(db, episode_id);
  const followers = news && (await nextFollowers(db, news.show_id, news.user_id, FOLLOWERS));
  const last = followers?.at(-1);
  if (news === undefined || followers === undefined || last === undefined) return false;
  const message = {
    content: messageOf(news, publicUrl),
    topic: topicOf(news.show_id, secret),
  };
  const outcomes = await sendBatch(courier, await listTargets(db, followers), message, signal);
  const now = clock();
  const times = { now, old: new Date(now.getTime() - FORGOTTEN_MS), until: claimedUntil(now) };
  await db
    .transaction()
    .execute((tx) => noteBatch(tx, { episode_id, user_id: last }, outcomes, times));
  return true;
}
