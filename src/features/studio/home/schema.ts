/** Parameters of the list of shows. */
import { tableQuery } from "../tables/query.ts";

/** Columns of the list of shows by which it can be ordered. */
export const SHOW_NUMBERS = [
  "published",
  "restricted",
  "processing",
  "scheduled",
  "drafts",
  "failed",
] as const;

/** What was made or changed last comes first. */
export const showsQuery = tableQuery({ sorts: ["-changed", "title", ...SHOW_NUMBERS] }, {});
