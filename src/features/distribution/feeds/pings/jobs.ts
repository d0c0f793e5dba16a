/** Announces changed feeds to WebSub hubs and a podping endpoint, with retries and a log, and checks their channels. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, type Job, job, userOwner } from "../../../../platform/jobs/job.ts";
import { hostOf } from "../../../../platform/net/fetch.ts";
import { notify } from "../../../../platform/net/notify.ts";
import { feedUrl } from "../channel.ts";
import { listChannelFaults } from "../channels.ts";
import {
  findPing,
  forgetPings,
  insertPing,
  type MovedFeed,
  markAnnounced,
  noteFeedChecks,
  notePing,
  type PingRow,
  takeMovedFeeds,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "config" | "clock" | "log">;

const announceFeeds = { name: "announce-feeds", payload: z.object({}) };
const pingFeed = {
  name: "ping-feed",
  payload: z.object({ ping_id: z.int() }),
  maxAttempts: 6,
  kind: "notify",
} as const;
const forget = { name: "forget-feed-pings", payload: z.object({}) };

const PING_MS = 15_000;
const LOG_DAYS = 30;
const DAY_MS = 86_400_000;
/** Feeds in one transaction: as many as `listChannelFaults` checks at once. */
const BATCH = 100;

export const pingJobs = (deps: Needs): Job[] => [
  job(announceFeeds, () => announce(deps), "* * * * *"),
  job(pingFeed, ({ ping_id }, { last }) => ping(deps, ping_id, last)),
  job(
    forget,
    () => forgetPings(deps.db, new Date(deps.clock().getTime() - LOG_DAYS * DAY_MS)),
    "23 4 * * *",
  ),
];

/** Queues a ping for each changed feed and target, and checks the feed; several changes are announced once. */
async function announce({ db, config }: Needs): Promise<void> {
  for (let more = true; more; )
    more = await db.transaction().execute(async (transaction) => {
      const moved = await takeMovedFeeds(transaction, BATCH);
      for (const feed of moved.filter(isPublic)) await queuePings(transaction, config, feed);
      if (moved.length === 0) return false;
      const ids = moved.map(({ show_id }) => show_id);
      await checkChannels(transaction, config, ids);
      await markAnnounced(transaction, ids);
      return moved.length === BATCH;
    });
}

/** Writes an event for each feed that has begun to break a rule for channels since it was last checked. */
async function checkChannels(db: Executor, config: Needs["config"], ids: readonly number[]) {
  // No rule that directories enforce depends on the host.
  const faults = await listChannelFaults({ db }, ids, config.publicUrl ?? "http://localhost");
  const broken = faults.map(({ show_id, findings }) => [show_id, findings.map(({ rule }) => rule)]);
  await noteFeedChecks(db, ids, Object.fromEntries(broken));
}

/** Feeds that are disabled or require a key are not announced. */
const isPublic = ({ visibility, deleted_at, mode }: MovedFeed): boolean =>
  visibility === "PUBLIC" && deleted_at === null && mode !== "DISABLED";

async function queuePings(
  db: Executor,
  config: Needs["config"],
  { show_id, author_id }: MovedFeed,
) {
  // Hubs fetch the feed from the announced URL, which does not exist without PUBLIC_URL.
  if (config.publicUrl === null) return;
  const targets = [
    ...config.websubHubs.map((target) => ({ kind: "WEBSUB" as const, target })),
    ...(config.podping === null ? [] : [{ kind: "PODPING" as const, target: config.podping.url }]),
  ];
  for (const target of targets) {
    const ping_id = await insertPing(db, { show_id, ...target });
    const receiver = hostOf(target.target);
    await enqueueOwned(db, pingFeed, { ping_id }, { owner: userOwner(author_id), receiver });
  }
}

async function ping({ db, config, log }: Needs, ping_id: number, last: boolean): Promise<void> {
  const row = await findPing(db, ping_id);
  if (row === undefined || row.state !== "PENDING" || config.publicUrl === null) return;
  try {
    await notify(noticeOf(row, feedUrl(row.show_id, config.publicUrl, null), config));
    await notePing(db, ping_id, { state: "DONE", error: null });
  } catch (error) {
    const { message } = error as Error;
    await notePing(db, ping_id, { state: last ? "FAILED" : "PENDING", error: message });
    if (!last) throw error;
    log.warn(
      { ping_id, host: hostOf(row.target), reason: message },
      "a feed could not be announced",
    );
  }
}

/** The customary publisher's ping for a WebSub hub; podping is a GET with a token. */
function noticeOf({ kind, target }: PingRow, feed: string, { podping }: Needs["config"]) {
  if (kind === "WEBSUB")
    return { url: target, form: { "hub.mode": "publish", "hub.url": feed }, maxMs: PING_MS };
  const url = new URL(target);
  url.searchParams.set("url", feed);
  url.searchParams.set("reason", "update");
  url.searchParams.set("medium", "podcast");
  const headers = podping?.token ? { authorization: podping.token } : {};
  return { url: url.href, headers, maxMs: PING_MS };
}
