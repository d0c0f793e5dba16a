/** Wire shape and parameters of creatives: the audio of a line item. */
import { z } from "zod";
import { integer } from "../../../platform/http/params.ts";
import type { FileField } from "../../../platform/http/route.ts";

export const CREATIVE_STATUSES = ["PENDING", "PROCESSING", "READY", "ERROR"] as const;

export const creativeDetail = z
  .object({
    creative_id: z.int(),
    version: z.int(),
    weight: z
      .int()
      .meta({ description: "Against the others: 200 is heard twice as often as 100." }),
    filename: z.string(),
    status: z.enum(CREATIVE_STATUSES),
    error: z.string().nullable().meta({ description: "Why it is ERROR." }),
    duration: z.int().nullable().meta({ description: "Milliseconds, once it is READY." }),
    audio_url: z
      .string()
      .nullable()
      .meta({ description: "As listeners hear it, once it is READY." }),
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
    description: "0 to 1000, 100 unless sent. 0 rests while others are heard.",
  }),
});

export type CreativeParams = z.infer<typeof creativeParams>;
