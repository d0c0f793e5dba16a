/** What the ad decision is asked and what it answers, for the features that deliver and count. */

export const POSITIONS = ["preroll", "midroll", "postroll"] as const;
export type Position = (typeof POSITIONS)[number];

/** A place for ads in one episode, in order of time. */
export type Break = Readonly<{
  position: Position;
  /** ms of programme. */
  timecode: number;
  ads_max_count: number;
  /** Which mid-roll it is, from 1; null before and after the programme. */
  midroll: number | null;
  last_midroll: boolean;
}>;

/** Where a listener asks from: keyed hashes of the address and its network, and the kind of network. */
export type Origin = Readonly<{ address: Buffer; network: Buffer; kind: string }>;

/** One consumer about to be sent one episode. */
export type Opportunity = Readonly<{
  at: Date;
  listener: Buffer;
  /** What reservations are bounded by; null: nothing bounds them, as for an operator's shared network. */
  origin: Origin | null;
  episode_id: number;
  show_id: number;
  author_id: number;
  /** The teams of the organizations whose network the author is. */
  team_ids: readonly number[];
  /** The delivery profile that the audio has, and the ads must have. */
  profile: string;
  breaks: readonly Break[];
  /** ISO 3166-1 alpha-2; null when unknown. */
  country: string | null;
  device: string;
  os: string;
  app: string;
  language: string;
  category_ids: readonly number[];
  tags: readonly string[];
  published_at: Date | null;
}>;

/** An ad to splice in; those of one break stand in the order in which they are heard. */
export type ChosenAd = Readonly<{
  /** Into the opportunity's breaks. */
  break_index: number;
  position: Position;
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  creative_id: number;
  /** What one delivery earns, in 10⁻⁸ of the currency. */
  price: bigint;
  media_key: string;
  bytes: number;
  frames: number;
}>;

/** Ads that now stand in a rendition that a listener is sent to. */
export type Reservation = Readonly<{
  digest: Buffer;
  listener: Buffer;
  origin: Origin | null;
  /** `segment`: which part of the rendition, from 0. */
  ads: readonly Readonly<{ segment: number; lineitem_id: number; campaign_id: number }>[];
  at: Date;
  expires_at: Date;
}>;

/** Bytes of a rendition (hex) that have begun to reach a listener, by the keys (hex) that they may have. */
export type Flow = Readonly<{ digest: string; listeners: readonly string[] }>;

/** One row of the ledger of Ad Delivered, as it was written; `quantity` is -1 where a recount takes it back. */
export type Settlement = Readonly<{
  /** Bytes or their hex, like the listener. */
  digest: Buffer | string;
  segment: number;
  listener: Buffer | string;
  lineitem_id: number;
  campaign_id: number;
  at: Date;
  quantity: 1 | -1;
}>;
