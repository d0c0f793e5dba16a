/** Tells the followers of an episode, batch by batch from where the last run ended. */
import type { Deps } from "../../../../deps.ts";
import { type PushKeys, pushKeys } from "../keys.ts";
import { FORGOTTEN_MS } from "../rules.ts";
import { sendBatch } from "./batch.ts";
import { type Courier, openCourier } from "./courier.ts";
import { messageOf, topicOf } from "./message.ts";
import {
  findNews,
  finishAnnouncement,
  listTargets,
  type News,
  nextFollowers,
  noteBatch,
} from "./store.ts";

export type Needs = Pick<Deps, "db" | "clock" | "config">;

/** Followers in one batch: after a crash, at most their devices get the same message again, which replaces the first. */
const FOLLOWERS = 500;
/** After this time a job leaves its slot to another owner. */
const TURN_MS = 20_000;

/** Announces an episode; returns it if there is more to do in another turn. Rejects if `signal` aborts. */
export async function announce(
  deps: Needs,
  episode_id: number,
  signal: AbortSignal,
): Promise<News | null> {
  const { config, db, clock } = deps;
  const { publicUrl } = config;
  const keys = await pushKeys(db);
  const courier = publicUrl && (await openCourier(deps, keys, subjectOf(publicUrl)));
  try {
    for (const end = performance.now() + TURN_MS; performance.now() < end; ) {
      // Read again for each batch: it may have been hidden meanwhile.
      const news = courier ? await findNews(db, episode_id) : undefined;
      const isContinued =
        courier && news && (await tellNext(deps, { courier, keys, news }, signal));
      if (!isContinued) {
        await finishAnnouncement(db, episode_id, clock());
        return null;
      }
    }
    return (await findNews(db, episode_id)) ?? null;
  } finally {
    if (courier) await courier.close();
  }
}

/** Push services require https or mailto (RFC 8292 §2.1). */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:longwave@${new URL(publicUrl).hostname}`;

type Work = Readonly<{ courier: Courier; keys: PushKeys; news: News }>;

/** Sends to the devices of the next followers; false if there are none. */
async function tellNext(
  { db, clock, config }: Needs,
  { courier, keys, news }: Work,
  signal: AbortSignal,
): Promise<boolean> {
  const followers = await nextFollowers(db, news.show_id, news.user_id, FOLLOWERS);
  const last = followers.at(-1);
  if (last === undefined) return false;
  const message = {
    content: messageOf(news, config.publicUrl ?? ""),
    topic: topicOf(news.show_id, keys.privateKey),
  };
  const outcomes = await sendBatch(courier, await listTargets(db, followers), message, signal);
  const now = clock();
  const old = new Date(now.getTime() - FORGOTTEN_MS);
  const told = { episode_id: news.episode_id, user_id: last };
  await db.transaction().execute((tx) => noteBatch(tx, told, outcomes, { now, old }));
  return true;
}
