/** Shows how the cost of the most frequent words grows with the number of matching documents. */
import type pg from "pg";
import { type Measured, number } from "./measure.ts";
import type { Kind } from "./queries.ts";

const FOLLOWED = ["one of the 20 most frequent", "two of the 20 most frequent"] as const;

export type Point = { size: number; name: string; matches: number; p50: number; cpu50: number };

/** For one corpus: the times of the followed kinds, and the average number of documents that contain their words. */
export async function pointsOf(
  client: pg.Client,
  kinds: readonly Kind[],
  measured: Measured,
  size: number,
): Promise<Point[]> {
  const points: Point[] = [];
  for (const name of FOLLOWED) {
    const figures = measured.find((one) => one.name === name)?.figures;
    const queries = kinds.find((one) => one.name === name)?.queries ?? [];
    if (figures === undefined) continue;
    const asked = [...new Set(queries.map(({ words = [] }) => words.join(" ")))];
    let matches = 0;
    for (const words of asked) matches += (await countMatches(client, words)) / asked.length;
    points.push({ size, name, matches, p50: figures.p50, cpu50: figures.cpu50 });
  }
  return points;
}

async function countMatches(client: pg.Client, words: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from search_episodes where lexemes @@ (
      select string_agg(quote_literal(word || '|') || ':*', ' & ')::tsquery from unnest(string_to_array($1, ' ')) word)`,
    [words],
  );
  return rows[0].count;
}

/** The columns with × are ratios to the row of the previous size. */
export function curveTable(points: readonly Point[]): string {
  const lines = [`${"".padEnd(30)} episodes    matches   p50 ms   cpu p50   matches × cpu ×`];
  for (const name of FOLLOWED) {
    let before: Point | undefined;
    for (const point of points.filter((one) => one.name === name)) {
      const times = (value: number, other: number) => `${(value / other).toFixed(1)}`.padStart(8);
      const growth = before
        ? times(point.matches, before.matches) + times(point.cpu50, before.cpu50)
        : "";
      lines.push(
        `${name.padEnd(30)}${String(point.size).padStart(9)}${point.matches.toFixed(0).padStart(11)}${number(point.p50)}  ${number(point.cpu50)}  ${growth}`,
      );
      before = point;
    }
  }
  return lines.join("\n");
}
