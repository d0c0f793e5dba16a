/** Test sounds, made by ffmpeg as they are needed: any length, loudness and container. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { bundledPath, type Ffmpeg, findFfmpeg } from "../../src/platform/audio/ffmpeg.ts";

export type SoundOptions = {
  /** Folder it is written to. */
  folder: string;
  /** Its ending decides the container: mp3, m4a, aac, wav, flac, ogg, opus, wma, aif, 3gp. Default sound.mp3. */
  name?: string;
  /** Default 3. */
  seconds?: number;
  /** What is heard; "speech" comes in words with pauses. Default a tone of 440 Hz. */
  kind?: keyof typeof SOURCES;
  /** Peak of a tone in dB below full scale, and about that for the others. Default −12. */
  level?: number;
  rate?: number;
  channels?: 1 | 2;
  tags?: Record<string, string>;
  /** ms; written by containers that can. */
  chapters?: { starts_at: number; title: string }[];
  /** Path of a JPEG or PNG to embed; for mp3, m4a and flac. */
  cover?: string;
  /** More ffmpeg options for the output, such as `["-b:a", "64k"]`. */
  args?: string[];
  /** Default: the one found on this machine. */
  ffmpeg?: Ffmpeg;
};

const run = promisify(execFile);

/** The ffmpeg tests work with: the one a server here would use. */
export const testFfmpeg = once(() => findFfmpeg(null, { warn() {} }));

/** The old one out of npm, which every machine has that ran `npm ci`. */
export const bundledFfmpeg = once(() => findFfmpeg(bundledPath(), { warn() {} }));

function once(find: () => Promise<Ffmpeg>): () => Promise<Ffmpeg> {
  let found: Promise<Ffmpeg> | null = null;
  return () => {
    found ??= find();
    return found;
  };
}

const SOURCES = {
  tone: "sin(2*PI*440*t)",
  silence: "0",
  noise: "2*random(0)-1",
  speech: "lt(mod(t,0.7),0.5)*sin(PI*mod(t,0.7)/0.5)*(0.7*sin(2*PI*180*t)+0.3*(2*random(0)-1))",
  /** Its peaks rise between samples and in every encoder: the hardest for a limiter. */
  crackle: "if(lt(mod(t,1),0.02),1,0.05)*(2*random(0)-1)",
  /** No moment of it is like another. */
  sweep: "sin(2*PI*(100*t+700*t*t))",
  /** The same, quiet but for a short burst each second: needs a limiter when it is brought up. */
  bursts: "if(lt(mod(t,1),0.02),1,0.15)*sin(2*PI*(100*t+700*t*t))",
};

/** Writes the sound and returns its path. The same options make the same sound. */
export async function makeSound(options: SoundOptions): Promise<string> {
  const { kind = "tone", seconds = 3, level = -12, rate = 44_100, channels = 1 } = options;
  const file = path.join(options.folder, options.name ?? "sound.mp3");
  const factor = (10 ** (level / 20)).toFixed(6);
  const sound = Array.from({ length: channels }, () => `${factor}*(${SOURCES[kind]})`).join("|");
  const graph = `aevalsrc='${sound}':s=${rate}:d=${seconds}`;
  const details = Object.entries(options.tags ?? {}).flatMap(([name, value]) => [
    "-metadata",
    `${name}=${value}`,
  ]);
  const chapters = chapterText(options.chapters ?? [], seconds);
  const { path: program } = options.ffmpeg ?? (await testFfmpeg());
  const done = run(program, [
    ...["-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i", graph],
    ...(chapters === "" ? [] : ["-f", "ffmetadata", "-i", "pipe:0"]),
    ...coverArgs(options.cover, chapters === "" ? 1 : 2),
    ...(chapters === "" ? [] : ["-map_chapters", "1"]),
    ...["-map", "0:a", ...details, ...usualArgs(file), ...(options.args ?? []), file],
  ]);
  done.child.stdin?.end(chapters);
  await done;
  return file;
}

/** As an input by its number, and as what it is to the output. */
function coverArgs(cover: string | undefined, input: number): string[] {
  if (cover === undefined) return [];
  return ["-i", cover, "-map", `${input}:v`, "-c:v", "copy", "-disposition:v:0", "attached_pic"];
}

/** Encoders that ffmpeg would not choose by itself from the ending, or not alike in all versions. */
function usualArgs(file: string): string[] {
  const byEnding: Record<string, string[]> = {
    ".ogg": ["-c:a", "libvorbis"],
    ".opus": ["-c:a", "libopus"],
    ".3gp": ["-c:a", "aac"],
  };
  return byEnding[path.extname(file)] ?? [];
}

function chapterText(chapters: { starts_at: number; title: string }[], seconds: number): string {
  if (chapters.length === 0) return "";
  const parts = chapters.map(({ starts_at, title }, index) => {
    const end = chapters[index + 1]?.starts_at ?? seconds * 1000;
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${starts_at}\nEND=${end}\ntitle=${title}\n`;
  });
  return `;FFMETADATA1\n${parts.join("")}`;
}
