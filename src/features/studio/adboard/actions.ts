/** Finds the rows of the board, with what hindered those that are behind. */
import type { Deps } from "../../../deps.ts";
import type { BoardSort, Danger } from "../../advertising/lineitems/board/rules.ts";
import {
  type BoardRow,
  type Hindrance,
  listHindrances,
  readBoard,
} from "../../advertising/lineitems/board/store.ts";
import type { DeliveryStatus } from "../../advertising/lineitems/schema.ts";
import type { TableQuery } from "../tables/query.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** Rows in a CSV. */
const MOST_ROWS = 100_000;
const DAY = 86_400_000;

export type Row = BoardRow &
  Readonly<{
    /** What happened to it in the last day, the most frequent first. */
    hindrances: readonly Hindrance[];
  }>;

export type Board = Readonly<{
  rows: Row[];
  total: number;
  dangers: ReadonlyMap<Danger, number>;
}>;

/** One page of the board, or for a CSV all of it. */
export async function findBoard(
  { db, clock }: Needs,
  team_ids: readonly number[],
  table: TableQuery,
): Promise<Board> {
  const at = clock();
  const { isCsv, page, size, filters } = table;
  const { rows, total, dangers } = await readBoard(
    db,
    {
      team_ids,
      danger: (filters.danger as Danger | undefined) ?? null,
      status: (filters.status as DeliveryStatus | undefined) ?? null,
      priority: filters.priority === undefined ? null : Number(filters.priority),
      campaign_id: filters.campaign === undefined ? null : Number(filters.campaign),
      q: table.q,
      sort: table.sort as BoardSort,
      descending: table.descending,
      limit: isCsv ? MOST_ROWS : size,
      offset: isCsv ? 0 : (page - 1) * size,
    },
    at,
  );
  const behind = rows.flatMap(({ lineitem_id, danger }) =>
    danger === "behind" ? [lineitem_id] : [],
  );
  const found = await listHindrances(db, behind, new Date(at.getTime() - DAY));
  const byItem = Map.groupBy(found, ({ lineitem_id }) => lineitem_id);
  return {
    rows: rows.map((row) => ({ ...row, hindrances: byItem.get(row.lineitem_id) ?? [] })),
    total,
    dangers,
  };
}
