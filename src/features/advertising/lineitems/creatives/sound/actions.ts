/** Measures the sound of a creative, and puts together its sound check. */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../../../deps.ts";
import type { Ffmpeg } from "../../../../../platform/audio/ffmpeg.ts";
import { lend } from "../../../../../platform/audio/process.ts";
import { PROFILES } from "../../../../../platform/audio/profiles.ts";
import { sniff } from "../../../../../platform/audio/sniff.ts";
import { checkSound, type SoundCheck } from "../../../../../platform/audio/soundcheck.ts";
import type { Executor } from "../../../../../platform/db/database.ts";
import { notFound } from "../../../../../platform/failure.ts";
import type { Caller } from "../../../../../platform/http/route.ts";
import type { MediaKey } from "../../../../../platform/media/key.ts";
import { makeWorkFolder } from "../../../../../platform/media/workfolder.ts";
import { readLineitem } from "../../actions.ts";
import type { LineitemRow } from "../../store.ts";
import { type CreativeRow, findCreative } from "../store.ts";
import type { Measurement } from "./queue.ts";
import { adviceFor, besideOf } from "./rules.ts";
import type { SoundCheckDetail } from "./schema.ts";
import { findUnmeasured, listProgrammes, setSound } from "./store.ts";
import { soundView } from "./views.ts";

type Needs = Pick<Deps, "db" | "media" | "disk"> & Readonly<{ ffmpeg(): Promise<Ffmpeg> }>;

/** Measures the upload of a READY creative and the audio that listeners hear. Measured ones are left alone. */
export async function measureCreative(
  deps: Needs,
  { creative_id }: Measurement,
  signal: AbortSignal,
): Promise<void> {
  const found = await findUnmeasured(deps.db, creative_id);
  if (found === undefined) return;
  const source = await measureFile(deps, found.upload_key, signal);
  const heard = await measureFile(deps, found.media_key, signal);
  if (source === null || heard === null) return;
  const { integrated_lufs, true_peak_dbtp, silence_start, silence_end, peaks } = heard;
  await setSound(deps.db, creative_id, {
    loudness_lufs: integrated_lufs,
    true_peak_dbtp,
    silence_start,
    silence_end,
    peaks: [...peaks],
    source: {
      format: source.format,
      loudness_lufs: source.integrated_lufs,
      true_peak_dbtp: source.true_peak_dbtp,
      clipped: source.clipped,
    },
  });
}

/** null: the file is gone, because the creative was deleted meanwhile. */
async function measureFile(
  { media, disk, ffmpeg }: Needs,
  key: MediaKey,
  signal: AbortSignal,
): Promise<(SoundCheck & { format: string }) | null> {
  const found = await media.find(key);
  if (found === null) return null;
  await using folder = await makeWorkFolder(media.tmpDir, "sound");
  const space = await disk.reserve(2 * found.bytes);
  try {
    const file = path.join(folder.path, "audio");
    await pipeline(await media.read(key), createWriteStream(file, { flags: "wx" }), { signal });
    const format = await sniff(file);
    const workDir = path.join(folder.path, "work");
    await mkdir(workDir);
    const name = `sound.${format.extension}`;
    await using _lent = await lend(file, workDir, name);
    const profile = PROFILES["mp3-128-stereo"];
    if (profile === undefined) throw new Error("there is no profile to hear a creative in");
    const source = { name, bytes: found.bytes, format };
    return {
      ...(await checkSound(await ffmpeg(), source, { workDir, profile, signal })),
      format: format.name,
    };
  } finally {
    space.release();
  }
}

/** The sound check of a creative of the line item, for callers who may read it. */
export async function readSoundCheck(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  lineitem_id: number,
  creative_id: number,
): Promise<SoundCheckDetail> {
  const item = await readLineitem({ db }, caller, lineitem_id, "read");
  const creative = await findCreative(db, lineitem_id, creative_id);
  if (creative === undefined) throw notFound("creative");
  const [check] = await soundChecksOf(db, item, [creative]);
  if (check === undefined) throw notFound("creative");
  return check;
}

/** The sound checks of creatives of one line item, in their order. */
export async function soundChecksOf(
  db: Executor,
  item: LineitemRow,
  creatives: readonly CreativeRow[],
): Promise<SoundCheckDetail[]> {
  const programmes = await listProgrammes(db, item);
  return creatives.map(({ creative_id, sound }) => {
    const beside = besideOf(sound?.loudness_lufs ?? null, programmes);
    return {
      creative_id,
      sound: soundView(sound),
      peaks: sound?.peaks ?? [],
      programmes: beside,
      advice: sound === null ? [] : adviceFor(sound, beside),
    };
  });
}
