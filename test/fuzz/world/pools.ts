/** The records that requests name: `@@mine.show_id.0@@` becomes the id of one of the tenant's shows. */

/** Ids of one record: of the record itself, or of what holds it and then it. */
export type Ids = readonly (string | number)[];

const REFERENCE = /@@(\w+)\.([\w,]+)\.(\d)@@/g;
/** Numbers that ids of anybody's records are drawn from: the world is small. */
const ANY_BELOW = 150;
/** So many of a kind are named; older ones may have been deleted by requests. */
const NEWEST = 8;

export type Pools = Readonly<{
  add(owner: string, records: string, ids: Ids): void;
  of(owner: string, records: string): readonly Ids[];
  /** `text` with ids in the place of references; `pick` chooses among records, `own` is whose `own` is. */
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
