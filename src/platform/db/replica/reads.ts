/** Gives reads an executor: a replica that is new enough for their caller, or else the primary. */
import { setInterval as every } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { explain } from "../../explain.ts";
import { Failure } from "../../failure.ts";
import { createMeasures, type Measures } from "../../metrics/measures.ts";
import { followChanges } from "../changes.ts";
import {
  type Database,
  type Executor,
  isDatabaseAway,
  openDatabase,
  openPool,
} from "../database.ts";
import { Freshness, MOST_LAG_MS } from "./freshness.ts";
import { countReads } from "./metrics.ts";
import { faultOf, readStanding, readSystem } from "./standing.ts";

export type Reads = Readonly<{
  /**
   * Runs `work`, which only reads, on a replica, or without an argument on the primary: if there is no replica, if it lacks
   * a change of a record or something that `user_id` wrote, and whenever the work fails there, with whatever error. So a
   * replica never refuses anything.
   */
  read<T>(user_id: number | null, work: (replica?: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}>;

/** Thrown by work that sees that the replica lacks what it needs: `read` then turns to the primary. */
export class OutdatedError extends Error {
  override name = "OutdatedError";
}

type Options = Readonly<{
  config: Readonly<{ databaseReplicaUrl: string | null }>;
  /** The primary. */
  pool: pg.Pool;
  db: Database;
  log: Logger;
  measures: Measures;
}>;

/** The replica is asked, and the position of the primary noted, so often. */
const LOOK_EVERY_MS = 1000;
/** Reads need not wait longer for a replica to say how far it is, because the primary is there. */
const STANDING_MS = 2000;
/** As many as to the primary (`openDeps`). */
const CONNECTIONS = 20;

/** Reads from the replica of `DATABASE_REPLICA_URL`, if there is one. */
export function openReads(options: Options): Reads {
  const { databaseReplicaUrl } = options.config;
  if (databaseReplicaUrl !== null) return openReplica(options, databaseReplicaUrl);
  countReads(options.measures, () => null);
  return { read: (_user_id, work) => work(), close: async () => {} };
}

function openReplica({ pool: primary, db, log, measures }: Options, url: string): Reads {
  const target = { connectionString: url, connectionTimeoutMillis: STANDING_MS };
  // Its waits are not those for the primary.
  const pool = openPool(target, log, CONNECTIONS, createMeasures());
  const replica = openDatabase(pool);
  const busy = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => busy.add(client));
  pool.on("release", (_error, client) => busy.delete(client));
  // Reads may take all connections of theirs and be slow; only the look says whether the replica is silent.
  const lookPool = openPool(target, log, 1, createMeasures());
  const looked = openDatabase(lookPool);
  const freshness = new Freshness();
  const catchUp = followChanges(primary, (...change) => freshness.note(...change));
  /** Why reads go to the primary; null: they go to the replica; undefined: nobody has asked it yet. */
  let fault: string | null | undefined;
  /** ms; null: unknown. */
  let lag: number | null = null;
  let system = "";
  const counts = countReads(measures, () => ({ isUsed: fault === null, lag }));

  const setFault = (found: string | null) => {
    const wasUsed = fault === null;
    if (found === null && !wasUsed) log.info("reads go to the replica");
    if (found !== null && (wasUsed || fault === undefined))
      log.warn({ reason: found }, "reads go to the primary: the replica cannot be used");
    fault = found;
  };
  const noteError = (error: unknown) => {
    if (error instanceof Failure || error instanceof OutdatedError || isConflict(error)) return;
    if (isWrite(error)) log.error(error, "a handler that declares fromReplica writes");
    else if (error instanceof SilentError || isDatabaseAway(error))
      setFault(`it is away: ${explain(error)}`);
    else log.warn(error, "the replica could not answer a read");
  };
  /** Judges the server of a session; returns how far it is, or null if it cannot be used. */
  const judge = async (session: Executor, timeline: number): Promise<number | null> => {
    const standing = await readStanding(session);
    const now = performance.now();
    const lsn = standing.lsn ?? 0;
    const found = faultOf(standing, { system, timeline });
    lag = found === null ? freshness.lagOf(lsn, now) : null;
    const isLate = lag !== null && lag > MOST_LAG_MS;
    setFault(isLate ? `it is more than ${MOST_LAG_MS / 1000} s behind` : found);
    return fault === null ? lsn : null;
  };
  /** Ends the reads that wait for a silent replica: their queries fail, and `read` turns to the primary. */
  const endReads = () => {
    for (const client of busy) client.end().catch(() => {});
  };
  const readThere = async <T>(user_id: number | null, work: (replica: Database) => Promise<T>) => {
    // If the primary is away, the work itself reports that.
    const position = await catchUp().catch(() => null);
    if (position === null) return null;
    const needed = freshness.neededBy(user_id);
    return unlessSilent((claim) =>
      replica.connection().execute(async (session) => {
        const lsn = await judge(session, position.timeline);
        if (!claim() || lsn === null || lsn < needed) return null;
        return { answer: await work(session) };
      }),
    );
  };
  const look = async () => {
    const at = performance.now();
    const [position, named] = await Promise.all([catchUp(), readSystem(db)]);
    system = named;
    if (position === null) return;
    freshness.sample(at, position.lsn);
    await unlessSilent((claim) =>
      looked.connection().execute(async (session) => {
        await judge(session, position.timeline);
        claim();
      }),
    ).catch((error) => {
      noteError(error);
      if (error instanceof SilentError || isDatabaseAway(error)) endReads();
    });
  };
  const looking = new AbortController();
  const looks = keepLooking(look, log, looking.signal);
  return {
    async read(user_id, work) {
      if (fault === null) {
        const found = await readThere(user_id, work).catch(noteError);
        if (found) {
          counts.replica.value += 1;
          return found.answer;
        }
      }
      counts.primary.value += 1;
      return work();
    },
    async close() {
      looking.abort();
      await looks;
      await Promise.all([pool.end(), lookPool.end()]);
    },
  };
}

class SilentError extends Error {
  override name = "SilentError";
}

/**
 * The result of `ask`, which calls `claim` as soon as the replica has said how far it is. Rejects if it has not in time;
 * then `claim` is false, and the connection is occupied until it is answered or given up (`db/silence.ts`).
 */
function unlessSilent<T>(ask: (claim: () => boolean) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new SilentError(`it did not answer within ${STANDING_MS / 1000} s`));
    }, STANDING_MS);
    const claim = () => {
      clearTimeout(timer);
      return !isLate;
    };
    ask(claim)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

async function keepLooking(look: () => Promise<void>, log: Logger, signal: AbortSignal) {
  // What fails here is the primary, which every request reports.
  const once = () => look().catch((error) => log.debug(error, "the primary could not be asked"));
  await once();
  try {
    for await (const _ of every(LOOK_EVERY_MS, undefined, { signal })) await once();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code;
/** The replica ended the query because it kept what the primary has removed (PostgreSQL, chapter 26.4.2). */
const isConflict = (error: unknown): boolean => codeOf(error) === "40001";
/** `read_only_sql_transaction`. */
const isWrite = (error: unknown): boolean => codeOf(error) === "25006";
