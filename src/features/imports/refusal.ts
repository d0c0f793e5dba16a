/** A feed that cannot be imported, and why. */

/** The stable names of why an import failed. */
export const REFUSALS = ["feed-refused", "feed-unreachable", "ownership-not-proved"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The message is a sentence without its full stop that tells the publisher what is wrong. */
export class FeedRefused extends Error {
  override name = "FeedRefused";
  readonly type: Refusal;

  constructor(message: string, type: Refusal = "feed-refused") {
    super(message);
    this.type = type;
  }
}
