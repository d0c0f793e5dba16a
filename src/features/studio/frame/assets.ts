/** The studio's scripts and stylesheet, and the libraries of its scripts, at versioned URLs that browsers cache forever. */
import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Encoded, encodeText } from "../../../platform/http/encoding.ts";
import { type Html, html } from "../../../platform/http/html.ts";

const WING = path.join(import.meta.dirname, "..");

/**
 * Libraries for browsers, by the name that modules import: `../../frame/vendor/<name>`, with its types in
 * `frame/vendor/<name>.d.ts`. For example "preact.js": "htm/preact/standalone.module.js".
 */
const LIBRARIES: Readonly<Record<string, string>> = {
  "tus.js": "tus-js-client/dist/tus.min.js",
};

/** Every feature's own files, by their place in the wing: `charts/browser/cursor.js`. Their URLs mirror the folders. */
const own = globSync("*/browser/*.{js,css}", { cwd: WING })
  .map((file) => file.split(path.sep).join("/"))
  .sort()
  .map((file) => [file, path.join(WING, file)] as const);

const libraries = Object.entries(LIBRARIES).map(
  ([name, module]) =>
    [`frame/vendor/${name}`, createRequire(import.meta.url).resolve(module)] as const,
);

const texts = [...own, ...libraries].map(
  ([file, source]) => [file, readFileSync(source, "utf8")] as const,
);

/** Contents by place. */
export const ASSETS: ReadonlyMap<string, Encoded> = new Map(
  texts.map(([file, text]) => [file, encodeText(text)]),
);

export const ASSETS_VERSION = hash("sha256", texts.flat().join("\n"), "hex").slice(0, 16);

/** The URL of a file of the wing. The version is in the path because modules import each other by relative names. */
const assetPath = (file: string): string => `/assets/studio/${ASSETS_VERSION}/${file}`;

/** Loads a module, which improves a page that works without it: `script("charts/browser/cursor.js")`. */
export const script = (file: string): Html =>
  html`<script type="module" src="${assetPath(file)}"></script>`;

/** Links a stylesheet of the wing. */
export const stylesheet = (file: string): Html =>
  html`<link rel="stylesheet" href="${assetPath(file)}">`;

/** Reloads a page in progress: by the script, or without scripts by the browser. */
export const keepLooking = (): Html =>
  html`<noscript><meta http-equiv="refresh" content="3"></noscript>${script("frame/browser/live.js")}`;
