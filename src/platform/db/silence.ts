/**
 * Ends connections whose server has fallen silent, so that no request waits for a network that is gone: TCP itself
 * gives up after a quarter of an hour, and never if a proxy in between stays.
 */
import pg from "pg";
import type { Logger } from "pino";

/** How long a query may run before somebody asks whether the server still works on it, ms. */
const SILENT_MS = 5000;
/** How long that question may take, ms. */
const ANSWER_MS = 6000;
const LOOK_EVERY_MS = 1000;

/** `since`: when the query that it waits for was sent. */
type Waiting = { client: pg.PoolClient; since: number };

/** Processes of the server that work on a query; null if it does not tell: a pooler is in between. */
type Working = ReadonlySet<number> | null;

const WORKING = `select pg_backend_pid() as own, array(
  select pid from pg_stat_activity where pid = any($1) and state like any('{active,fastpath%}')) as working`;

/**
 * Returns the function to call with each new client of a pool. A query that has been running for 5 s is only ended if
 * the server cannot be reached over another connection, or says twice that it is not working on it.
 */
export function endSilentConnections(
  target: pg.ClientConfig,
  log: Pick<Logger, "debug">,
): (client: pg.PoolClient) => void {
  const waiting = new Set<Waiting>();
  const suspects = new WeakMap<Waiting, number>();
  let timer: NodeJS.Timeout | null = null;
  let looking = false;

  const end = ({ client }: Waiting) => {
    log.debug({ pid: pidOf(client) }, "the database is silent: a connection is given up");
    // While a query runs, this destroys the socket; the query is rejected as for any lost connection.
    client.end().catch(() => {});
  };
  const judge = (one: Waiting, since: number, working: ReadonlySet<number>) => {
    // It has been answered, or has sent another query, meanwhile.
    if (!waiting.has(one) || one.since !== since) return;
    if (working.has(pidOf(one.client))) return;
    if (suspects.get(one) === since) end(one);
    else suspects.set(one, since);
  };
  const look = async () => {
    const now = performance.now();
    const late = [...waiting].filter(({ since }) => now - since > SILENT_MS);
    if (late.length === 0) return;
    const seen = late.map((one) => ({ one, since: one.since }));
    try {
      const working = await askWorking(
        target,
        late.map(({ client }) => pidOf(client)),
      );
      if (working !== null) for (const { one, since } of seen) judge(one, since, working);
    } catch (error) {
      // A server that refuses is not silent: it may only have no connection left.
      if (error instanceof pg.DatabaseError) return;
      for (const { one, since } of seen) if (waiting.has(one) && one.since === since) end(one);
    }
  };
  const tick = () => {
    if (waiting.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
    if (looking) return;
    looking = true;
    look().finally(() => {
      looking = false;
    });
  };
  return (client) => {
    const one: Waiting = { client, since: 0 };
    let pending = 0;
    const begin = () => {
      pending += 1;
      one.since = performance.now();
      waiting.add(one);
      timer ??= setInterval(tick, LOOK_EVERY_MS).unref();
    };
    const finish = () => {
      pending -= 1;
      one.since = performance.now();
      if (pending === 0) waiting.delete(one);
    };
    client.query = observed(
      client.query.bind(client) as Query,
      begin,
      finish,
    ) as typeof client.query;
  };
}

type Query = (...args: unknown[]) => unknown;

/** `query` in both of its forms, with a callback or with a promise; others, such as cursors, are not observed. */
function observed(query: Query, begin: () => void, finish: () => void): Query {
  return (...args) => {
    const callback = args.findLastIndex((arg) => typeof arg === "function");
    if (callback !== -1) {
      begin();
      const original = args[callback] as Query;
      args[callback] = (...results: unknown[]) => {
        finish();
        original(...results);
      };
      return query(...args);
    }
    const result = query(...args);
    if (!(result instanceof Promise)) return result;
    begin();
    result.then(finish, finish);
    return result;
  };
}

/** Which of these processes work on a query. Rejects if the server does not answer in time. */
async function askWorking(target: pg.ClientConfig, pids: number[]): Promise<Working> {
  const client = new pg.Client({
    ...target,
    application_name: "longwave",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(WORKING, [pids]);
    const [{ own, working }] = rows as [{ own: number; working: number[] }];
    return own === pidOf(client) ? new Set(working) : null;
  } finally {
    void client.end().catch(() => {});
  }
}

/** The server process of a connection; not part of the types of `pg`. */
const pidOf = (client: pg.ClientBase): number =>
  (client as unknown as { processID: number | null }).processID ?? 0;
