/** The records that requests name: `@@mine.show_id.0@@` is replaced by the id of one of the tenant's shows. */

/** The ids that identify a record: its own, or first its parent's. */
type Ids = readonly (string | number)[];

const REFERENCE = /@@(\w+)\.([\w,]+)\.(\d)@@/g;
/** Random ids are drawn below this number, because there are few records. */
const ANY_BELOW = 150;
/** Only the newest of each kind are used; requests may have deleted older ones. */
const NEWEST = 8;

export type Pools = Readonly<{
  add(owner: string, records: string, ids: Ids): void;
  of(owner: string, records: string): readonly Ids[];
  /** Replaces references in `text` by ids; `pick` selects the record, `own` is the caller for `own` references. */
  resolve(text: string, pick: number, own: string): string;
}>;

export function createPools(): Pools {
  const pools = new Map<string, Ids[]>();
  const at = (owner: string, records: string) => {
    const key = `${owner}.${records}`;
    const pool = pools.get(key) ?? [];
    pools.set(key, pool);
    return pool;
  };
  const idFor = (owner: string, records: string, place: number, pick: number): string => {
    if (owner === "none") return String([0, 999_999, 2 ** 31, 2 ** 53, "0".repeat(30)][pick % 5]);
    if (owner === "any" && !records.includes("upload")) return String(1 + (pick % ANY_BELOW));
    const pool = at(owner === "any" ? "theirs" : owner, records);
    return String(pool[pick % Math.max(pool.length, 1)]?.[place] ?? 999_998);
  };
  return {
    add(owner, records, ids) {
      const pool = at(owner, records);
      pool.push(ids);
      if (pool.length > NEWEST) pool.shift();
    },
    of: at,
    resolve: (text, pick, own) =>
      text.replace(REFERENCE, (_whole, owner: string, records: string, place: string) =>
        idFor(owner === "own" ? own : owner, records, Number(place), pick),
      ),
  };
}
