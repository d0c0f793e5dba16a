/** The parameters of a range of dates in the URL of a page: `?range=28&compare=before`, or `?from=…&to=…`. */
import { day, oneOf } from "../../../platform/http/params.ts";

export const PRESETS = ["7", "28", "90", "month", "custom"] as const;
export const COMPARISONS = ["before", "year", "none"] as const;

/** To be spread into the query of a page. A malformed value counts as none, so that an old link still shows something. */
export const rangeParams = {
  range: oneOf(PRESETS).optional().catch(undefined),
  from: day().optional().catch(undefined),
  to: day().optional().catch(undefined),
  compare: oneOf(COMPARISONS).catch("before").prefault("before"),
};

export type RangeQuery = Readonly<{
  range?: (typeof PRESETS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  compare: (typeof COMPARISONS)[number];
}>;
