/** Bunny's logs: twelve columns with bars between, without the place of parts; pure. */
import type { LineReader } from "../schema.ts";
import { bodyBytes, textOf, timeOf, wholeOf } from "./parts.ts";

const COLUMNS = 12;

/**
 * Columns: state of the cache, status, time, bytes, zone, address, referrer, URL, place, user agent, id, country. Parts
 * of audio (206) have no place in it, so they are not counted.
 */
export const bunnyReader = (): LineReader => (line) => {
  const cells = line.split("|");
  // A user agent may contain a bar.
  if (cells.length < COLUMNS) return "unreadable";
  const [, statusText, time, sentText, , address, referrer, address_of] = cells;
  const [status, at, sent] = [wholeOf(statusText), timeOf(time), wholeOf(sentText)];
  const url = URL.parse(address_of ?? "");
  if (status === null || at === null || sent === null) return "unreadable";
  if (url === null || textOf(address) === null) return "unreadable";
  return {
    id: textOf(cells.at(-2)),
    at,
    address: address ?? "",
    method: "GET",
    target: url.pathname + url.search,
    status,
    bytes: bodyBytes(sent, null),
    first: status === 206 ? null : 0,
    range: null,
    user_agent: textOf(cells.slice(9, -2).join("|")) ?? "",
    referrer: textOf(referrer),
  };
};
