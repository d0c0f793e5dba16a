/** The names in the vendored lists: a bounded set, unlike the hosts of referrers. */
import { OTHERS } from "../../../../platform/statistics/names.ts";
import { readList } from "./files.ts";

/** Names that `agentOf` returns if no list matches. */
const UNLISTED = ["Unknown", "Apple Watch", OTHERS];

const NAMES: ReadonlySet<string> = new Set([
  ...(["apps", "bots", "browsers", "libraries", "referrers"] as const).flatMap((list) =>
    readList(list).entries.map(({ name }) => name),
  ),
  ...UNLISTED,
]);

/** Whether a list contains the source's name; otherwise the source is the host of a site. */
export const isListed = (source: string): boolean => NAMES.has(source);
