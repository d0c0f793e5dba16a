/** Readers of each format by name. */
import type { FieldMap, FormatName } from "../../../../platform/net/accesslogs.ts";
import type { LineReader } from "../schema.ts";
import { bunnyReader } from "./bunny.ts";
import { cloudflareReader } from "./cloudflare.ts";
import { cloudfrontReader } from "./cloudfront.ts";
import { jsonReader } from "./json.ts";

/** A new reader, for one file: some formats name their columns in its first lines. `map`: for `json`. */
export function openReader(format: FormatName, map: FieldMap): LineReader {
  switch (format) {
    case "nginx":
    case "fastly":
      return jsonReader();
    case "json":
      return jsonReader(map);
    case "cloudflare":
      return cloudflareReader();
    case "cloudfront":
      return cloudfrontReader();
    case "bunny":
      return bunnyReader();
  }
}
