/** Compares the content and the responses of a filled Longwave with another's and with the known sums. */

import type { OpenDeps } from "../../src/deps.ts";
import { ROLLUPS } from "../../src/features/measurement/statistics/rules.ts";
import { knownSums, type Load, SIZES } from "./events.ts";
import type { Ask } from "./measure.ts";
import { AD_QUESTIONS, AUDIENCE_QUESTIONS, type Question } from "./questions.ts";

/** Requests the overall figures of all teams and organizations. Throws if they differ from the known ones. */
export async function requireKnownSums(ask: Ask, load: Load): Promise<void> {
  const known = knownSums(load);
  for (let id = 1; id <= SIZES.teams; id += 1) {
    const { statistics } = await read(ask, `/v2/organizations/${id}/campaign-statistics`);
    const amount = decimal(known.revenue[id] ?? 0n);
    require(`team ${id}`, statistics, {
      impressions_sold: known.impressions[id],
      revenue_amount: amount,
    });
  }
  for (let id = 1; id <= SIZES.organizations; id += 1) {
    const { statistics } = await read(ask, `/v2/organizations/${id}/statistics`);
    require(`organization ${id}`, statistics, {
      plays_count: known.plays[id],
      downloads_count: known.downloads[id],
    });
  }
}

const decimal = (units: bigint): string =>
  `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, "0")}`;

async function read(ask: Ask, url: string): Promise<{ statistics: Record<string, unknown> }> {
  const { status, text } = await ask(url);
  if (status !== 200) throw new Error(`${url}: ${text}`);
  return JSON.parse(text).response;
}

function require(what: string, told: Record<string, unknown>, known: Record<string, unknown>) {
  for (const [name, value] of Object.entries(known))
    if (told[name] !== value)
      throw new Error(`${what}: ${name} is ${told[name]}, and should be ${value}.`);
}

/** The responses to `turns` of each query, by URL. */
async function answers(ask: Ask, turns: number): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const all: readonly Question[] = [...AD_QUESTIONS, ...AUDIENCE_QUESTIONS];
  for (const { path } of all)
    for (let turn = 0; turn < turns; turn += 1) {
      const url = path(turn);
      const { status, text } = await ask(url);
      if (status !== 200) throw new Error(`${url}: ${text}`);
      told.set(url, text);
    }
  return told;
}

/** The number of rows of each rollup and the sum of their hashes, independent of their order. */
async function digests({ pool }: OpenDeps): Promise<string> {
  const { rows } = await pool.query(
    ROLLUPS.map(
      (table) =>
        `select '${table}', count(*)::text, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text as sum from ${table} r`,
    ).join(" union all "),
  );
  return JSON.stringify(rows);
}

export type State = Readonly<{ told: Map<string, string>; rows: string }>;

/** The content of the rollups, and `turns` responses to each query. */
export const readState = async (deps: OpenDeps, ask: Ask, turns: number): Promise<State> => ({
  told: await answers(ask, turns),
  rows: await digests(deps),
});

/** Throws if a response or a row differs. */
export function requireSame(what: string, before: State, after: State): void {
  for (const [url, text] of before.told)
    if (after.told.get(url) !== text)
      throw new Error(`${what} answers ${url} with ${after.told.get(url)}, and not ${text}`);
  if (after.rows !== before.rows)
    throw new Error(`${what} has other rows: ${before.rows} and ${after.rows}`);
}

/** How often partitions of the ledgers were read so far, by any plan. */
export async function ledgerReads({ pool }: Pick<OpenDeps, "pool">): Promise<number> {
  // Sessions report their statistics with a delay of some seconds.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  const { rows } = await pool.query(`
    select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as reads from pg_stat_user_tables
    where relname like 'impressions\\_%' or relname like 'downloads\\_%'`);
  return rows[0].reads;
}
