/** Builds `dist/` for the npm package, `npm pack`: Node strips types everywhere except below `node_modules`. */
import { cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TARGET = path.join(ROOT, "dist");

/** What is read while Longwave runs, at the same places below `dist/` as in a clone. */
const PROGRAMS = ["src/**/*.ts", "clients/typescript/src/**/*.ts"];
const DATA = [
  "package.json",
  "src/**/*.{js,json,css}",
  "db/{functions,migrations,reference}/**/*",
  "docs/**/*.md",
];

/** Specifiers of imports, and the files of worker threads and processes: relative paths in quotes. */
const OWN_PATH = /"(\.{1,2}\/[\w./-]+)\.ts"/g;

/** Types become spaces, so that stack traces name the lines of the sources. */
const compiled = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(OWN_PATH, '"$1.js"');

async function build(): Promise<void> {
  await rm(TARGET, { recursive: true, force: true });
  const isDevelopment = (file: string) => /\.(test|d)\.ts$/.test(file);
  for await (const file of glob(PROGRAMS, { cwd: ROOT, exclude: isDevelopment }))
    await put(
      file.replace(/\.ts$/, ".js"),
      compiled(await readFile(path.join(ROOT, file), "utf8")),
    );
  for await (const entry of glob(DATA, { cwd: ROOT, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    await cp(file, path.join(TARGET, path.relative(ROOT, file)));
  }
}

async function put(file: string, text: string): Promise<void> {
  const place = path.join(TARGET, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, text);
}

await build();
