/** Writes ID3v2.3 tags with chapters (id3.org: ID3v2.3.0, ID3v2 Chapter Frame Addendum); pure. */

/** Times in ms from the start of the audio behind the tag. */
export type TagChapter = Readonly<{
  starts_at: number;
  ends_at: number;
  title: string;
  url: string | null;
}>;

export type TagContent = Readonly<{
  title: string;
  album: string;
  artist: string;
  /** Publication date; null if not published yet. */
  date: Date | null;
  chapters: readonly TagChapter[];
  /** A JPEG of this many bytes, which the caller inserts between the two parts of the tag; null for none. */
  picture: Readonly<{ bytes: number }> | null;
}>;

/** The parts of a tag before and after its image. Without an image, `after` is empty. */
export type Tag = Readonly<{ before: Buffer; after: Buffer }>;

/** The table of contents stores its number of entries in one byte. */
const MAX_TAG_CHAPTERS = 255;
/** Tag sizes are multiples of this, so that most tags have the same size whatever their content. */
const STEP_BYTES = 4096;

/**
 * The tag, padded. Its size depends only on the texts and the image: other start times with the same number of chapters
 * and the same titles give a tag of the same size. Chapters beyond 255 are dropped.
 */
export function writeTag({ title, album, artist, date, chapters, picture }: TagContent): Tag {
  const kept = chapters.slice(0, MAX_TAG_CHAPTERS);
  const frames = Buffer.concat([
    ...[textFrame("TIT2", title), textFrame("TALB", album), textFrame("TPE1", artist)],
    ...(date === null ? [] : dateFrames(date)),
    ...(kept.length === 0 ? [] : [contents(kept.length)]),
    ...kept.map(chapterFrame),
    ...(picture === null ? [] : [pictureHead(picture.bytes)]),
  ]);
  const filled = 10 + frames.length + (picture?.bytes ?? 0);
  const size = Math.ceil(filled / STEP_BYTES) * STEP_BYTES;
  const head = Buffer.alloc(10);
  head.write("ID3\x03", "latin1");
  // Seven bits in each byte (ID3v2.3.0 §3.1).
  for (const place of [0, 1, 2, 3]) head[6 + place] = ((size - 10) >> (7 * (3 - place))) & 0x7f;
  const padding = Buffer.alloc(size - filled);
  const before = Buffer.concat([head, frames]);
  if (picture !== null) return { before, after: padding };
  return { before: Buffer.concat([before, padding]), after: Buffer.alloc(0) };
}

/** Year, day and month, hour and minute: version 2.3 has one frame for each. Numbers are Latin-1 (§3.3). */
function dateFrames(date: Date): Buffer[] {
  const [year = "", month = "", day = "", hour = "", minute = ""] = date
    .toISOString()
    .split(/[-T:]/);
  const numbers = [
    ["TYER", year],
    ["TDAT", day + month],
    ["TIME", hour + minute],
  ] as const;
  return numbers.map(([id, text]) => frame(id, Buffer.from(`\0${text}`, "latin1")));
}

/** An APIC frame without its image data: a front cover (type 3) without a description. */
function pictureHead(bytes: number): Buffer {
  const body = Buffer.from("\0image/jpeg\0\x03\0", "latin1");
  const head = frame("APIC", body);
  head.writeUInt32BE(body.length + bytes, 4);
  return head;
}

function frame(id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(id, "latin1");
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** UTF-16 with a byte order mark: version 2.3's encoding for characters beyond Latin-1. */
const textFrame = (id: string, text: string): Buffer =>
  text === ""
    ? Buffer.alloc(0)
    : frame(id, Buffer.concat([Buffer.of(1, 0xff, 0xfe), Buffer.from(text, "utf16le")]));

const elementOf = (index: number) => `ch${index}\0`;

/** The top-level table of contents (CTOC), ordered. */
function contents(count: number): Buffer {
  const elements = Array.from({ length: count }, (_, index) => elementOf(index)).join("");
  const flags = Buffer.of(3, count);
  return frame("CTOC", Buffer.concat([Buffer.from("toc\0"), flags, Buffer.from(elements)]));
}

function chapterFrame({ starts_at, ends_at, title, url }: TagChapter, index: number): Buffer {
  const times = Buffer.alloc(16, 0xff);
  times.writeUInt32BE(starts_at, 0);
  times.writeUInt32BE(ends_at, 4);
  const parts = [Buffer.from(elementOf(index)), times, textFrame("TIT2", title)];
  if (url !== null) parts.push(linkFrame(url));
  return frame("CHAP", Buffer.concat(parts));
}

/** A serialised URL contains only ASCII. */
const linkFrame = (url: string): Buffer =>
  frame(
    "WXXX",
    Buffer.concat([Buffer.of(0, 0), Buffer.from(URL.parse(url)?.href ?? "", "latin1")]),
  );
