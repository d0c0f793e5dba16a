/** Wire shapes of the sound of creatives. */
import { z } from "zod";
import { ADVICE } from "./rules.ts";

const lufs = (description: string) => z.number().nullable().meta({ description });
const ms = (description: string) => z.int().meta({ description });

/** What was measured of a creative. */
export const soundDetail = z
  .object({
    loudness_lufs: lufs("Integrated loudness as listeners hear it (EBU R 128); null for silence."),
    true_peak_dbtp: lufs("True peak as listeners hear it, in dBTP; null for silence."),
    silence_start: ms("Silence at its beginning, in milliseconds."),
    silence_end: ms("Silence at its end, in milliseconds."),
    source: z
      .object({
        format: z.string().meta({ description: "Such as `WAV` or `M4A`." }),
        loudness_lufs: lufs("Integrated loudness of the upload."),
        true_peak_dbtp: lufs("True peak of the upload, in dBTP."),
        clipped: z.boolean().meta({
          description: "Whether samples stay at full scale, which is heard as distortion.",
        }),
      })
      .meta({ description: "The file that was uploaded, before it was normalised." }),
  })
  .meta({ id: "CreativeSound" });

export const soundCheckDetail = z
  .object({
    creative_id: z.int(),
    sound: soundDetail.nullable().meta({
      description: "null until it is measured, some seconds after the creative is `READY`.",
    }),
    peaks: z.array(z.int()).meta({
      description: "The waveform: the largest sample of up to 240 equal parts, 0 to 100.",
    }),
    programmes: z
      .object({
        episodes_count: z.int(),
        quietest_lufs: lufs("Of the quietest of these episodes, as served."),
        loudest_lufs: lufs("Of the loudest of these episodes, as served."),
        jumps_count: z.int().meta({
          description: "In how many of them loudness jumps by over 3 LU where the ad begins.",
        }),
        greatest_jump_lu: lufs("The greatest jump in LU; positive if the ad is louder."),
      })
      .meta({
        description:
          "The newest episodes, at most 200, of the shows that the line item can be placed in, as far as their loudness is known.",
      }),
    advice: z.array(z.enum(ADVICE)).meta({
      description:
        "Points worth changing. `louder`, `quieter`: the ad jumps beside its programmes; turn on `loudness_normalisation` of their shows. `clipped`, `peaks`: the upload is distorted, or its peaks exceed full scale; export it again at a lower level. `silence-start`, `silence-end`: cut the silence at its ends.",
    }),
  })
  .meta({ id: "CreativeSoundCheck" });
export type SoundCheckDetail = z.infer<typeof soundCheckDetail>;
