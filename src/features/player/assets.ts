/** The player's scripts and style, and their address: a new text has a new one, so browsers keep it. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "browser");

/** File name → text. */
export const ASSETS: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .sort()
    .map((name) => [name, readFileSync(path.join(folder, name), "utf8")]),
);

export const ASSETS_VERSION = hash("sha256", [...ASSETS].flat().join("\n"), "hex").slice(0, 16);

/** Modules import each other by relative names, so the version stands in the path. */
export const assetPath = (name: string): string => `/assets/player/${ASSETS_VERSION}/${name}`;
