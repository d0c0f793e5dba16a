/** Checks a replica once, for `longwave doctor` and `longwave status`. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { followChanges } from "../changes.ts";
import { openDatabase, openPool } from "../database.ts";
import { MOST_LAG_MS } from "./freshness.ts";
import { faultOf, readStanding, readSystem } from "./standing.ts";

const ASK_EVERY_MS = 50;
const QUIET = { debug() {} };

/** How far behind the replica at `url` is; throws an error that says why reads do not go there. */
export async function checkReplica(primary: pg.ClientConfig, url: string): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const pool = openPool(primary, QUIET, 1);
  opened.defer(() => pool.end());
  const other = openPool({ connectionString: url }, QUIET, 1);
  opened.defer(() => other.end());
  const replica = openDatabase(other);
  const position = await followChanges(pool, () => {})();
  if (position === null) throw new Error("DATABASE_URL is a standby itself.");
  const system = await readSystem(openDatabase(pool));
  const since = performance.now();
  for (;;) {
    const standing = await readStanding(replica);
    const fault = faultOf(standing, { ...position, system });
    if (fault !== null) throw new Error(`${fault}.`);
    const took = performance.now() - since;
    if ((standing.lsn ?? 0) >= position.lsn)
      return `a standby, ${(took / 1000).toFixed(1)} s behind`;
    if (took > MOST_LAG_MS) throw new Error(`it is more than ${MOST_LAG_MS / 1000} s behind.`);
    await sleep(ASK_EVERY_MS);
  }
}
