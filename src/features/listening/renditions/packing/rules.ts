/**
 * Writes the head and the parts of a rendition as their difference from those of another rendition of the episode; pure.
 * Renditions of an episode have the same titles, chapters and files, and differ by their ads: of 4.6 kB by 0.1 kB, or
 * by 0.3 kB if the ads have other lengths, which moves the chapters.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Manifest, partList } from "../schema.ts";

type Content = Pick<Manifest, "head" | "parts">;

/** What DEFLATE looks back to (RFC 1951, section 2), in bytes: the end of a base, where the head is. */
const WINDOW = 32_768;

/** The length of the parts' JSON in four bytes, that JSON, and the head. */
export function contentOf({ head, parts }: Content): Buffer {
  const json = Buffer.from(JSON.stringify(parts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, head]);
}

/** The inverse of `contentOf`. Throws if `content` is not of this form. */
function readContent(content: Buffer): Content {
  const end = 4 + content.readUInt32BE(0);
  const parts = partList.parse(JSON.parse(content.toString("utf8", 4, end)));
  return { parts, head: content.subarray(end) };
}

/** `content` as its difference from `base`. */
export const pack = (content: Buffer, base: Buffer): Buffer =>
  deflateRawSync(content, { dictionary: base.subarray(-WINDOW), level: 9 });

/** What was packed with the same base. */
export const unpack = (packed: Buffer, base: Buffer): Content =>
  readContent(inflateRawSync(packed, { dictionary: base.subarray(-WINDOW) }));
