/** Reads the vendored lists of user agents and referrers (db/reference/useragents has their sources and licences). */
import { readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.resolve(import.meta.dirname, "../../../../../db/reference/useragents");

type Listed = Readonly<{
  entries: readonly { name: string; pattern: string; category?: string }[];
}>;

const read = (file: string) => JSON.parse(readFileSync(path.join(FOLDER, file), "utf8"));

/** A list of the Open Podcast Analytics Working Group. Not imported: an imported list would stay in memory as a whole. */
export const readList = (
  name: "apps" | "bots" | "browsers" | "devices" | "libraries" | "referrers",
): Listed => read(`opawg-v2/${name}.json`);

/** The patterns of crawlers; each comes with examples, which only its test needs. */
export const readCrawlers = (): readonly { pattern: string }[] => read("crawler-user-agents.json");
