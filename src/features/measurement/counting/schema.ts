/** Input and output types of counting, shared with playback and statistics. */

import type { TraceParent } from "../../../platform/tracing/tracing.ts";
import type { DeliveryRecord, ListenerFacts } from "../../listening/renditions/requests/schema.ts";
import type { KeyedHash } from "./listeners/hmac.ts";

/** Why a request does not count, in the order of the rules (docs/counting.md). */
export const EXCLUSIONS = [
  "head",
  "method",
  "not-modified",
  "status",
  "probe",
  "pre-release",
  "watch",
  "bot-ua",
  "library-ua",
  "malformed-ua",
  "bot-ip",
  "dc-ip",
  "vpn-ip",
  "referrer",
  "unrealistic",
  "not-enough-bytes",
  "duplicate",
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Kinds of networks: only consumers and relays that carry people are counted. */
export type Network = "consumer" | "relay" | "datacenter" | "bot" | "vpn";

/** The classification of a request by the lists, identical for equal user agents, networks and referrers. */
export type Classification = ListenerFacts &
  Readonly<{
    /** The app, or the embedding site of a web player; called a source in statistics. */
    source: string;
    device: "Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others";
    /** Which list of operating systems it belongs to. */
    os_kind: "desktop" | "mobile" | "other";
    network: Network;
    exclusion: Exclusion | null;
  }>;

/** Classifies synchronously by lists in memory. */
export type Classify = (
  user_agent: string,
  address: string,
  referrer: string | null,
) => Classification;

/** A listener, as far as counting distinguishes people. */
export type Listening = Readonly<{ address: string; user_agent: string }>;

/** Hashing under a secret that is in force from a moment until the next one begins. */
export type ListenerSecret = Readonly<{ secret: KeyedHash; valid_from: Date }>;

/** The keys of listeners under the current secrets. */
export type Listeners = Readonly<{
  /** The key of a listener at a moment: 16 bytes. */
  keyOf(who: Listening, at: Date): Buffer;
  /** The former key, while windows begun under it may be open; null otherwise. */
  formerKeyOf(who: Listening, at: Date): Buffer | null;
  close(): void;
}>;

/** The request recorder of a process, opened once by `openRecorder(deps): Promise<Recorder>` (actions.ts). */
export type RequestRecorder = Readonly<{
  /** Records a response. Never throws and never blocks. `trace`: the trace that it belongs to. */
  note(record: DeliveryRecord, trace?: TraceParent): void;
  classify: Classify;
  listeners: Pick<Listeners, "keyOf">;
  /**
   * The keyed hashes that bound reservations for listeners at an address; null for networks that the operator lists as
   * shared by many people.
   */
  originOf(address: string, at: Date): Readonly<{ address: Buffer; network: Buffer }> | null;
  /**
   * Notes the progress of a response that is still being sent. It only counts when it has ended, but its listener's
   * reservations become lasting. Never throws.
   */
  noteProgress(record: DeliveryRecord): void;
  /** Applies all records so far; rejects if the database is unavailable. */
  drain(): Promise<void>;
  /** Writes the remaining records, applies as many as possible, and releases the journal. */
  close(): Promise<void>;
}>;
