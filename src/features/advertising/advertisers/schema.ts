/** Wire shape and parameters of advertisers (contract §8). */
import { z } from "zod";
import { commaList } from "../../../platform/http/listparams.ts";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { clearableLine, clearableParagraphs, id, line } from "../../../platform/http/params.ts";

export const advertiserDetail = z
  .object({
    advertiser_id: z.int(),
    name: z.string(),
    team_id: z.int(),
    iab_categories: z.string(),
    domain: z.string().nullable(),
    external_id: z.string().nullable(),
    notes: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    synched: z.literal(true),
  })
  .meta({ id: "Advertiser" });

/** A code of the IAB content taxonomy 1.0: one of 26 categories, or a subcategory. */
const CODE = /^IAB([1-9]|1\d|2[0-6])(-[1-9]\d?)?$/;

const MAX_CODE = 20;
const MAX_CODES = 20;

/** A category code, converted to capitals. */
export const iabCode = () =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
    z.string().max(MAX_CODE).regex(CODE, { error: "must be codes such as IAB22-11" }),
  );

const iabCodes = () =>
  commaList(iabCode(), { min: 1, max: MAX_CODES })
    .transform((codes) => [...new Set(codes)].join(","))
    .meta({
      description: "A code of the IAB Content Taxonomy 1.0, or several, separated by commas.",
    });

/** A host name; a full URL is reduced to its host. */
const domain = () =>
  clearableLine({ max: 253 })
    .transform((text) => (text === null ? null : hostOf(text)))
    .refine((host) => host === null || /^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(host), {
      error: "must be a domain such as example.com",
    })
    .meta({ type: ["string", "null"], maxLength: 253 });

const hostOf = (text: string): string =>
  URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`)?.hostname ?? "";

/** Parameters of a change; all optional. */
export const advertiserParams = z.object({
  name: line({ min: 1, max: 255 }).optional(),
  iab_categories: iabCodes().optional(),
  domain: domain().optional(),
  external_id: clearableLine({ max: 255 }).optional(),
  notes: clearableParagraphs({ max: 4000 }).optional(),
});

export const newAdvertiserParams = advertiserParams.extend({
  name: line({ min: 1, max: 255 }),
  iab_categories: iabCodes(),
  team_id: id().optional().meta({ description: "Required if you have several teams." }),
});

export const advertisersQuery = z.object({
  team_id: id().optional().meta({ description: "Default: all your teams." }),
  q: line({ max: 200 }).optional().meta({ description: "Part of the name or of `external_id`." }),
  ...offsetPaging(),
});

export type AdvertiserParams = z.infer<typeof advertiserParams>;
export type NewAdvertiserParams = z.infer<typeof newAdvertiserParams>;
