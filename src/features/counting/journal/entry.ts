/** A record as the journal holds it: minimised, classified, with the address hashed; pure. */
import type { Classification, Exclusion } from "../schema.ts";

/** Sorted pairs [first byte, byte after the last], none touching the next, in one flat list. */
export type Ranges = readonly number[];

export type Entry = Readonly<
  Pick<
    Classification,
    "source" | "device" | "os" | "os_kind" | "network" | "country" | "exclusion"
  > & {
    /** ms since 1970 */
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
    /** Hex; the key before, while windows begun under it may be open. */
    former: string | null;
    /** Hex; null where many people share the address. */
    address: string | null;
    user_agent: string;
    referrer: string | null;
  }
>;

/** Fields in the order in which a line has them. */
type Line = readonly [
  ...[at: number, episode_id: number, digest: string | null, method: string, status: number],
  ...[purpose: Entry["purpose"], flags: number, sent: Ranges],
  ...[listener: string, former: string | null, address: string | null],
  ...[user_agent: string, referrer: string | null],
  ...[source: string, device: Entry["device"], os: string, os_kind: Entry["os_kind"]],
  ...[network: Entry["network"], country: string | null, exclusion: Exclusion | null],
];
const FIELDS = 20;

/** One line of JSON, with its line feed. */
export function lineOf(entry: Entry): string {
  const { at, episode_id, digest, method, status, purpose, preview, probe, sent } = entry;
  const { listener, former, address, user_agent, referrer } = entry;
  const { source, device, os, os_kind, network, country, exclusion } = entry;
  const flags = (preview ? 1 : 0) + (probe ? 2 : 0);
  const fields: Line = [
    ...([at, episode_id, digest, method, status, purpose, flags, sent] as const),
    ...([listener, former, address, user_agent, referrer] as const),
    ...([source, device, os, os_kind, network, country, exclusion] as const),
  ];
  return `${JSON.stringify(fields)}\n`;
}

/** The entry of a line; null where the line was torn, as by a loss of power. */
export function entryOf(text: string): Entry | null {
  try {
    const fields = JSON.parse(text) as Line;
    // Only we write lines: checking each field would cost more than all the rest of reading it.
    if (!Array.isArray(fields) || fields.length !== FIELDS) return null;
    const [at, episode_id, digest, method, status, purpose, flags, sent, ...rest] = fields;
    const [listener, former, address, user_agent, referrer, source, ...looks] = rest;
    const [device, os, os_kind, network, country, exclusion] = looks;
    const preview = (flags & 1) === 1;
    const probe = (flags & 2) === 2;
    return {
      ...{ at, episode_id, digest, method, status, purpose, preview, probe, sent },
      ...{ listener, former, address, user_agent, referrer, source, country },
      ...{ device, os, os_kind, network, exclusion },
    };
  } catch {
    return null;
  }
}
