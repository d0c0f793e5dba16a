/** Reads what was counted, to compare it with what is known of generated requests. */
import type { World } from "../setup/world.ts";
import type { Truth } from "./sessions.ts";

/** The counted figures, in the form of the expected ones. */
export async function countedTruth({ deps }: Pick<World, "deps">): Promise<Truth> {
  const rows = async (text: string) =>
    new Map<number, number>(
      (await deps.pool.query({ text, rowMode: "array" })).rows as [number, number][],
    );
  const plays = (column: string) =>
    rows(`select episode_id, ${column} from episode_plays where ${column} <> 0`);
  const { rows: reasons } = await deps.pool.query(
    "select reason, sum(requests_count)::int as n from exclusions group by 1 having sum(requests_count) <> 0",
  );
  const { rows: money } = await deps.pool.query(
    "select sum(revenue)::text as sum from lineitem_counts",
  );
  return {
    plays: await plays("plays_count"),
    downloads: await plays("downloads_count"),
    impressions: await rows("select lineitem_id, impressions_tracked from lineitem_counts"),
    revenue: BigInt(money[0].sum),
    excluded: new Map(reasons.map(({ reason, n }) => [reason, n])),
  };
}
