/** API schemas and parameters of feeds: settings, check, announcements. */
import { z } from "zod";
import { clearableUrl } from "../../../platform/http/addressparams.ts";
import { boolean, clearableInteger, oneOf } from "../../../platform/http/params.ts";

const MODES = ["AUTO", "REDIRECT", "DISABLED"] as const;

/** How a show's feed is served (contract §7). */
export const feedMetadata = z
  .object({
    show_id: z.int(),
    mode: z.enum(MODES).meta({
      description: "`REDIRECT` answers with 301 to `redirect_url`, `DISABLED` with 404.",
    }),
    prepend_url: z.string().nullable().meta({ description: "Prefix of every enclosure URL." }),
    redirect_url: z.string().nullable(),
    show_email: z
      .boolean()
      .meta({ description: "Whether the feed shows the show's e-mail address." }),
    item_limit: z.int().nullable().meta({
      description: "Number of newest episodes in the feed; null means all, 300 per page.",
    }),
  })
  .meta({ id: "FeedMetadata" });

export const feedMetadataParams = z.object({
  mode: oneOf(MODES).optional(),
  prepend_url: clearableUrl().optional(),
  redirect_url: clearableUrl()
    .optional()
    .meta({ description: "Required if `mode` is `REDIRECT`, unless it is already set." }),
  show_email: boolean().optional(),
  item_limit: clearableInteger({ min: 1, max: 20_000 }).optional(),
});

export type FeedMetadataParams = z.infer<typeof feedMetadataParams>;

const finding = z.object({
  rule: z.string().meta({ description: "The stable name of the rule." }),
  level: z.enum(["must", "should"]),
  source: z.enum(["PSP-1", "Apple", "RSS"]),
  message: z.string(),
  items: z.array(z.string()).meta({ description: "GUIDs of the items concerned, at most ten." }),
  items_count: z.int(),
});

/** The result of a feed check. */
export const feedCheck = z
  .object({
    show_id: z.int(),
    feed_url: z.string(),
    passed: z.boolean().meta({ description: "Whether all `must` rules are met." }),
    items_count: z.int(),
    findings: z.array(finding),
  })
  .meta({ id: "FeedCheck" });

export type Finding = z.infer<typeof finding>;
