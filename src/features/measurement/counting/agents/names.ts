/** The names in the vendored lists: a bounded set, unlike the hosts of referrers. */
import apps from "../../../../../db/reference/useragents/opawg-v2/apps.json" with { type: "json" };
import bots from "../../../../../db/reference/useragents/opawg-v2/bots.json" with { type: "json" };
import browsers from "../../../../../db/reference/useragents/opawg-v2/browsers.json" with {
  type: "json",
};
import libraries from "../../../../../db/reference/useragents/opawg-v2/libraries.json" with {
  type: "json",
};
import referrers from "../../../../../db/reference/useragents/opawg-v2/referrers.json" with {
  type: "json",
};
import { OTHERS } from "../../../../platform/statistics/names.ts";

/** Names that `agentOf` returns if no list matches. */
const UNLISTED = ["Unknown", "Apple Watch", OTHERS];

const NAMES: ReadonlySet<string> = new Set([
  ...[apps, bots, browsers, libraries, referrers].flatMap(({ entries }) =>
    entries.map(({ name }) => name),
  ),
  ...UNLISTED,
]);

/** Whether a list contains the source's name; otherwise the source is the host of a site. */
export const isListed = (source: string): boolean => NAMES.has(source);
