/** How many different sources the ledger of downloads may name. */
import type { Limit } from "../../../../platform/limits.ts";

/** Apps, browsers and known sites are named by a list and always told apart; this bounds all other sites. */
export const SITES_A_MONTH: Limit = {
  name: "sites-per-author-and-month",
  value: 5_000,
  unit: "sites",
  bounds:
    "Different referring sites that the shows of an author are told to be heard through, in a month.",
  beyond: "What comes from further sites is counted under `Others`.",
};
