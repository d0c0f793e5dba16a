/** API schemas and parameters of transcripts. */
import { z } from "zod";
import { clearableUrl } from "../../../../platform/http/addressparams.ts";
import { clearableLine, oneOf } from "../../../../platform/http/params.ts";
import { LINKED_TYPES } from "./rules.ts";

export const transcript = z
  .object({
    transcript_id: z.int(),
    episode_id: z.int(),
    url: z.string(),
    type: z.string().meta({ description: "A media type, such as `text/vtt`." }),
    language: z.string().nullable(),
    rel: z
      .string()
      .nullable()
      .meta({ description: "`captions`: timed for display during playback." }),
    bytes: z
      .int()
      .nullable()
      .meta({ description: "Size of a file on this server; null for a file on another server." }),
    created_at: z.string(),
  })
  .meta({ id: "Transcript" });

/** A file, or the URL and type of an external transcript. */
export const transcriptParams = z.object({
  url: clearableUrl().optional().meta({
    description:
      "URL of a transcript on another server. Required unless `transcript_file` is sent.",
  }),
  type: oneOf(LINKED_TYPES).optional().meta({ description: "Required with `url`." }),
  language: clearableLine({ max: 35 })
    .refine((tag) => tag === null || /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag), {
      error: "must be a language tag (BCP 47)",
    })
    .default(null),
  rel: oneOf(["captions"]).nullable().default(null),
});

export type TranscriptParams = z.infer<typeof transcriptParams>;
