/** Tests that every regular expression of the source runs in linear time on any text. */
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { parse } from "acorn";
import { full } from "acorn-walk";
import { check } from "recheck";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Expressions built at run time, with the reason why their input is bounded. */
const MADE_AT_RUN_TIME = {
  "src/config.ts": "tries the operator's own patterns at start",
  "src/features/measurement/counting/agents/lists.ts":
    "user agents are cut to 500 characters before",
};

type Found = { place: string; pattern: string; flags: string };

const found: Found[] = [];
const made = new Set<string>();
for (const file of globSync("src/**/*.{ts,js}", { cwd: ROOT }).sort()) {
  if (file.endsWith(".test.ts")) continue;
  const code = stripTypeScriptTypes(readFileSync(path.join(ROOT, file), "utf8"));
  const tree = parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true });
  full(tree, (node) => {
    if (node.type === "Literal" && "regex" in node && node.regex)
      found.push({ place: `${file}:${node.loc?.start.line}`, ...node.regex });
    if (node.type !== "NewExpression" && node.type !== "CallExpression") return;
    const { callee } = node as unknown as { callee: { name?: string } };
    if (callee.name === "RegExp") made.add(file);
  });
}

/** Without `*`, `+` or `{n,}` outside escapes and classes, an expression only examines a bounded piece of text. */
const isUnbounded = ({ pattern }: Found) =>
  /[*+]|\{\d+,\}/.test(pattern.replace(/\\./gs, "").replace(/\[[^\]]*\]/g, ""));

test("expressions are literals, so that they can be checked", () => {
  expect(found.length).toBeGreaterThan(200);
  expect([...made].sort()).toEqual(Object.keys(MADE_AT_RUN_TIME).sort());
});

test("no expression takes more than linear time by backtracking", {
  timeout: 600_000,
}, async () => {
  const verdicts = new Map<string, Promise<string>>();
  const verdictOf = async ({ pattern, flags }: Found) => {
    const verdict = await check(pattern, flags, { timeout: 60_000 });
    return verdict.status === "vulnerable" ? verdict.complexity.summary : verdict.status;
  };
  const bad: string[] = [];
  for (const one of found.filter(isUnbounded)) {
    const key = `/${one.pattern}/${one.flags}`;
    const verdict = verdicts.get(key) ?? verdictOf(one);
    verdicts.set(key, verdict);
    if ((await verdict) !== "safe") bad.push(`${one.place} ${key}: ${await verdict}`);
  }
  expect(bad).toEqual([]);
});

test("the check finds violations", async () => {
  for (const pattern of ["^Bearer(?: +(.*?))? *$", "/+$", "(a+)+$"])
    expect((await check(pattern, "i", { timeout: 60_000 })).status, pattern).toBe("vulnerable");
});
