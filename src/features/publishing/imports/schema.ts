/** API schemas and parameters of imports (contract §7). */
import { z } from "zod";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { boolean, clearableLine, id, oneOf, verbatim } from "../../../platform/http/params.ts";
import { REFUSALS } from "./refusal.ts";

/** How an import treats the audio that a feed links to. */
export const MEDIA = ["link", "copy"] as const;
export type Media = (typeof MEDIA)[number];

/** Maximum length of a feed's URL: longer than any real one, short enough for an index. */
const MAX_ADDRESS = 2000;

/** Stored in the form in which it is fetched. */
const feedAddress = clearableLine({ max: MAX_ADDRESS })
  .refine((text) => text === null || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)), {
    error: "must be an http or https URL",
    abort: true,
  })
  .transform((text) => text && new URL(text).href)
  .refine((text) => text === null || text.length <= MAX_ADDRESS, {
    error: `must have at most ${MAX_ADDRESS} characters when encoded`,
  });

export const importParams = z.object({
  feed_url: feedAddress
    .optional()
    .meta({ description: "The URL of the feed. Required unless `feed_file` is sent." }),
  dry_run: boolean().default(false).meta({
    description: "Whether only to report what the import would change.",
  }),
  media: oneOf(MEDIA).default("link").meta({
    description:
      "`link`: episodes are played from their present location. `copy`: their audio is fetched and encoded in the background, one episode at a time.",
  }),
});

const change = z.object({
  change: z.enum(["create", "update", "show"]).meta({
    description: "A new episode, a changed one, or the show itself.",
  }),
  title: z.string(),
  fields: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});

const report = z
  .object({
    show_id: z.int().nullable().meta({
      description: "Null for a dry run that would create the show.",
    }),
    title: z.string(),
    show: z.enum(["created", "updated", "unchanged"]),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.array(
      z.object({
        item: z.int().meta({ description: "Position in the feed, starting at 1." }),
        title: z.string().nullable(),
        reason: z.string(),
      }),
    ),
    notes: z
      .array(z.string())
      .meta({ description: "Differences between the feed and the imported show." }),
    changes: z.array(change).optional().meta({
      description: "Of a dry run: the show and episodes that would change, at most 200.",
    }),
  })
  .meta({ id: "ImportReport" });

export const IMPORT_STATES = ["PENDING", "RUNNING", "DONE", "FAILED"] as const;

export const importDetail = z
  .object({
    import_id: z.int(),
    state: z.enum(IMPORT_STATES),
    feed_url: z.string().nullable(),
    media: z.enum(MEDIA),
    dry_run: z.boolean(),
    show_id: z.int().nullable(),
    report: report.nullable(),
    error: z.string().nullable(),
    error_type: z.enum([...REFUSALS, "internal", "canceled"]).nullable(),
    ownership_code: z.string().nullable().meta({
      description: "Put this code into the feed to prove that you own it. Null for admins.",
    }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Import" });

/** An import as admins find it among everybody's. */
export const listedImport = importDetail
  .omit({ report: true, ownership_code: true })
  .extend({
    user: z.object({ user_id: z.int(), username: z.string(), fullname: z.string() }),
    show_title: z.string().nullable(),
  })
  .meta({ id: "ListedImport" });

export const importsQuery = z.object({
  state: oneOf(IMPORT_STATES).optional().meta({ description: "Only imports in this state." }),
  q: verbatim({ max: 200 }).optional().meta({
    description: "A part of the feed's URL, or of the person's username or name.",
  }),
  ...offsetPaging(),
});

export const importId = z.object({ import_id: id() });
