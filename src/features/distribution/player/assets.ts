/** The player's scripts and styles and their versioned URLs, which browsers can cache forever. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Encoded, encodeText } from "../../../platform/http/encoding.ts";

const folder = path.join(import.meta.dirname, "browser");

/** A text without what is for readers of the sources: comments of whole lines, and indentation. */
function withoutComments(text: string): string {
  let isComment = false;
  const kept = text.split("\n").filter((line) => {
    const code = line.trim();
    // A type before an expression stays, with its expression.
    isComment ||= code.startsWith("/*") && (code.endsWith("*/") || !code.includes("*/"));
    const isLeftOut = isComment || code.startsWith("//");
    if (code.endsWith("*/")) isComment = false;
    return !isLeftOut;
  });
  return kept.map((line) => line.trimStart()).join("\n");
}

/** Contents by file name, a quarter smaller than the sources. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .sort()
    .map((name) => [name, withoutComments(readFileSync(path.join(folder, name), "utf8"))]),
);

/** The same in every encoding: compressing all of them takes some 60 ms at start. */
export const ASSETS: ReadonlyMap<string, Encoded> = new Map(
  [...SOURCES].map(([name, text]) => [name, encodeText(text)]),
);

export const ASSETS_VERSION = hash("sha256", [...SOURCES].flat().join("\n"), "hex").slice(0, 16);

/** The version is part of the path because modules import each other by relative names. */
export const assetPath = (name: string): string => `/assets/player/${ASSETS_VERSION}/${name}`;

/** The modules that `entry` imports, directly or through others, so that browsers fetch them all at once. */
export const modulePaths = (entry: string): string[] => MODULES.get(entry) ?? [];

const MODULES: ReadonlyMap<string, string[]> = new Map(
  ["embed.js", "site.js", "playbackform.js"].map((entry) => [
    entry,
    importedBy(entry).map(assetPath),
  ]),
);

function importedBy(entry: string, found = new Set<string>()): string[] {
  for (const [, name = ""] of (SOURCES.get(entry) ?? "").matchAll(/from "\.\/([\w-]+\.js)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    importedBy(name, found);
  }
  return [...found];
}
