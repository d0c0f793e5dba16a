/** Where messages are listed; pure. */
import type { Only } from "./schema.ts";

/** A list of messages: of one show or, with null, of all shows of the person. */
export type List = Readonly<{
  show_id: number | null;
  only: Only;
  /** A part of the text or of the writer’s name; empty for all. */
  q: string;
}>;

/** Path of the lists of a show, or of all shows. */
export const listsPath = (show_id: number | null): string =>
  show_id === null ? "/studio/messages" : `/studio/shows/${show_id}/messages`;

/** Path of a list, of messages older than `before` if it is given. */
export function listPath({ show_id, only, q }: List, before: number | null = null): string {
  const path = listsPath(show_id);
  const query = new URLSearchParams();
  if (only) query.set("only", only);
  if (q !== "") query.set("q", q);
  if (before !== null) query.set("before", String(before));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The element of a message in its list. */
export const messageAnchor = (message_id: number): string => `message-${message_id}`;
