/** Parameters and response of a preview: what one listener would get, without any effect. */
import { z } from "zod";
import { clearableMoment, id, oneOf } from "../../../../platform/http/params.ts";
import { WINS } from "../../../advertising/adserving/explaining/schema.ts";
import { isCountry } from "../../../publishing/reference/rules.ts";

/** Device names, the same as in statistics and targeting. */
const DEVICES = [
  "Desktop",
  "Mobile",
  "Tablet",
  "Smart speaker",
  "Car",
  "TV",
  "Watch",
  "Others",
] as const;

const country = z
  .preprocess(
    (value) => (typeof value === "string" ? value.trim().toUpperCase() || null : value),
    z.string({ error: "must be a country code" }).max(8).nullable(),
  )
  .refine((code) => code === null || isCountry(code), {
    error: "must be an ISO 3166-1 alpha-2 code, such as IT",
  })
  .meta({ description: "ISO 3166-1 alpha-2; unknown if empty or not sent." });

export const previewParams = z.object({
  country: country.optional(),
  device: oneOf(DEVICES).optional().meta({ description: "`Mobile` if not sent." }),
  at: clearableMoment().optional().meta({
    description: "When the listener asks, in UTC; now if empty or not sent.",
  }),
});
export type PreviewParams = z.infer<typeof previewParams>;

const ms = (description: string) => z.int().meta({ description });
const name = z.string().nullable().meta({
  description: "null unless you may read the advertising of its team.",
});

const previewAd = z
  .object({
    lineitem_id: id(),
    campaign_id: id(),
    creative_id: id(),
    lineitem_name: name,
    campaign_name: name,
    advertiser_name: name,
    priority_id: z.int(),
    why: z.enum(WINS).meta({
      description: "How it was chosen among the line items of its priority.",
    }),
    starts_at: ms("Where it starts in the preview, in milliseconds."),
    duration: ms("In milliseconds."),
  })
  .meta({ id: "PreviewAd" });

const previewBreak = z
  .object({
    position: z.enum(["preroll", "midroll", "postroll"]),
    timecode: ms("Where the break is in the episode without ads, in milliseconds."),
    ads_max_count: z.int(),
    starts_at: ms("Where it starts in the preview, in milliseconds."),
    duration: ms("Of its ads, in milliseconds."),
    ads: z.array(previewAd),
  })
  .meta({ id: "PreviewBreak" });

const previewRefusal = z
  .object({ lineitem_id: id(), lineitem_name: z.string(), reason: z.string() })
  .meta({ id: "PreviewRefusal" });

export const previewDetail = z
  .object({
    episode_id: id(),
    country: z.string().nullable(),
    device: z.string(),
    at: z.string(),
    audio_url: z.url().meta({
      description: "The audio. Works without a token until `expires_at`; then it is not found.",
    }),
    expires_at: z.string(),
    duration: ms("Of the audio with its ads, in milliseconds."),
    breaks: z.array(previewBreak),
    refusals: z.array(previewRefusal).meta({
      description:
        "Line items that match this listener and were not chosen, and why, as in a diagnosis: those whose advertising you may read.",
    }),
  })
  .meta({ id: "EpisodePreview" });
export type Preview = z.infer<typeof previewDetail>;
