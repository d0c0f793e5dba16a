/** Addresses of the pages of a line item; pure. */
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import type { Change } from "./proposing.ts";

export const BOARD = "/studio/ads";
export const ONE = `${BOARD}/lineitems/:lineitem_id`;

export const pathOf = ({ lineitem_id }: Pick<LineitemRow, "lineitem_id">): string =>
  `${BOARD}/lineitems/${lineitem_id}`;

type Chosen = Readonly<{ change: Change; country?: string | undefined }>;

/** The parameters that say which change is meant. */
export const changeParams = ({ change, country }: Chosen): Record<string, string> => ({
  change,
  ...(country === undefined ? {} : { country }),
});

/** A page about one change: where it is compared, or the form that begins with it. */
export const changeHref = (
  row: Pick<LineitemRow, "lineitem_id">,
  page: "change" | "edit",
  chosen: Chosen,
): string => `${pathOf(row)}/${page}?${new URLSearchParams(changeParams(chosen))}`;
