/** Opens the place of logs that a setting or an argument names. */
import type { PlaceName } from "../../../../platform/archive/open.ts";
import { openLogFolder } from "./folder.ts";
import type { LogPlace } from "./schema.ts";

/** `pageSize`: objects of a bucket in one response. */
export async function openLogPlace(name: PlaceName, pageSize?: number): Promise<LogPlace> {
  if ("folder" in name) return openLogFolder(name.folder);
  // The library takes 0.1 s to load, so it is only loaded when needed.
  const { openLogBucket } = await import("./bucket.ts");
  return openLogBucket(name.bucket, pageSize);
}
