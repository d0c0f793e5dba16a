/**
 * Archives, rebuilds statistics from, and restores a month of the ledgers: `node bench/history.ts --events 10000000`.
 * Half of the events are downloads, half are impressions. Fails if a figure is another one after the rebuild.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { archiveMonth } from "../src/features/measurement/counting/history/archiving.ts";
import { restoreMonth } from "../src/features/measurement/counting/history/restoring.ts";
import { listPresent } from "../src/features/measurement/counting/history/store.ts";
import { rebuildRollups } from "../src/features/measurement/statistics/rebuilding/actions.ts";

const HELP = `node bench/history.ts [--events 1000000]

--events  half of them impressions, half downloads
`;
const { values } = parseArgs({
  options: { events: { type: "string", default: "1000000" }, help: { type: "boolean" } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
const EVENTS = Number(values.events);
const MONTH = "2026-01-01";

/** A quarter of the downloads are by a listener who has another one. */
const FILL = `
  insert into ledger_batches (folded_at) select now() from generate_series(1, 1000);
  select ensure_partition(name, '202601', '2026-01-01 00:00:00+00', '2026-02-01 00:00:00+00')
  from unnest(array['downloads', 'impressions']) name;
  insert into downloads (window_start, listener, episode_id, batch_id, at, show_id, author_id, organization_id,
    digest, purpose, source, device, os, os_kind, country)
  select day, sha256(int8send(n::bigint * 3 / 4)), episode, 1 + n::bigint * 1000 / ${EVENTS / 2 + 1}, day + random() * interval '1 day',
    episode / 20, episode / 200, case when episode % 3 > 0 then episode / 2000 end, sha256(int8send(episode)),
    case when n % 4 > 0 then 'download' else 'play' end, 'App ' || n % 37, 'Device ' || n % 5, 'System ' || n % 9,
    'mobile', case when n % 11 > 0 then chr(65 + n % 26) || chr(65 + n % 17) end
  from (
    select n, timestamptz '2026-01-01 00:00:00+00' + (n::bigint * 31 / ${EVENTS / 2 + 1}) * interval '1 day' as day,
      (20000 * random() * random() * random())::bigint as episode
    from generate_series(0, ${EVENTS / 2 - 1}) as n
  ) as events on conflict do nothing;
  insert into impressions (window_start, listener, digest, segment, batch_id, at, lineitem_id, campaign_id, team_id,
    creative_id, episode_id, show_id, price)
  select window_start, listener, digest, 1, batch_id, at, lineitem, lineitem / 10, lineitem / 500, lineitem * 2,
    episode_id, show_id, 1234567 + lineitem
  from (select *, (5000 * random() * random())::bigint as lineitem from downloads) as heard on conflict do nothing;
  analyze`;

/** All figures of statistics: rows, sums, and a sum of hashes of each row, which no order changes. */
const FIGURES = `
  select 'audience' as of, count(*), sum(plays) as one, sum(downloads) as two,
    sum(hashtextextended(to_jsonb(r)::text, 0)) as hash from audience_rollups r
  union all select 'ads', count(*), sum(impressions), sum(revenue), sum(hashtextextended(to_jsonb(r)::text, 0))
  from ad_rollups r
  union all select 'details', count(*), sum(impressions), sum(revenue), sum(hashtextextended(to_jsonb(r)::text, 0))
  from ad_details r order by 1`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-history-"));
const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
let memory = 0;
const watching = setInterval(() => {
  memory = Math.max(memory, process.memoryUsage.rss());
}, 200);
const rate = (rows: number, since: number) =>
  `${Math.round(rows / ((performance.now() - since) / 1000))} rows per second`;
try {
  for (const statement of FILL.split(";\n")) await deps.pool.query(statement);
  await deps.pool.query("vacuum");
  const present = (await listPresent(deps.db, MONTH)).reduce((sum, { bytes }) => sum + bytes, 0);
  const { signal } = new AbortController();
  const figures = async () => JSON.stringify((await deps.pool.query(FIGURES)).rows);
  let began = performance.now();
  await rebuildRollups(deps);
  say(`rebuilt from PostgreSQL: ${rate(EVENTS, began)}`);
  const known = await figures();
  began = performance.now();
  const { rows, bytes } = await archiveMonth(deps, MONTH, signal);
  say(`archived and verified ${rows} rows: ${rate(rows, began)}`);
  say(
    `bytes per row: ${(present / rows).toFixed(1)} in PostgreSQL, ${(bytes / rows).toFixed(1)} in the archive`,
  );
  began = performance.now();
  await rebuildRollups(deps);
  say(`rebuilt from the archive: ${rate(EVENTS, began)}`);
  if ((await figures()) !== known)
    throw new Error(`other figures: ${await figures()}, not ${known}`);
  say(`the same figures: ${known}`);
  began = performance.now();
  await restoreMonth(deps, MONTH, signal);
  say(`restored: ${rate(rows, began)}`);
  say(`memory of the process: ${Math.round(memory / 1e6)} MB at most`);
} finally {
  clearInterval(watching);
  await deps.close();
  await rm(dataDir, { recursive: true, force: true });
}
