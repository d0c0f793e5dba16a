/** A request for audio as playback and counting both see it: what was sent, and to whom. */

/** A media response, recorded when it has ended or was interrupted (delivery §2, REC 1). */
export type DeliveryRecord = Readonly<{
  /** ms since 1970, of the end of the response. */
  at: number;
  episode_id: number;
  /** Hex digest of the rendition; null: an EXTERNAL episode, which is counted by request. */
  digest: string | null;
  method: string;
  status: number;
  purpose: "play" | "download";
  /** An editor listens before publication: never counted. */
  preview: boolean;
  /** The `Range` header as sent. */
  range: string | null;
  /** Inclusive ranges of the rendition's bytes that were actually flushed. */
  sent: readonly (readonly [first: number, last: number])[];
  /** The listener's address, which is hashed at once and never stored. */
  address: string;
  user_agent: string;
  referrer: string | null;
  /** `X-Playback-Session-Id`, as Apple's players send it. */
  session: string | null;
}>;

/** What the lists say of a listener: counting finds it, and ads are chosen by it. */
export type ListenerFacts = Readonly<{
  /** The app or browser by its name in the list; `UNKNOWN_APP` if it is not listed. */
  app: string;
  device: string;
  os: string;
  /** The kind of network. */
  network: string;
  /** ISO 3166-1 alpha-2; null: unknown. */
  country: string | null;
  /** Why the request does not count; null: a person, as far as can be told. */
  exclusion: string | null;
}>;
