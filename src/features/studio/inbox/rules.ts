/** Where messages are listed; pure. */
import type { Only } from "./schema.ts";

/** A list of messages: of one show or, with null, of all shows of the person. */
export type List = Readonly<{ show_id: number | null; only: Only }>;

/** Path of a list, of messages older than `before` if it is given. */
export function listPath({ show_id, only }: List, before: number | null = null): string {
  const path = show_id === null ? "/studio/messages" : `/studio/shows/${show_id}/messages`;
  const query = [
    ...(only === null ? [] : [`only=${only}`]),
    ...(before === null ? [] : [`before=${before}`]),
  ];
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}
