/** The worker thread that `tags.ts` starts: reads one file with music-metadata and posts the result. */
import { parentPort, workerData } from "node:worker_threads";
import { type IAudioMetadata, type IPicture, parseFile, selectCover } from "music-metadata";
import { clean, singleLine, truncate } from "../text/plain.ts";
import { chaptersOf } from "./chapters.ts";
import type { FileTags, Picture, Tags } from "./tags.ts";

const LONGEST = { line: 500, text: 10_000 };
const MAX_PICTURE = 5 * 2 ** 20;

const metadata = await parseFile(workerData as string, { includeChapters: true });
parentPort?.postMessage(answer(metadata));

function answer(found: IAudioMetadata): FileTags {
  const { picture } = found.common;
  return {
    tags: tagsOf(found),
    cover: pictureOf(selectCover(picture)) ?? picture?.map(pictureOf).find(Boolean) ?? null,
    chapters: chaptersOf(found, pictureOf),
  };
}

function tagsOf({ common, native }: IAudioMetadata): Tags {
  // ffmpeg writes these fields into ID3v2 as custom text frames.
  const custom = (name: string) =>
    Object.values(native)
      .flat()
      .find(({ id }) => id.toLowerCase() === `txxx:${name}`)?.value;
  const line = (text: unknown) =>
    typeof text === "string" ? truncate(singleLine(clean(text)), LONGEST.line) : "";
  const text = (value: unknown) =>
    typeof value === "string" ? truncate(clean(value), LONGEST.text) : "";
  const all: Tags = {
    title: line(common.title),
    description: text(
      common.longDescription || common.description?.find(Boolean) || custom("description"),
    ),
    comment:
      [
        ...(common.comment ?? []).filter(isForPeople).map((comment) => comment.text),
        custom("comment"),
      ]
        .map(text)
        .find(isLanguage) ?? "",
    artist: line(common.artist),
    album: line(common.album),
    date: line(common.date ?? common.year?.toString()),
    keywords: line(common.keywords?.join(",")),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

type Comment = Readonly<{ descriptor?: string; text?: string }>;

/**
 * Programs store their own data in comments with a descriptor: iTunNORM, iTunPGAP, Songs-DB_Custom1. Comments that
 * people write have no descriptor, or a generic one.
 */
function isForPeople({ descriptor = "" }: Comment): boolean {
  return /^(|comment|description|id3v1 comment)$/i.test(descriptor.trim());
}

/** Whether the text contains words: a comment without a descriptor may still be numbers that a program wrote. */
function isLanguage(text: string): boolean {
  return /\p{L}{2}/u.test(text.replace(/\b[0-9a-f]{6,}\b/gi, " "));
}

function pictureOf(picture: IPicture | null | undefined): Picture | null {
  const data = picture?.data;
  if (!(data instanceof Uint8Array) || data.length > MAX_PICTURE) return null;
  const head = Buffer.from(data.subarray(0, 8)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return { format: "jpeg", data };
  return head === "\x89PNG\r\n\x1a\n" ? { format: "png", data } : null;
}
