/** Input and output of the ad decision, for the features that deliver and count. */

export const POSITIONS = ["preroll", "midroll", "postroll"] as const;
export type Position = (typeof POSITIONS)[number];

/** A break of one episode; breaks are sorted by time. */
export type Break = Readonly<{
  position: Position;
  /** ms of programme. */
  timecode: number;
  ads_max_count: number;
  /** Index of the mid-roll, from 1; null before and after the programme. */
  midroll: number | null;
  last_midroll: boolean;
}>;

/** Where a request comes from: keyed hashes of the address and its network, and the kind of network. */
export type Origin = Readonly<{ address: Buffer; network: Buffer; kind: string }>;

/** An ad request: one listener who is about to receive one episode. */
export type AdRequest = Readonly<{
  at: Date;
  listener: Buffer;
  /** The origin that bounds reservations; null: not bounded, as for an operator's shared network. */
  origin: Origin | null;
  episode_id: number;
  show_id: number;
  author_id: number;
  /** The teams of the organizations whose network the author belongs to. */
  team_ids: readonly number[];
  /** The delivery profile of the audio, which the ads must have too. */
  profile: string;
  breaks: readonly Break[];
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null;
  device: string;
  os: string;
  app: string;
  language: string;
  category_ids: readonly number[];
  tags: readonly string[];
  published_at: Date | null;
}>;

/** An ad to splice in; the ads of one break are in playback order. */
export type ChosenAd = Readonly<{
  /** Index into the ad request's breaks. */
  break_index: number;
  position: Position;
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  creative_id: number;
  /** Revenue of one delivery, in 10⁻⁸ of the currency. */
  price: bigint;
  media_key: string;
  bytes: number;
  frames: number;
}>;

/** Ads of a rendition to which a listener is redirected. */
export type Reservation = Readonly<{
  digest: Buffer;
  listener: Buffer;
  origin: Origin | null;
  /** `segment`: index of the ad's segment in the rendition, from 0. */
  ads: readonly Readonly<{ segment: number; lineitem_id: number; campaign_id: number }>[];
  at: Date;
  expires_at: Date;
}>;

/** A rendition (hex) whose bytes have begun to reach a listener, with all keys (hex) that the listener may have. */
export type Flow = Readonly<{ digest: string; listeners: readonly string[] }>;

/** A row of the ledger of ads delivered; `quantity` is -1 if a recount takes the delivery back. */
export type Settlement = Readonly<{
  /** Bytes or their hex digits, like the listener. */
  digest: Buffer | string;
  segment: number;
  listener: Buffer | string;
  lineitem_id: number;
  campaign_id: number;
  at: Date;
  quantity: 1 | -1;
}>;
