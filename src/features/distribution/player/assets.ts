/** The player's scripts and styles and their versioned URLs, which browsers can cache forever. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "browser");

/** Contents by file name. */
export const ASSETS: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .sort()
    .map((name) => [name, readFileSync(path.join(folder, name), "utf8")]),
);

export const ASSETS_VERSION = hash("sha256", [...ASSETS].flat().join("\n"), "hex").slice(0, 16);

/** The version is part of the path because modules import each other by relative names. */
export const assetPath = (name: string): string => `/assets/player/${ASSETS_VERSION}/${name}`;
