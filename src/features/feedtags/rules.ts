/** The families of endpoints about feeds' tags, as a table; pure. */
import type { z } from "zod";
import { EPISODE_NOUNS, SHOW_NOUNS } from "./schema.ts";

export type Owner = "show" | "episode";

/** A noun of shows or episodes: what its endpoints are called, take and tell. */
export type Noun = Readonly<{
  owner: Owner;
  noun: string;
  shape: z.ZodType;
  summary: string;
  /** What nobody has set is told as. */
  empty: [] | null;
}>;

const SUMMARIES: Record<string, string> = {
  persons: "The persons of",
  funding: "Where to give money for",
  locked: "Whether other platforms may import",
  license: "The license of",
  location: "The places of",
  txt: "Free texts in the feed of",
  podroll: "Shows recommended by",
  value: "Payments to the makers of",
  trailers: "The trailers of",
  medium: "The medium of",
  images: "More pictures of",
  update_frequency: "How often there is something new of",
  soundbites: "The soundbites of",
  social_interact: "Where people talk about",
  chapters_file: "The chapters file, lying elsewhere, of",
};

const nounsOf = (owner: Owner, article: string, shapes: Record<string, z.ZodType>): Noun[] =>
  Object.entries(shapes).map(([noun, shape]) => ({
    owner,
    noun,
    shape,
    summary: `${SUMMARIES[noun]} ${article}`,
    empty: shape.safeParse([]).success ? [] : null,
  }));

/** Every noun there is. */
export const NOUNS: readonly Noun[] = [
  ...nounsOf("show", "a show", SHOW_NOUNS),
  ...nounsOf("episode", "an episode", EPISODE_NOUNS),
];
