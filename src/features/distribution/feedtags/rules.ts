/** The table of feed tags, from which their endpoints are generated; pure. */
import type { z } from "zod";
import { EPISODE_NOUNS, SHOW_NOUNS } from "./schema.ts";

export type Owner = "show" | "episode";

/** A feed tag of shows or episodes: names, schema and empty value of its endpoints. */
export type Noun = Readonly<{
  owner: Owner;
  noun: string;
  shape: z.ZodType;
  /** The name in operation ids, such as `ShowFunding`. */
  name: string;
  /** The phrase in summaries, such as "a show's funding links". */
  what: string;
  /** The response for a tag that was never set. */
  empty: [] | null;
}>;

const NAMES: Record<string, string> = {
  persons: "persons",
  funding: "funding links",
  locked: "import lock",
  license: "license",
  location: "locations",
  txt: "free text tags",
  podroll: "recommended shows",
  value: "payment recipients",
  trailers: "trailers",
  medium: "medium",
  images: "additional images",
  update_frequency: "update frequency",
  listings: "pages in directories",
  soundbites: "soundbites",
  social_interact: "discussion links",
  chapters_file: "external chapters file",
};

const pascal = (snake: string): string =>
  snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const nounsOf = (owner: Owner, article: string, shapes: Record<string, z.ZodType>): Noun[] =>
  Object.entries(shapes).map(([noun, shape]) => ({
    owner,
    noun,
    shape,
    name: pascal(`${owner}_${noun}`),
    what: `${article}'s ${NAMES[noun]}`,
    empty: shape.safeParse([]).success ? [] : null,
  }));

/** All feed tags. */
export const NOUNS: readonly Noun[] = [
  ...nounsOf("show", "a show", SHOW_NOUNS),
  ...nounsOf("episode", "an episode", EPISODE_NOUNS),
];
