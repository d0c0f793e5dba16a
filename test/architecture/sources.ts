/** The files of `src` and what they import, and their syntax trees, for the tests of this folder. */
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { type Node, type Program, parse } from "acorn";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export type Source = Readonly<{ file: string; text: string; imports: readonly string[] }>;

/** All files of `src` but tests. */
export const SOURCES: readonly Source[] = globSync("src/**/*.ts", { cwd: ROOT })
  .filter((file) => !file.endsWith(".test.ts"))
  .sort()
  .map((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    const imports = [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*"(\.[^"]+)"/gm)];
    return { file, text, imports: imports.map(([, to = ""]) => path.join(file, "..", to)) };
  });

/** Every finding of `check` in `SOURCES`. */
export const findings = (check: (source: Source) => string[]): string[] => SOURCES.flatMap(check);

/** The syntax tree of a file. Positions are those of its text, because types are replaced by spaces. */
export const treeOf = ({ text }: Pick<Source, "text">): Program =>
  parse(stripTypeScriptTypes(text), {
    ecmaVersion: "latest",
    sourceType: "module",
    allowHashBang: true,
  });

/** The text of a node and the line on which it begins. */
export const quote = ({ file, text }: Source, { start, end }: Node): string =>
  `${file}:${text.slice(0, start).split("\n").length} ${text.slice(start, end).slice(0, 60).replace(/\s+/g, " ")}`;

/** `src/features/<wing>/<feature>/…` */
export const featureOf = (file: string): string | undefined =>
  /^src\/features\/[^/]+\/([^/]+)\//.exec(file)?.[1];
