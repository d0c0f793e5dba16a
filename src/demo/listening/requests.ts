/** The requests of one invented listener for one episode: whole files, ranges, abandoned ones, and those of programs. */
import type { DeliveryRecord } from "../../features/listening/renditions/requests/schema.ts";
import type { MadeEpisode } from "../publishing.ts";
import type { Random } from "../random.ts";
import type { Listener } from "./audience.ts";
import type { DeliveredRendition } from "./renditions.ts";

type Session = Readonly<{
  episode: MadeEpisode;
  listener: Listener;
  heard: DeliveredRendition;
  /** ms since 1970. */
  at: number;
}>;

function recordOf(
  { episode, listener, heard, at }: Session,
  overrides: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  const { address, user_agent, referrer, streams } = listener;
  return {
    at,
    episode_id: episode.episode_id,
    digest: heard.digest,
    method: "GET",
    status: 200,
    purpose: streams ? "play" : "download",
    preview: false,
    range: null,
    sent: [[0, heard.bytes - 1]],
    session: null,
    address,
    user_agent,
    referrer,
    ...overrides,
  };
}

const inRange = (session: Session, first: number, last: number, later: number): DeliveryRecord =>
  recordOf(
    { ...session, at: session.at + later },
    { status: 206, range: `bytes=${first}-${last}`, sent: [[first, last]] },
  );

export function requestsOf(session: Session, random: Random): DeliveryRecord[] {
  const { bytes } = session.heard;
  const kind = random.next();
  if (kind < 0.62) return [recordOf(session)];
  if (kind < 0.92) {
    // Players ask for a few ranges, one after the other.
    const cut = Math.floor(bytes * random.between(0.2, 0.6));
    return [inRange(session, 0, cut - 1, 0), inRange(session, cut, bytes - 1, 20_000)];
  }
  if (kind < 0.96)
    return [inRange(session, 0, 1, 0), recordOf({ ...session, at: session.at + 900 })];
  return [recordOf(session, { sent: [[0, Math.floor(bytes * random.between(0.05, 0.3))]] })];
}

const ROBOTS = [
  "Googlebot/2.1 (+http://www.google.com/bot.html)",
  "AhrefsBot/7.0",
  "curl/8.4.0",
  "python-requests/2.31.0",
  "Apache-HttpClient/4.5.13 (Java/11.0.2)",
] as const;
const DATA_CENTRES = ["52.95.110.1", "52.95.110.77", "52.95.110.140"] as const;

/** Requests that must not count, beside one in twelve that does. */
export function strayRequests(session: Session, random: Random): DeliveryRecord[] {
  if (!random.chance(0.085)) return [];
  const kind = random.next();
  if (kind < 0.45) return [recordOf(session, { user_agent: random.pick(ROBOTS), referrer: null })];
  if (kind < 0.65) return [recordOf(session, { address: random.pick(DATA_CENTRES) })];
  if (kind < 0.85) return [recordOf(session, { method: "HEAD", sent: [] })];
  if (kind < 0.93) return [recordOf(session, { status: 304, sent: [] })];
  return [recordOf(session, { user_agent: "atc/1.0 watchOS/10.1 model/Watch6,1" })];
}
