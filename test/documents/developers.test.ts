/** The commands that developers find in the documents: each exists and knows its options, and `.ci/run` runs what it should. */
import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { OTHERS } from "../../bench/others.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FILES = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: ROOT })];

/** What takes long, needs an idle machine, or changes files: `.ci/run` does not run it, and CONTRIBUTING says so. */
const LEFT_OUT = ["format", "examples", "pictures", "bench", "soak", "test:hostile", "test:faults"];
/** Checked by `fresh`. */
const INSTEAD: Readonly<Record<string, string>> = { generate: "fresh" };

type Command = Readonly<{ where: string; program: string; args: readonly string[] }>;

/** `npm run …` and `node bench/…` in blocks and within lines; two spaces end a command that is explained. */
const COMMAND =
  /(?:npm run ([a-z:]+)(?: -- ([^`\n]*?))?|node (bench\/[\w/]+\.ts) ?([^`\n]*?))(?= {2}|`|$)/gm;

async function scripts(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8")).scripts;
}

async function commandsOf(file: string): Promise<Command[]> {
  const text = await readFile(path.join(ROOT, file), "utf8");
  return [...text.matchAll(COMMAND)].map(([all, script, rest, program, options]) => ({
    where: `${file}: ${all}`,
    program: program ?? script ?? "",
    args: (rest ?? options ?? "").split(" ").filter((word) => word !== ""),
  }));
}

const all = (await Promise.all(FILES.map(commandsOf))).flat();

test("scripts that documents name are there", async () => {
  const known = await scripts();
  const named = all.filter(({ program }) => !program.startsWith("bench/"));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ program }) => !(program in known))).toEqual([]);
});

test("each script of CONTRIBUTING is run by .ci/run, or left out and said to be", async () => {
  const ci = await readFile(path.join(ROOT, ".ci/run"), "utf8");
  const named = all
    .filter(({ where }) => where.startsWith("CONTRIBUTING.md"))
    .map(({ program }) => program);
  const isRun = (script: string) =>
    new RegExp(`^[^#]*npm run ${INSTEAD[script] ?? script}\\b(?!:)`, "m").test(ci);
  const missing = [...new Set(named)].filter((script) => !isRun(script));
  expect(missing.toSorted()).toEqual(LEFT_OUT.toSorted());
});

/** The file of a benchmark or a script whose options its help lists; null for what has no options of its own. */
async function programOf({ program, args }: Command): Promise<string | null> {
  if (program.startsWith("bench/")) return program;
  const name = args[0] ?? "";
  if (program === "bench") return name in OTHERS ? `bench/${name}.ts` : "bench/run.ts";
  const file = /^node (\S+\.ts)$/.exec((await scripts())[program] ?? "")?.[1];
  return file !== undefined && ["fuzz", "soak"].includes(program) ? file : null;
}

test("options that documents name are in the help of their command", {
  timeout: 60_000,
}, async () => {
  const helps = new Map<string, string>();
  const unknown: string[] = [];
  for (const command of all) {
    const file = await programOf(command);
    const options = command.args.filter((word) => /^--[a-z]/.test(word) && word !== "--help");
    if (file === null) continue;
    expect(existsSync(path.join(ROOT, file)), command.where).toBe(true);
    if (options.length === 0) continue;
    const help = helps.get(file) ?? (await helpOf(file));
    helps.set(file, help);
    for (const option of options)
      if (!help.includes(`${option.replace(/=.*/, "")}`))
        unknown.push(`${command.where} (${option})`);
  }
  expect(helps.size).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});

async function helpOf(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [file, "--help"], { cwd: ROOT });
  return stdout;
}

test("what docs/benchmarks.md begins with are benchmarks", async () => {
  const text = await readFile(path.join(ROOT, "docs/benchmarks.md"), "utf8");
  const [, list = ""] = /others like it:([^(]*?)\nnpm run/.exec(text) ?? [];
  const names = list.match(/[a-z]+/g) ?? [];
  expect(names.length).toBeGreaterThan(6);
  expect(names.filter((name) => !(name in OTHERS))).toEqual([]);
});
