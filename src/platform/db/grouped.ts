/**
 * Combines the writes of concurrent requests into one transaction: what triggers and statements cost to start is paid
 * once for all, and so is the commit (docs/benchmarks.md, `create`).
 */

/** Groups at the same time. */
const AT_ONCE = 2;
/** How long a write waits for company while others are being written. */
const GATHER_MS = 20;
/** Maximum number of writes in a transaction. */
const MOST = 64;
/** A write that takes longer, such as one that waits for a lock, no longer keeps others waiting. */
const PATIENCE_MS = 1000;

type Waiting<T, R> = {
  item: T;
  resolve(written: R | undefined): void;
  reject(error: unknown): void;
};

/**
 * A function that writes an item by `alone`, or with items of the same likeness of other requests by `together`, in one
 * transaction that returns what it has written by item. It leaves out what has to be written alone; if the transaction is
 * rolled back because of one of them, all are written alone. Nothing waits while nothing else is written.
 */
export function grouped<T, R>(
  likeness: (item: T) => string,
  together: (alike: readonly T[]) => Promise<ReadonlyMap<T, R>>,
): (item: T, alone: () => Promise<R>) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let running = 0;
  let gathering: NodeJS.Timeout | null = null;
  /** Runs `work`, and lets the others go on when it has ended or has taken too long. */
  const hold = <V>(work: () => Promise<V>): Promise<V> => {
    running += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      running -= 1;
      next();
    };
    const timer = setTimeout(release, PATIENCE_MS);
    return work().finally(() => {
      clearTimeout(timer);
      release();
    });
  };
  const writeAlike = async (alike: readonly Waiting<T, R>[]) => {
    try {
      const items = alike.map(({ item }) => item);
      const written = items.length > 1 ? await together(items) : null;
      for (const { item, resolve } of alike) resolve(written?.get(item));
    } catch (error) {
      for (const { resolve, reject } of alike)
        isRefusal(error) ? resolve(undefined) : reject(error);
    }
  };
  const writeAll = async (group: readonly Waiting<T, R>[]) => {
    for (const alike of Map.groupBy(group, ({ item }) => likeness(item)).values())
      await writeAlike(alike);
  };
  const next = () => {
    if (gathering !== null) clearTimeout(gathering);
    gathering = null;
    if (waiting.length === 0 || running >= AT_ONCE) return;
    const group = waiting.splice(0, MOST);
    hold(() => writeAll(group));
  };
  return async (item, alone) => {
    if (running === 0) return hold(alone);
    const written = await new Promise<R | undefined>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < AT_ONCE) gathering ??= setTimeout(next, GATHER_MS);
    });
    return written ?? alone();
  };
}

/**
 * Whether PostgreSQL answered that it rolled the transaction back: data, constraints, deadlocks, limits, locks, triggers
 * and timeouts (appendix A, classes 22, 23, 40, 54, 55 and P0, 57014). After a lost connection nobody knows.
 */
const isRefusal = (error: unknown): boolean =>
  /^(?:(?:2[23]|40|5[45]|P0)\w{3}|57014)$/.test((error as { code?: string }).code ?? "");
