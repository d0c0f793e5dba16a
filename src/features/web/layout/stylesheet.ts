/** The stylesheet of all pages and its URL; the URL changes with the content, so that browsers can cache it forever. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

export const STYLESHEET = readFileSync(path.join(import.meta.dirname, "longwave.css"), "utf8");
export const STYLESHEET_VERSION = hash("sha256", STYLESHEET, "hex").slice(0, 16);
export const STYLESHEET_PATH = "/assets/longwave.css";
