/** Reads chapters from ID3v2, MP4 and Vorbis comments into one format. */
import type { IAudioMetadata, IChapter, IPicture } from "music-metadata";
import { clean, singleLine, truncate } from "../text/plain.ts";
import type { Picture, TaggedChapter } from "./tags.ts";

const MAX_CHAPTERS = 500;
const MAX_TITLE = 500;
/** Limit for all chapter images of a file together; images beyond it are dropped. */
const MAX_PICTURE_BYTES = 20 * 2 ** 20;

type Found = { start: number; title: unknown; url: unknown; image: IPicture | undefined };

/** Sorted by time, at most one chapter per start time, each with a title. */
export function chaptersOf(
  { format, native }: IAudioMetadata,
  pictureOf: (picture: IPicture | undefined) => Picture | null,
): TaggedChapter[] {
  const found = format.chapters?.map(fromContainer) ?? fromComments(native.vorbis ?? []);
  let left = MAX_PICTURE_BYTES;
  const chapters = new Map<number, TaggedChapter>();
  for (const { start, title, url, image } of found.slice(0, MAX_CHAPTERS)) {
    const name = typeof title === "string" ? singleLine(clean(title)) : "";
    if (name === "" || !(start >= 0 && start < 1e9) || chapters.has(start)) continue;
    const picture = pictureOf(image);
    left -= picture?.data.length ?? 0;
    chapters.set(start, {
      starts_at: start,
      title: truncate(name, MAX_TITLE),
      ...addressOf(url),
      cover: left >= 0 ? picture : null,
    });
  }
  return [...chapters.values()].sort((a, b) => a.starts_at - b.starts_at);
}

const fromContainer = (chapter: IChapter): Found => ({
  start: Math.round((chapter.start * 1000) / (chapter.timeScale || 1)),
  title: chapter.title,
  url: chapter.url?.url,
  image: chapter.image,
});

/** Reads Vorbis comments as described in https://wiki.xiph.org/Chapter_Extension: CHAPTER001, …NAME, …URL. */
function fromComments(comments: readonly { id: string; value: unknown }[]): Found[] {
  const byId = new Map(comments.map(({ id, value }) => [id.toUpperCase(), value]));
  return [...byId].flatMap(([id, value]) => {
    if (!/^CHAPTER\d{2,3}$/.test(id)) return [];
    const start = millisecondsOf(String(value));
    const [title, url] = [byId.get(`${id}NAME`), byId.get(`${id}URL`)];
    return start === null ? [] : [{ start, title, url, image: undefined }];
  });
}

function millisecondsOf(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d\d):(\d\d(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (seconds === undefined) return null;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

function addressOf(url: unknown): { external_url?: string } {
  if (typeof url !== "string" || url.length > 2048 || !URL.canParse(url)) return {};
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? { external_url: href } : {};
}
