/** Keeps texts in plain present-day English: what the API, the docs, the commands and the files say. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Turns that have to be read twice. Extend the list in the open. */
const BANNED: readonly RegExp[] = [
  /^(Who|Whom|Whose|Whoever|What|Of what|To whom)\b[^?]*$/,
  /\b(what|that|which|who) (stands|lies) (at|in|under|there|here)\b/i,
  /\b(is|are|was|be) told\b/i,
  /\btells (of|who|what|whether|how|when)\b/i,
  /\breckon/i,
  /\bat hand\b/i,
  /\banew\b/i,
  /\bwho(ever)? is not an? [\w ]+ (proves|may)\b/i,
  /\bwhereupon\b|\bthereof\b|\bhereby\b|\bhenceforth\b/i,
  /\bthe (quick )?lane\b|\bthe urn\b|\bthe door\b/i,
];

const offences = (place: string, text: string): string[] =>
  text
    .split("\n")
    .filter((line) => BANNED.some((turn) => turn.test(line.trim())))
    .map((line) => `${place}: ${line.trim()}`);

/** Every `summary` and `description` below `value`, with the path to it. */
function texts(value: unknown, place = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]): [string, string][] =>
    (key === "summary" || key === "description") && typeof one === "string"
      ? [[`${place}/${key}`, one]]
      : texts(one, `${place}/${key}`),
  );
}

const document = JSON.parse(read("openapi.json")) as {
  paths: Record<string, Record<string, { summary: string; operationId: string }>>;
};

test("the API describes itself in plain English", () => {
  expect(texts(document).flatMap(([place, text]) => offences(place, text))).toEqual([]);
});

test("summaries are imperative phrases in sentence case", () => {
  const bad = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ summary }) => summary)
    .filter(
      (summary) =>
        !/^[A-Z][a-z]+ \S/.test(summary) ||
        summary.endsWith(".") ||
        /^(The|A|An|Who|What|Whom|Of|On|Again|All|Every)\b/.test(summary),
    );
  expect(bad).toEqual([]);
});

test("pages speak plain English", async () => {
  const files = globSync("src/features/**/words/**/en.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const bad: string[] = [];
  for (const file of files) {
    const { en } = (await import(path.join(root, file))) as { en: Record<string, unknown> };
    for (const [key, text] of Object.entries(en))
      bad.push(...offences(`${file}: ${key}`, JSON.stringify(text)));
  }
  expect(bad).toEqual([]);
});

test("the docs are in plain English", () => {
  const files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
  const docs = [...files, ...globSync("docs/**/*.md", { cwd: root })];
  expect(docs.flatMap((file) => offences(file, read(file)))).toEqual([]);
});

test("each file opens with a sentence in plain English", () => {
  const bad = globSync("src/**/*.ts", { cwd: root }).flatMap((file) => {
    const opener = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(read(file))?.[1] ?? "";
    return offences(file, opener.replace(/\s*\n\s*\*\s*/g, " ").trim());
  });
  expect(bad).toEqual([]);
});

/** Words that \`docs/glossary.md\` replaces, in the camel case of names. */
const REPLACED =
  /(^|[a-z])(Door|Lane|Urn|Viewer|Culture|Told|Said|Heard|Asked|Parcel|Partners|Opportunity|Wish|Shelf|Luck|Anew)(s?$|s?[A-Z])|^(told|heard|hang|lead|say|tell)[A-Z]/;

test("exported names use the words of the glossary", () => {
  const bad = globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith("db/rows.ts")) // named after the tables
    .flatMap((file) =>
      [
        ...read(file).matchAll(
          /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm,
        ),
      ]
        .map(([, name = ""]) => name)
        .filter((name) => REPLACED.test(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(bad).toEqual([]);
});
