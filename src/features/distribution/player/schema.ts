/** Parameters of the player and of oEmbed (contract §7). */
import { z } from "zod";
import { boolean, id, integer, oneOf, verbatim } from "../../../platform/http/params.ts";

const key = verbatim({ max: 200 }).optional();

const ONE_OF_THREE = "Exactly one of `episode_id`, `show_id` and `user_id` is required.";

/** Exactly one of the three ids selects the content. */
export const embedQuery = z
  .object({
    episode_id: id().optional().meta({ description: ONE_OF_THREE }),
    show_id: id().optional().meta({ description: ONE_OF_THREE }),
    user_id: id().optional().meta({ description: ONE_OF_THREE }),
    theme: oneOf(["light", "dark"]).optional(),
    autoplay: boolean().default(false),
    color: z
      .string()
      .max(7)
      .regex(/^#?[0-9a-f]{6}$/i, { error: "must be a colour such as 0b6168" })
      .transform((text) => `#${text.replace("#", "")}`)
      .optional(),
    playlist: boolean().default(true),
    chapters: boolean().default(true),
    key,
    c: verbatim({ max: 200 }).optional(),
  })
  .refine((query) => chosen(query).length === 1, {
    path: ["episode_id"],
    error: "is required unless show_id or user_id is sent; send exactly one of the three",
  });

export type EmbedQuery = z.infer<typeof embedQuery>;

const chosen = (query: Record<string, unknown>) =>
  ["episode_id", "show_id", "user_id"].filter((name) => query[name] !== undefined);

export const oembedQuery = z.object({
  url: verbatim({ max: 2000 }).meta({
    description: "URL of the page of an episode, a show or a user.",
  }),
  format: verbatim({ max: 20 }).default("json").meta({ description: "Only `json` is available." }),
  maxwidth: integer({ min: 1, max: 100_000 })
    .optional()
    .meta({ description: "Maximum width of the player in CSS pixels." }),
  maxheight: integer({ min: 1, max: 100_000 })
    .optional()
    .meta({ description: "Maximum height of the player in CSS pixels." }),
});

/** The response for oEmbed consumers (oembed.com §2.3.4.4, type rich). */
export type Oembed = Readonly<{
  type: "rich";
  version: "1.0";
  provider_name: string;
  provider_url: string;
  title: string;
  author_name: string;
  author_url: string;
  html: string;
  width: number | string;
  height: number;
  thumbnail_url: string;
  thumbnail_width: number;
  thumbnail_height: number;
  cache_age: number;
}>;
