/** Bounds the number of names in the ledger: every listener's browser may send a new site. */
import type { Executor } from "../../../../../platform/db/database.ts";
import { reportExceeded } from "../../../../../platform/limits.ts";
import { bucketStart, dayAt, numberOf } from "../../../../../platform/statistics/calendar.ts";
import { OTHERS } from "../../../../../platform/statistics/names.ts";
import { isListed } from "../../agents/names.ts";
import type { Download } from "../store.ts";
import { SITES_A_MONTH } from "./rules.ts";
import { rememberSites, type Site } from "./store.ts";

/**
 * Returns the downloads with `Others` in place of sites that exceed the author's limit in the month of the download.
 * All readers of the ledger (the rollups, ClickHouse) then see the same names. Call it in the transaction that writes
 * the downloads.
 */
export async function foldSites(
  tx: Executor,
  downloads: readonly Download[],
): Promise<readonly Download[]> {
  const sites = new Map<string, Site>();
  for (const download of downloads) {
    if (isListed(download.source)) continue;
    const site = siteOf(download);
    sites.set(keyOf(site), site);
  }
  if (sites.size === 0) return downloads;
  const refused = await rememberSites(tx, [...sites.values()], SITES_A_MONTH.value);
  if (refused.length === 0) return downloads;
  reportExceeded(SITES_A_MONTH);
  const keys = new Set(refused.map(keyOf));
  return downloads.map((download) =>
    !isListed(download.source) && keys.has(keyOf(siteOf(download)))
      ? { ...download, source: OTHERS }
      : download,
  );
}

const siteOf = ({ author_id, window_start, source }: Download): Site => ({
  author_id,
  month: numberOf(bucketStart(dayAt(new Date(window_start)), "month")),
  name: source,
});

const keyOf = ({ author_id, month, name }: Site): string => `${author_id} ${month} ${name}`;
