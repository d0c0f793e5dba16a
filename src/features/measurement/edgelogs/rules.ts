/** The rules by which a line of an edge's log becomes the record that a response of this server would have become; pure. */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { DeliveryRecord } from "../../listening/renditions/requests/schema.ts";
import type { EdgeRequest, Skipped } from "./schema.ts";

const DAY_MS = 86_400_000;
/** Requests are remembered for as long, so that one that arrives again is recognised. */
export const LATEST_DAYS = 3;
/** Clocks of edges differ a little. */
const AHEAD_MS = 600_000;

const TARGET = /^\/media\/(?:r|signed)\/([0-9a-f]{64})\/[^?]*(?:\?(.*))?$/;

/** The digest of the rendition that was requested; null: something else. */
export const digestOf = (target: string): string | null => TARGET.exec(target)?.[1] ?? null;

/** Why a request for audio cannot be counted, as far as the line alone says. */
export function refusalOf(request: EdgeRequest, now: number): Skipped | null {
  if (digestOf(request.target) === null) return "other";
  if (isIP(request.address) === 0) return "unreadable";
  if (request.at < now - LATEST_DAYS * DAY_MS) return "too-old";
  if (request.at > now + AHEAD_MS) return "future";
  if (request.first === null && request.bytes > 0) return "unplaced";
  return null;
}

/** The first 16 bytes of a SHA-256 of the edge's id, or of the line where the format has none. */
export const fingerprintOf = ({ id }: EdgeRequest, line: string): Buffer =>
  createHash("sha256")
    .update(id ?? line)
    .digest()
    .subarray(0, 16);

/** The rendition as far as counting a line needs it. */
export type Known = Readonly<{ episode_id: number; bytes: number }>;

/** The record of a response that ended at `at`, and its ticket, if any; bytes beyond the rendition do not exist. */
export function recordOf(
  request: EdgeRequest,
  { episode_id, bytes: all }: Known,
): Readonly<{ record: DeliveryRecord; ticket: string | null }> {
  const [, digest = "", query = ""] = TARGET.exec(request.target) ?? [];
  const parameters = new URLSearchParams(query);
  const via = parameters.get("via");
  const { at, method, status, bytes, range, address, user_agent, referrer } = request;
  const first = request.first ?? 0;
  const last = Math.min(first + bytes, all) - 1;
  const isAudio = method === "GET" && (status === 200 || status === 206);
  const record = {
    at,
    episode_id,
    digest,
    method,
    status,
    purpose: via === "play" && parameters.get("download") !== "1" ? "play" : "download",
    preview: via === "preview",
    range,
    sent: isAudio && last >= first ? [[first, last] as const] : [],
    address,
    user_agent,
    referrer,
    session: null,
  } as const;
  return { record, ticket: parameters.get("ticket") };
}
