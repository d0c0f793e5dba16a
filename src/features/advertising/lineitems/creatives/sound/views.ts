/** Converts the measured sound of a creative to its wire shape, without its waveform; pure. */
import type { z } from "zod";
import type { StoredSound } from "../../../../../platform/db/rows.ts";
import type { soundDetail } from "./schema.ts";

export function soundView(sound: StoredSound | null): z.infer<typeof soundDetail> | null {
  if (sound === null) return null;
  const { peaks: _, ...figures } = sound;
  return figures;
}
