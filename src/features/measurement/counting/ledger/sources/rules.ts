/** Limits how many different sites the ledger of downloads may name. */
import type { Limit } from "../../../../../platform/limits.ts";

/** Bounds sites that no list names; apps, browsers and known sites are always listed separately. */
export const SITES_A_MONTH: Limit = {
  name: "sites-per-author-and-month",
  value: 5_000,
  unit: "sites",
  bounds: "Different referring sites recorded for an author's shows in a month.",
  beyond: "Plays from further sites count under `Others`.",
};
