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

export const showsQuery = tableQuery({ sorts: ["title", ...SHOW_NUMBERS] }, {});
