/** Unpacks the names of rollups and adds them up: PostgreSQL would spell every day's out, row by row. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import { eachName, type NameCounter, openNameCounter } from "../packing.ts";
import { DIMENSIONS, type Dimension, type NameRow } from "../schema.ts";

/** A row of the rollups; null: whatever its date. Those of one date are behind each other. */
export type PackedNames = Readonly<{ date: Day | null; names: Buffer }>;

export type KnownNames = Readonly<{
  /** The names of a dimension by date, the most frequent first, then by code points. */
  tell(rows: readonly PackedNames[], dimension: Dimension): Promise<NameRow[]>;
}>;

/** `place`: among all names, in the order of code points. */
type Named = Readonly<{ dimension: number; name: string; kind: string; place: number }>;
/** By their ids, which are small whole numbers. */
type Names = readonly (Named | undefined)[];

/** Names come to be and stay as they are: they are read again only when there is one that is not known. */
export function openKnownNames(db: Executor): KnownNames {
  let known: Names = [];
  return {
    async tell(rows, dimension) {
      const { told, isWhole } = tell(rows, known, DIMENSIONS.indexOf(dimension));
      if (isWhole) return told;
      known = await listNames(db);
      return tell(rows, known, DIMENSIONS.indexOf(dimension)).told;
    },
  };
}

async function listNames(db: Executor): Promise<Names> {
  const { rows } = await sql<{ name_id: number } & Omit<Named, "place">>`
    select name_id, dimension, name, kind from audience_names
    order by name collate "C", kind collate "C"`.execute(db);
  const names: (Named | undefined)[] = [];
  for (const [place, { name_id, ...named }] of rows.entries()) names[name_id] = { ...named, place };
  return names;
}

/** `isWhole`: every id is known. */
function tell(rows: readonly PackedNames[], known: Names, dimension: number) {
  const counter = openNameCounter();
  const told: NameRow[] = [];
  let isWhole = true;
  const see = (id: number, count: number): void => {
    const named = known[id];
    if (named === undefined) isWhole = false;
    else if (named.dimension === dimension) counter.add(id, count);
  };
  for (const [at, { date, names }] of rows.entries()) {
    eachName(names, see);
    if (rows[at + 1]?.date !== date) takeSums(counter, known, date, told);
  }
  return { told, isWhole };
}

function takeSums(counter: NameCounter, known: Names, date: Day | null, told: NameRow[]): void {
  const sums: { named: Named; count: number }[] = [];
  counter.take((id, count) => {
    const named = known[id];
    if (named !== undefined) sums.push({ named, count });
  });
  sums.sort((a, b) => b.count - a.count || a.named.place - b.named.place);
  for (const { named, count } of sums)
    told.push({ date, name: named.name, kind: named.kind, count });
}
