/** Decodes the bytes of a feed: by byte order mark, HTTP charset, XML declaration, and by inspection. */
import { FeedRefused } from "./refusal.ts";

export type FeedText = { text: string; notes: string[] };

/** Byte order marks and the encodings they stand for. */
const MARKS: [mark: number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00, 0x3f, 0x00], "utf-16le"],
  [[0x00, 0x3c, 0x00, 0x3f], "utf-16be"],
];

/**
 * Decodes a feed. `charset` is from HTTP and takes precedence over the XML declaration (RFC 7303 §3). A feed whose
 * bytes are evidently in another encoding than declared is decoded by its bytes.
 */
export function decodeFeed(bytes: Uint8Array, charset: string | null): FeedText {
  const marked = MARKS.find(([mark]) => mark.every((byte, place) => bytes[place] === byte));
  if (marked !== undefined) return { text: decode(bytes, marked[1]), notes: [] };
  const claimed = (charset ?? declaredIn(bytes) ?? "utf-8").toLowerCase();
  const label = /^(us-)?ascii$/.test(claimed) ? "utf-8" : claimed;
  if (/^utf-?8$/.test(label)) return decodeUtf8(bytes);
  // Text in a one-byte encoding is never valid UTF-8 by accident, but UTF-8 is often declared wrongly.
  if (/^(iso-?8859|windows-125|latin)/.test(label) && hasHighBytes(bytes) && isUtf8(bytes))
    return { text: decode(bytes, "utf-8"), notes: [mislabelled(label, "utf-8")] };
  return { text: decode(bytes, label), notes: [] };
}

/** The declaration is ASCII in every encoding without a byte order mark; white space may precede it. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ?? null;
}

/** Single invalid characters do not rule out UTF-8; a majority of invalid ones does. */
function decodeUtf8(bytes: Uint8Array): FeedText {
  const text = decode(bytes, "utf-8");
  const broken = count(text, /\ufffd/g);
  if (broken === 0) return { text, notes: [] };
  if (broken > count(text, /[^\0-\x7f\ufffd]/g))
    return {
      text: decode(bytes, "windows-1252"),
      notes: [mislabelled("utf-8", "windows-1252")],
    };
  return { text, notes: [`Characters that are not UTF-8 were replaced by “\ufffd”: ${broken}.`] };
}

const mislabelled = (claimed: string, found: string) =>
  `The feed is declared as ${claimed} but encoded in ${found}, and was read as ${found}.`;

const count = (text: string, pattern: RegExp): number => {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
};

const hasHighBytes = (bytes: Uint8Array): boolean => bytes.some((byte) => byte > 127);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    throw new FeedRefused(`its encoding “${label.slice(0, 40)}” is unknown`);
  }
}
