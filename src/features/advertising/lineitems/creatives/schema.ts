/** Wire shape and parameters of creatives: the audio of a line item. */
import { z } from "zod";
import { integer } from "../../../../platform/http/params.ts";
import type { FileField } from "../../../../platform/http/route.ts";
import { soundDetail } from "./sound/schema.ts";

const CREATIVE_STATUSES = ["PENDING", "PROCESSING", "READY", "ERROR"] as const;

export const creativeDetail = z
  .object({
    creative_id: z.int(),
    version: z.int(),
    weight: z.int().meta({
      description: "Relative to the other creatives: 200 is played twice as often as 100.",
    }),
    filename: z.string(),
    status: z.enum(CREATIVE_STATUSES),
    error: z.string().nullable().meta({ description: "The reason for the status `ERROR`." }),
    duration: z
      .int()
      .nullable()
      .meta({ description: "In milliseconds, once the creative is `READY`." }),
    audio_url: z.string().nullable().meta({
      description: "URL of the audio as listeners hear it, once the creative is `READY`.",
    }),
    sound: soundDetail.nullable().meta({
      description:
        "The measured sound, some seconds after the creative is `READY`; null until then.",
    }),
    created_at: z.string(),
  })
  .meta({ id: "Creative" });

/** Two minutes of uncompressed sound at studio quality have 70 MB. */
export const audioAdField: FileField = {
  maxBytes: 104_857_600,
  description: "MP3, MP4/M4A, AAC, WAV, FLAC, OGG, WMA, 3GP, AMR or AIFF, of at most 120 seconds.",
};

export const creativeParams = z.object({
  weight: integer({ max: 1000 }).optional().meta({
    description:
      "0 to 1000; the default is 100. A creative with weight 0 is not played while others are.",
  }),
});

export type CreativeParams = z.infer<typeof creativeParams>;
