/** A record as stored in the journal: minimised, classified, with the address hashed; pure. */
import type { Classification, Exclusion } from "../schema.ts";

/** Sorted pairs [first byte, byte after the last] in one flat list; the ranges do not touch. */
export type Ranges = readonly number[];

export type Entry = Readonly<
  Pick<
    Classification,
    "source" | "device" | "os" | "os_kind" | "network" | "country" | "exclusion"
  > & {
    /** ms since 1970. */
    at: number;
    episode_id: number;
    /** Hex; null: EXTERNAL. */
    digest: string | null;
    method: string;
    status: number;
    purpose: "play" | "download";
    preview: boolean;
    probe: boolean;
    sent: Ranges;
    /** Hex. */
    listener: string;
    /** Hex; the listener's former key, while windows begun under it may be open. */
    former: string | null;
    /** Hex; null if many people share the address. */
    address: string | null;
    user_agent: string;
    referrer: string | null;
  }
>;

/** An entry with the line it was parsed from. */
export type JournalEntry = Entry & Readonly<{ line: string }>;

/** The part of an entry that describes the listener: the same for all requests of a player. */
export type ListenerAttributes = Omit<
  Entry,
  "at" | "episode_id" | "digest" | "method" | "status" | "purpose" | "preview" | "probe" | "sent"
>;

/** The fields of a line, in order. */
type Line = readonly [
  ...[at: number, episode_id: number, digest: string | null, method: string, status: number],
  ...[purpose: Entry["purpose"], flags: number, sent: Ranges],
  ...[listener: string, former: string | null, address: string | null],
  ...[user_agent: string, referrer: string | null],
  ...[source: string, device: Entry["device"], os: string, os_kind: Entry["os_kind"]],
  ...[network: Entry["network"], country: string | null, exclusion: Exclusion | null],
];
const FIELDS = 20;
const LISTENER = 8;

/** The end of a line, from the listener on: JSON with the line feed. */
export function attributesText(who: ListenerAttributes): string {
  const { listener, former, address, user_agent, referrer } = who;
  const { source, device, os, os_kind, network, country, exclusion } = who;
  const fields = [
    listener,
    former,
    address,
    user_agent,
    referrer,
    source,
    device,
    os,
    os_kind,
    network,
    country,
    exclusion,
  ];
  return `${JSON.stringify(fields).slice(1)}\n`;
}

type What = Pick<Entry, "at" | "episode_id" | "digest" | "method" | "status" | "purpose">;

/** A JSON line that ends in `who`. `flags`: 1 for a preview, 2 for a probe. */
export function lineOf(what: What, flags: number, sent: Ranges, who: string): string {
  const { at, episode_id, digest, method, status, purpose } = what;
  const hex = digest === null ? "null" : `"${digest}"`;
  const verb = method === "GET" ? '"GET"' : JSON.stringify(method);
  return `[${at},${episode_id},${hex},${verb},${status},"${purpose}",${flags},[${sent.join(",")}],${who}`;
}

/** Parses lines; skips incomplete lines, which a power failure may leave. */
export function entriesOf(text: string): JournalEntry[] {
  return text.split("\n").flatMap((line) => {
    try {
      return entryOf(JSON.parse(line) as Line, line);
    } catch {
      return [];
    }
  });
}

/** The line of an entry that was counted under another key than its own. */
export function withListenerKey(line: string, listener: string): string {
  const fields: unknown[] = JSON.parse(line);
  fields.splice(LISTENER, 2, listener, null);
  return JSON.stringify(fields);
}

function entryOf(fields: Line, line: string): JournalEntry | [] {
  // Only this program writes journals: checking each field would cost more than the rest of the parsing.
  if (!Array.isArray(fields) || fields.length !== FIELDS) return [];
  const flags = fields[6];
  return {
    line,
    at: fields[0],
    episode_id: fields[1],
    digest: fields[2],
    method: fields[3],
    status: fields[4],
    purpose: fields[5],
    preview: (flags & 1) === 1,
    probe: (flags & 2) === 2,
    sent: fields[7],
    listener: fields[8],
    former: fields[9],
    address: fields[10],
    user_agent: fields[11],
    referrer: fields[12],
    source: fields[13],
    device: fields[14],
    os: fields[15],
    os_kind: fields[16],
    network: fields[17],
    country: fields[18],
    exclusion: fields[19],
  };
}
