/** Writes ID3v2.3 tags with chapters (id3.org: ID3v2.3.0, ID3v2 Chapter Frame Addendum); pure. */

/** Times in ms of the audio behind the tag. */
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
  /** When it was published; null: not yet. */
  date: Date | null;
  chapters: readonly TagChapter[];
  /** A JPEG of so many bytes, which the caller puts between the two parts of the tag; null: none. */
  picture: Readonly<{ bytes: number }> | null;
}>;

/** A tag as it stands before and after its picture. Without one, `after` is empty. */
export type Tag = Readonly<{ before: Buffer; after: Buffer }>;

/** The table of contents counts its entries in one byte. */
export const MAX_TAG_CHAPTERS = 255;
/** Tags are whole multiples of this, so that most have the same size, whatever they say. */
const STEP_BYTES = 4096;

/**
 * The tag, padded. Its size follows from the texts and the picture alone: chapters that begin elsewhere, in
 * the same number and with the same titles, make a tag of the same size. Chapters beyond 255 are left out.
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

/** Year, day and month, hour and minute: version 2.3 has a frame for each. Numbers are Latin-1 (§3.3). */
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

/** All of an APIC frame but the picture itself: a front cover (type 3) without a description. */
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

/** UTF-16 with its mark: what version 2.3 has for letters beyond Latin-1. */
const textFrame = (id: string, text: string): Buffer =>
  text === ""
    ? Buffer.alloc(0)
    : frame(id, Buffer.concat([Buffer.of(1, 0xff, 0xfe), Buffer.from(text, "utf16le")]));

const elementOf = (index: number) => `ch${index}\0`;

/** Of the top level, in order. */
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

/** An address holds ASCII alone when it is written out. */
const linkFrame = (url: string): Buffer =>
  frame(
    "WXXX",
    Buffer.concat([Buffer.of(0, 0), Buffer.from(URL.parse(url)?.href ?? "", "latin1")]),
  );
