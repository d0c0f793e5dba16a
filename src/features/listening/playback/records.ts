/** Builds the records for counting: what was requested, and which bytes were actually sent; pure. */
import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange } from "../../../platform/http/ranges.ts";
import { sessionOf } from "../renditions/requests/rules.ts";
import type { DeliveryRecord } from "../renditions/requests/schema.ts";
import type { LinkOptions, Purpose } from "./rules.ts";

/** A response with audio after it has ended, completely or not. */
export type FinishedAnswer = Readonly<{
  at: number;
  episode_id: number;
  digest: string;
  method: string;
  status: number;
  via: LinkOptions;
  headers: IncomingHttpHeaders;
  address: string;
  sent: readonly ByteRange[];
}>;

export const deliveryRecord = (ended: FinishedAnswer): DeliveryRecord => ({
  at: ended.at,
  episode_id: ended.episode_id,
  digest: ended.digest,
  method: ended.method,
  status: ended.status,
  purpose: ended.via.purpose === "play" ? "play" : "download",
  preview: ended.via.preview,
  sent: ended.sent.map(({ start, end }) => [start, end] as const),
  ...callerOf(ended),
});

/** An EXTERNAL episode, whose bytes come from another server: counted by request. */
export const linkRecord = (request: LinkRequest, preview: boolean, at: Date): DeliveryRecord => ({
  at: at.getTime(),
  episode_id: request.episode_id,
  digest: null,
  method: request.method,
  status: 302,
  purpose: request.purpose === "play" ? "play" : "download",
  preview,
  sent: [],
  ...callerOf(request),
});

type Caller = Readonly<{ headers: IncomingHttpHeaders; address: string }>;
type LinkRequest = Caller & Readonly<{ episode_id: number; purpose: Purpose; method: string }>;

function callerOf({ headers, address }: Caller) {
  return {
    range: headers.range ?? null,
    address,
    user_agent: headers["user-agent"] ?? "",
    referrer: headers.referer ?? null,
    session: sessionOf(headers),
  };
}
