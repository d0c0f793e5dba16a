/** Makes a new ranking of all shows, now and then; memory holds one batch of them. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { storeQuality } from "../../shows/store.ts";
import { RECENT_EPISODES, scoreOf, TOP_SCORE } from "./rules.ts";
import {
  beginRanking,
  forgetRankings,
  isRankingOurs,
  publishRanking,
  readSignals,
  type SignalsRow,
  writeScores,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** How long a list may be read in the order it was begun in, after a newer ranking is there. */
export const RANKING_KEPT_MS = 3_600_000;
/** A reader who was just let in gets to the end of the page. */
const GRACE_MS = 600_000;
const BATCH = 500;

const rankShows = { name: "explore.rank", payload: z.object({}) };

export const rankingJobs = (deps: Needs): Job[] => [
  job(rankShows, (_, { signal }) => rank(deps, signal), "*/10 * * * *"),
];

/**
 * Scores every show and publishes the new ranking whole. Readers see nothing of one that is
 * being made; a run that dies, or that `signal` ends between two batches, leaves one that is never
 * published, and the next begins anew.
 */
export async function rank({ db, clock }: Needs, signal?: AbortSignal): Promise<void> {
  const now = clock();
  const version = await db.transaction().execute(beginRanking);
  let after: number | null = 0;
  while (after !== null) {
    signal?.throwIfAborted();
    const from: number = after;
    after = await whileOurs(db, version, (trx) => rankBatch(trx, version, from, now));
  }
  await whileOurs(db, version, async (trx) => {
    await publishRanking(trx, version, now);
    return null;
  });
  await forgetRankings(db, new Date(now.getTime() - RANKING_KEPT_MS - GRACE_MS));
}

/** One transaction of a run; null, and nothing done, once another run has begun. */
const whileOurs = (
  db: Deps["db"],
  version: number,
  work: (db: Executor) => Promise<number | null>,
) =>
  db.transaction().execute(async (trx) => ((await isRankingOurs(trx, version)) ? work(trx) : null));

/** Ranks the shows after `after`; returns the last one's id, or null when there were no more. */
async function rankBatch(
  db: Executor,
  version: number,
  after: number,
  now: Date,
): Promise<number | null> {
  const rows = await readSignals(db, { after, limit: BATCH, episodes: RECENT_EPISODES });
  const scored = rows.map((row) => ({
    show_id: row.show_id,
    score: scoreOf(signalsOf(row), now.getTime()),
  }));
  await writeScores(db, version, scored);
  await storeQuality(
    db,
    scored.map(({ show_id, score }) => ({ show_id, quality: score / TOP_SCORE })),
  );
  return rows.length < BATCH ? null : (rows.at(-1)?.show_id ?? null);
}

const signalsOf = (row: SignalsRow) => ({
  listeners: row.listeners,
  completion: row.completion,
  favorites: row.followers_count,
  likes: row.likes_count,
  published: row.published,
  hasArtwork: row.has_artwork,
  descriptionLength: row.description_length,
});
