/** Takes the locks of schema changes without stopping the traffic of running processes. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Every process that migrates holds this advisory lock. */
const LOCK = 7_160_002;
const POLL_MS = 100;

/**
 * Waits until no other process migrates. Polls, because a waiting statement would hold a snapshot, and `create index
 * concurrently` of the process that migrates waits for all snapshots.
 */
export async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [LOCK]);
    if (rows[0].taken) return;
    await sleep(POLL_MS);
  }
}

/**
 * For how long a change of the schema may wait for a lock: meanwhile all statements on the table queue behind it. Longer
 * than PostgreSQL's `deadlock_timeout` of a second, after which autovacuum gives way.
 */
const LOCK_TIMEOUT_MS = 1500;
const PAUSE_MS = { first: 250, most: 5000 };
const PATIENCE_MS = 10 * 60_000;
/** `lock_not_available` and `deadlock_detected` (PostgreSQL, appendix A). */
const RETRIED = ["55P03", "40P01"];

/** Called with a sentence for the operator when a change has to wait. */
export type OnWait = (sentence: string) => void;

/**
 * Runs `change` in a transaction that waits only briefly for locks, and again after a pause, in which traffic goes on,
 * for up to ten minutes. Throws the last error then, and any other error at once; both with nothing changed.
 */
export async function changeSchema(
  client: pg.Client,
  change: () => Promise<void>,
  { name, onWait }: { name: string; onWait: OnWait },
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let pause = PAUSE_MS.first;
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await change();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {}); // a lost connection is rolled back by PostgreSQL
      const { code = "", message } = error as { code?: string; message: string };
      if (!RETRIED.includes(code) || performance.now() > deadline) throw error;
      onWait(`${name} waits for other statements and is tried again (${message}).`);
      await sleep(pause * (0.5 + Math.random()));
      pause = Math.min(pause * 2, PAUSE_MS.most);
    }
  }
}
