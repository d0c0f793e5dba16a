/** Checks what the feeds of many shows say of the shows themselves, by the rules of the whole check. */
import type { Deps } from "../../../deps.ts";
import { documentXml } from "./channel.ts";
import type { Finding } from "./schema.ts";
import { listDoubtfulChannels } from "./store.ts";

/** A show whose feed breaks rules that directories enforce. */
type Faulty = Readonly<{ show_id: number; title: string; findings: readonly Finding[] }>;

/** More shows than this are too many to check while a page waits. */
const MOST = 100;

/**
 * The shows among `ids` whose feeds break a rule that a show must keep. Episodes are left out, because reading all of
 * them takes longer than a page may; `checkShow` checks them, too.
 */
export async function listChannelFaults(
  { db }: Pick<Deps, "db">,
  ids: readonly number[],
  baseUrl: string,
): Promise<Faulty[]> {
  const channels = await listDoubtfulChannels(db, ids.slice(0, MOST));
  if (channels.length === 0) return [];
  // Its parsers are loaded with the first check.
  const { checkChannel } = await import("./check.ts");
  return channels.flatMap((row) => {
    const context = {
      baseUrl,
      key: null,
      page: 1,
      pages: 1,
      hubs: [],
      podping: false,
      moved: null,
      changed_at: row.updated_at,
      newest_at: null,
    };
    const findings = checkChannel(documentXml(row, {}, context, ""));
    const broken = findings.filter(({ rule, level }) => level === "must" && rule !== "items");
    const { show_id, title } = row;
    return broken.length === 0 ? [] : [{ show_id, title, findings: broken }];
  });
}
