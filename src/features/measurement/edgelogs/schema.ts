/** A request that an edge answered, as the line of its log tells it. */

/** One request for audio. `at`: ms since 1970, of the end of the response. */
export type EdgeRequest = Readonly<{
  /** The edge's own id of the request; null if the format has none. */
  id: string | null;
  at: number;
  /** The listener's address, which is hashed at once and never stored. */
  address: string;
  method: string;
  /** Path and query, as requested. */
  target: string;
  status: number;
  /** Bytes of the body that were sent. */
  bytes: number;
  /** The first byte of the audio in the body; null: a part at an unknown place. */
  first: number | null;
  /** The `Range` header as sent; null: none, or not in the log. */
  range: string | null;
  user_agent: string;
  referrer: string | null;
}>;

/** Why a line was not counted, as reported to the operator. */
export const SKIPPED = {
  other: "requests for something else than audio",
  unreadable: "lines that cannot be read",
  "too-long": "lines of more than 64 KiB",
  "too-old": "requests of more than three days ago",
  future: "requests of the future",
  unplaced: "parts of audio without their place in it",
  unknown: "requests for audio that does not exist any more",
  seen: "requests that were counted before",
} as const;
export type Skipped = keyof typeof SKIPPED;

/** What a line is: a request, or the reason why it is none; null: it tells how others are read. */
export type LineReader = (line: string) => EdgeRequest | Skipped | null;
