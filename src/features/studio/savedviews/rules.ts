/** The lists whose views are saved, their bounds, and the parameters that a view keeps; pure. */
import type { Limit } from "../../../platform/limits.ts";

/** The path of each list, by its key in the database. */
const LISTS = {
  lineitems: "/studio/ads",
  campaigns: "/studio/ads/campaigns",
} as const;
export type ListKey = keyof typeof LISTS;
export const LIST_KEYS = ["lineitems", "campaigns"] as const satisfies readonly ListKey[];

export const MOST_NAME = 60;

export const VIEWS_OF_USER: Limit = {
  name: "saved-views-of-user",
  value: 50,
  unit: "views",
  bounds: "Saved views of one list in the studio, of one user.",
  beyond: "400 on `name`; delete one first.",
};

/** What a view does not keep: its page, the CSV, and what a page only says once. */
const PASSING: ReadonlySet<string> = new Set(["page", "format", "done", "fill"]);
const MOST_PARAMS = 20;
const MOST_TEXT = 1000;

/** The parameters of a list's URL that a view keeps, in a fixed order. Lists ignore those that they do not know. */
export function keptParams(text: string): string {
  const kept = [...new URLSearchParams(text.slice(0, MOST_TEXT))].filter(
    ([name]) => /^[a-z]{1,30}$/.test(name) && !PASSING.has(name),
  );
  const params = new URLSearchParams(kept.slice(0, MOST_PARAMS));
  params.sort();
  return params.toString();
}

/** Where a view is opened. */
export const viewHref = (list: ListKey, params: string): string =>
  `${LISTS[list]}${params === "" ? "" : `?${params}`}`;
