/** Reads the command blocks of Markdown documents. */
import { readFile } from "node:fs/promises";

/** A fenced block; `line`: of its first line, from 1. */
export type Block = { language: string; text: string; line: number };

/** The fenced blocks of a document, in their order. */
export async function blocksOf(file: string): Promise<Block[]> {
  const source = await readFile(file, "utf8");
  return [...source.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
    line: source.slice(0, match.index).split("\n").length + 1,
  }));
}

/** Variables may stand before a command. */
const COMMAND = /^(?:[A-Z_]+=\S+ )*(npx|npm|longwave|curl|docker|systemctl|sudo|apt-get) /m;

/** Commands in a block that is not labelled as such, so that nothing would run it. */
export const isUnlabelledCommand = ({ language, text }: Block): boolean =>
  language === "" && COMMAND.test(text);
