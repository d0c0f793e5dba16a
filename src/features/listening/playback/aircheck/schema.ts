/** Parameters and response of an aircheck: a line item's ad as one listener would hear it, and why they would or not. */
import { z } from "zod";
import { id } from "../../../../platform/http/params.ts";
import { WINS } from "../../../advertising/adserving/explaining/schema.ts";
import { previewParams } from "../preview/schema.ts";

export const aircheckParams = previewParams.extend({
  episode_id: id().meta({ description: "An episode that you may listen to." }),
});
export type AircheckParams = z.infer<typeof aircheckParams>;

const ms = (description: string) => z.int().meta({ description });
const POSITIONS = ["preroll", "midroll", "postroll"] as const;

const considered = z
  .object({
    lineitem_id: id().nullable(),
    lineitem_name: z.string().nullable().meta({
      description: "null, as its id, unless you may read the advertising of its team.",
    }),
    position: z.enum(POSITIONS).nullable().meta({
      description: "The position of the slot that it won; null if it won none.",
    }),
    why: z.enum(WINS).nullable().meta({
      description: "How it was chosen among the line items of its priority; null if it won none.",
    }),
    reason: z.string().nullable().meta({
      description: "Why it won no slot, as in a diagnosis; null if it won one.",
    }),
  })
  .meta({ id: "AircheckCandidate" });
export type Considered = z.infer<typeof considered>;

export const aircheckDetail = z
  .object({
    lineitem_id: id(),
    episode_id: id(),
    country: z.string().nullable(),
    device: z.string(),
    at: z.string(),
    won: z.boolean().meta({ description: "Whether this listener would get the line item." }),
    reason: z.string().nullable().meta({
      description:
        "Why they would not, as in a diagnosis, or `no-break` (no ads run in the episode) or `no-audio` (the server does not deliver its audio); null if they would.",
    }),
    position: z.enum(POSITIONS).nullable().meta({ description: "Of the break that is heard." }),
    timecode: ms("Where the break is in the episode without ads, in milliseconds.").nullable(),
    creative_id: id().nullable().meta({ description: "The creative that is heard." }),
    audio_url: z.url().nullable().meta({
      description:
        "The minute around the break with the ad in it, also if the listener would not get it. Works without a token until `expires_at`; then it is not found. null if there is no break, no audio or no creative.",
    }),
    expires_at: z.string().nullable(),
    duration: ms("Of the audio, in milliseconds.").nullable(),
    starts_at: ms("Where the ad starts in the audio, in milliseconds.").nullable(),
    ad_duration: ms("Of the ad, in milliseconds.").nullable(),
    considered: z.array(considered).meta({
      description:
        "The line items that won a slot of this download, in playback order, then those that matched the listener and won none, by priority.",
    }),
  })
  .meta({ id: "Aircheck" });
export type Aircheck = z.infer<typeof aircheckDetail>;
