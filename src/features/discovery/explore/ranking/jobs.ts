/** Ranks all shows periodically, in batches that limit memory use. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import { storeQuality } from "../../../publishing/shows/store.ts";
import { RECENT_EPISODES, scoreOf, TOP_SCORE } from "./rules.ts";
import {
  beginRanking,
  forgetRankings,
  isRankingOurs,
  lockRanked,
  publishRanking,
  readSignals,
  type Scored,
  type SignalsRow,
  writeScores,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** How long a reader can continue in the order they began in after a newer ranking was published. */
export const RANKING_KEPT_MS = 3_600_000;
/** Extra time for readers who just started a page. */
const GRACE_MS = 600_000;
const BATCH = 500;

const rankShows = { name: "explore.rank", payload: z.object({}) };

export const rankingJobs = (deps: Needs): Job[] => [
  job(rankShows, (_, { signal }) => rank(deps, signal), "*/10 * * * *"),
];

/**
 * Scores every show and then publishes the new ranking as a whole. Readers see nothing of an unfinished ranking; if a
 * run crashes, or `signal` stops it between two batches, its ranking is never published and the next run starts over.
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

/** Runs one transaction of a run; returns null without running it if another run has begun. */
const whileOurs = (
  db: Deps["db"],
  version: number,
  work: (db: Executor) => Promise<number | null>,
) =>
  db.transaction().execute(async (trx) => ((await isRankingOurs(trx, version)) ? work(trx) : null));

/** Ranks the batch of shows after `after`; returns the last one's id, or null if there were no more. */
async function rankBatch(
  db: Executor,
  version: number,
  after: number,
  now: Date,
): Promise<number | null> {
  const rows = await readSignals(db, { after, limit: BATCH, episodes: RECENT_EPISODES });
  const scored = rows.flatMap((row) => {
    const score = scoreOf(signalsOf(row), now.getTime());
    return isRankedBy(row, score) ? [] : [{ show_id: row.show_id, score }];
  });
  if (scored.length > 0) await write(db, version, scored);
  return rows.length < BATCH ? null : (rows.at(-1)?.show_id ?? null);
}

/** Whether the show has this score in all of its categories, and its quality, which PostgreSQL stores in 4 bytes. */
const isRankedBy = ({ scores, quality }: SignalsRow, score: number): boolean =>
  scores.every((known) => known === score) &&
  Math.fround(quality) === Math.fround(score / TOP_SCORE);

async function write(db: Executor, version: number, scored: readonly Scored[]): Promise<void> {
  await lockRanked(
    db,
    scored.map(({ show_id }) => show_id),
  );
  await writeScores(db, version, scored);
  await storeQuality(
    db,
    scored.map(({ show_id, score }) => ({ show_id, quality: score / TOP_SCORE })),
  );
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
