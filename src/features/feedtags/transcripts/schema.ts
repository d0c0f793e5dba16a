/** Wire shapes and parameters of transcripts. */
import { z } from "zod";
import { clearableUrl } from "../../../platform/http/addressparams.ts";
import { clearableLine, oneOf } from "../../../platform/http/params.ts";
import { LINKED_TYPES } from "./rules.ts";

export const transcript = z
  .object({
    transcript_id: z.int(),
    episode_id: z.int(),
    url: z.string(),
    type: z.string().meta({ description: "A media type, such as `text/vtt`." }),
    language: z.string().nullable(),
    rel: z.string().nullable().meta({ description: "`captions`: timed for showing along." }),
    bytes: z.int().nullable().meta({ description: "Of a file here; null of one elsewhere." }),
    created_at: z.string(),
  })
  .meta({ id: "Transcript" });

/** A file here, or the address and type of one elsewhere. */
export const transcriptParams = z.object({
  url: clearableUrl().optional().meta({
    description:
      "The address of a transcript elsewhere. Required unless `transcript_file` is sent.",
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
