/** The scripts, the stylesheet and the search index of the documentation, at URLs that browsers can cache forever. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Encoded, encodeText } from "../../../platform/http/encoding.ts";
import type { Entry } from "./schema.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

const FILES = ["docs.css", "docs.js", "match.js"];

export type Assets = Readonly<{
  version: string;
  /** Null if there is no such file. */
  find(name: string): Readonly<{ type: string; encoded: Encoded }> | null;
  /** The version is part of the path because modules import each other by relative names. */
  path(name: string): string;
}>;

/** The files, with `entries` as the search index. */
export function assetsOf(entries: readonly Entry[]): Assets {
  const read = (name: string) =>
    readFileSync(path.join(import.meta.dirname, "browser", name), "utf8");
  const texts = new Map(FILES.map((name) => [name, read(name)]));
  texts.set("index.json", JSON.stringify(entries));
  const version = hash("sha256", [...texts].flat().join("\n"), "hex").slice(0, 16);
  const files = new Map(
    [...texts].map(([name, text]) => [
      name,
      { type: TYPES[path.extname(name)] ?? "", encoded: encodeText(text) },
    ]),
  );
  return {
    version,
    find: (name) => files.get(name) ?? null,
    path: (name) => `/assets/docs/${version}/${name}`,
  };
}
