/** Opens the place that a setting or an argument names. */
import path from "node:path";
import { type BucketPlace, parseMediaUrl } from "../media/place.ts";
import { openFolder } from "./folder.ts";
import type { ArchivePlace } from "./place.ts";

/** A folder, or a bucket with its secrets: never log this. */
export type PlaceName = Readonly<{ folder: string } | { bucket: BucketPlace }>;

/** Parses `/folder` or `s3://…` in the form of `MEDIA_URL`; a returned text completes the sentence "it …". */
export function parsePlace(text: string): PlaceName | string {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return { folder: path.resolve(text) };
  const bucket = parseMediaUrl(text);
  return typeof bucket === "string" ? bucket : { bucket };
}

export async function openPlace(name: PlaceName): Promise<ArchivePlace> {
  if ("folder" in name) return openFolder(name.folder);
  // The library takes 0.1 s to load, so it is only loaded when needed.
  const { openBucketPlace } = await import("./bucket.ts");
  return openBucketPlace(name.bucket);
}
