/** The error for a feed that cannot be imported. */

/** The stable types of import failures. */
export const REFUSALS = ["feed-refused", "feed-unreachable", "ownership-not-proved"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The message tells the publisher what is wrong, as a clause without a full stop. */
export class FeedRefused extends Error {
  override name = "FeedRefused";
  readonly type: Refusal;

  constructor(message: string, type: Refusal = "feed-refused") {
    super(message);
    this.type = type;
  }
}
