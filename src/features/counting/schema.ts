/** What counting is given, and what it says of a request: the types that playback and statistics share. */

import type { KeyObject } from "node:crypto";

/** One media response, told when it has ended or was cut off (delivery §2, REC 1). */
export type DeliveryRecord = Readonly<{
  /** ms since 1970, of the end of the response. */
  at: number;
  episode_id: number;
  /** Hex digest of the rendition; null: an EXTERNAL episode, which is counted by request. */
  digest: string | null;
  method: string;
  status: number;
  purpose: "play" | "download";
  /** An editor listens before everyone else may: never counted. */
  preview: boolean;
  /** The `Range` header as sent. */
  range: string | null;
  /** Inclusive ranges of bytes of the rendition that were really flushed. */
  sent: readonly (readonly [first: number, last: number])[];
  /** Of the listener. Hashed at once, and never written anywhere. */
  address: string;
  user_agent: string;
  referrer: string | null;
  /** `X-Playback-Session-Id`, as Apple's players send it. */
  session: string | null;
}>;

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

/** Whose networks there are: only those of consumers and of relays that carry people are counted. */
export type Network = "consumer" | "relay" | "datacenter" | "bot" | "vpn";

/** What is known of who asks, by the lists; the same for everyone who looks the same. */
export type Classification = Readonly<{
  /** The app or browser by its name in the list; `Unknown` without one. */
  app: string;
  /** The app, or for players on the web the site they stand on: what statistics call a source. */
  source: string;
  device: "Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others";
  os: string;
  /** Which of the two lists of systems it belongs to. */
  os_kind: "desktop" | "mobile" | "other";
  network: Network;
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
  /** Why nothing of it counts; null: a person, as far as one can tell. */
  exclusion: Exclusion | null;
}>;

/** Classifies by lists held in memory; answers at once. */
export type Classify = (
  user_agent: string,
  address: string,
  referrer: string | null,
) => Classification;

/** Who listens, as far as counting tells people apart. */
export type Listening = Readonly<{ address: string; user_agent: string }>;

/** A secret under which addresses are hashed from a moment on, until the next one begins. */
export type ListenerSecret = Readonly<{ secret: KeyObject; valid_from: Date }>;

/** The keys of listeners, with the secrets of the time at hand. */
export type Listeners = Readonly<{
  /** The key of a listener at a moment: 16 bytes. */
  keyOf(who: Listening, at: Date): Buffer;
  /** The key before, while windows begun under it may be open; null otherwise. */
  formerKeyOf(who: Listening, at: Date): Buffer | null;
  close(): void;
}>;

/**
 * Counting as a process has it, opened once by `openRecorder(deps): Promise<Recorder>` (actions.ts).
 */
export type Recorder = Readonly<{
  /** Keeps a record of a response. Never throws, is never waited for. */
  note(record: DeliveryRecord): void;
  classify: Classify;
  listeners: Pick<Listeners, "keyOf">;
  /**
   * What reservations for listeners at an address are bounded by, as keyed hashes; null for networks that the
   * operator lists as shared by many people.
   */
  originOf(address: string, at: Date): Readonly<{ address: Buffer; network: Buffer }> | null;
  /**
   * Hears of a response that is still under way, as it stands. It does not count before it has ended, but what
   * is held for its listener is held on. Never throws.
   */
  noteProgress(record: DeliveryRecord): void;
  /** Applies all that was noted so far; rejects when the database is away. */
  drain(): Promise<void>;
  /** Writes what is left, applies what it can, and lets go of the journal. */
  close(): Promise<void>;
}>;
