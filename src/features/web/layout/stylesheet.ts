/** The stylesheet of all pages and its URL; the URL changes with the content, so that browsers can cache it forever. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Encoded, encodeText } from "../../../platform/http/encoding.ts";
import { FONT_RULES } from "./fonts.ts";

/** The sources in their order: later ones refine earlier ones. */
const SOURCES = [
  "tokens",
  "base",
  "frame",
  "forms",
  "components",
  "settings",
  "content",
  "firstrun",
  "specimen",
  "print",
];

const read = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, "styles", `${name}.css`), "utf8");

/** Comments and indentation are for readers of the sources. */
const text = [FONT_RULES, ...SOURCES.map(read)]
  .join("\n")
  .split("/*")
  .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("*/") + 2)))
  .join("")
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "")
  .join("\n");

export const STYLESHEET: Encoded = encodeText(text);
export const STYLESHEET_VERSION = hash("sha256", text, "hex").slice(0, 16);
export const STYLESHEET_PATH = "/assets/longwave.css";
