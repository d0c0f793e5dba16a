/** Wire shapes and parameters of feeds: their settings, their check, their announcements. */
import { z } from "zod";
import { clearableUrl } from "../../platform/http/addressparams.ts";
import { boolean, clearableInteger, oneOf } from "../../platform/http/params.ts";

export const MODES = ["AUTO", "REDIRECT", "DISABLED"] as const;

/** How a show's feed is served (contract §7). */
export const feedMetadata = z
  .object({
    show_id: z.int(),
    mode: z.enum(MODES).meta({
      description: "`REDIRECT` answers 301 to `redirect_url`, `DISABLED` 404.",
    }),
    prepend_url: z.string().nullable().meta({ description: "Put before every enclosure address." }),
    redirect_url: z.string().nullable(),
    show_email: z.boolean().meta({ description: "Whether the feed tells the show's e-mail." }),
    item_limit: z.int().nullable().meta({
      description: "How many of the newest episodes the feed holds; null: all, 300 a page.",
    }),
  })
  .meta({ id: "FeedMetadata" });

export const feedMetadataParams = z.object({
  mode: oneOf(MODES).optional(),
  prepend_url: clearableUrl().optional(),
  redirect_url: clearableUrl()
    .optional()
    .meta({ description: "Required when `mode` is `REDIRECT`, unless it is set already." }),
  show_email: boolean().optional(),
  item_limit: clearableInteger({ min: 1, max: 20_000 }).optional(),
});

export type FeedMetadataParams = z.infer<typeof feedMetadataParams>;

const finding = z.object({
  rule: z.string().meta({ description: "A stable name." }),
  level: z.enum(["must", "should"]),
  source: z.enum(["PSP-1", "Apple", "RSS"]),
  message: z.string(),
  items: z.array(z.string()).meta({ description: "GUIDs of the items meant, at most ten." }),
  items_count: z.int(),
});

/** What a check of a feed found. */
export const feedCheck = z
  .object({
    show_id: z.int(),
    feed_url: z.string(),
    passed: z.boolean().meta({ description: "No `must` is broken." }),
    items_count: z.int(),
    findings: z.array(finding),
  })
  .meta({ id: "FeedCheck" });

export type Finding = z.infer<typeof finding>;
