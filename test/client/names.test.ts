/** Tests that clients generated from openapi.json, ours and others', have names that a person would choose. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** Verbs with which operations begin. */
const VERBS =
  /^(add|append|authorize|block|cancel|check|clone|create|decide|delete|download|edit|export|follow|forecast|get|introspect|like|list|play|read|remove|reopen|report|retry|revoke|search|send|set|settle|suggest|suspend|test|rotate|replay|unblock|unsubscribe|unfollow|unlike|unsettle|unsuspend|update)[A-Z]/;

/** What generators make up where a name is missing or taken: numbers, underscores, words such as `Anonymous`. */
const MADE_UP = /_|\d{1,2}$|Inline|Anonymous|Object$|Lineitem|Api[A-Z]/;

/** `80` and `100` are percentages. */
const isFine = (name: string) => !MADE_UP.test(name) || /Budget(80|100)Event$/.test(name);

test("our client's operations are verbs with a noun, and its types nouns", async () => {
  const text = await readFile(path.join(ROOT, "clients/typescript/src/api.ts"), "utf8");
  const operations = namesIn(text, /^ {2}(\w+): \{ method:/gm);
  expect(operations.length).toBeGreaterThan(200);
  expect(
    operations.filter((name) => !VERBS.test(name) || !isFine(name.replace(/Mp3$/, ""))),
  ).toEqual([]);
  const types = namesIn(text, /^export type (\w+) =/gm);
  expect(types.length).toBeGreaterThan(150);
  expect(types.filter((name) => !/^[A-Z]/.test(name) || !isFine(name))).toEqual([]);
});

test("oazapfts finds the same names", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-names-"));
  const file = path.join(folder, "client.ts");
  const generator = path.join(ROOT, "node_modules/.bin/oazapfts");
  await promisify(execFile)(generator, [path.join(ROOT, "openapi.json"), file]);
  const text = await readFile(file, "utf8");
  await rm(folder, { recursive: true });
  const functions = namesIn(text, /^export function (\w+)/gm);
  expect(functions).toEqual(
    expect.arrayContaining(["createShow", "listShowEpisodes", "getEpisode"]),
  );
  expect(functions.filter((name) => !VERBS.test(name))).toEqual([]);
  const types = namesIn(text, /^export type (\w+)/gm);
  expect(types).toEqual(
    expect.arrayContaining(["Show", "Episode", "LineItem", "LineItemStatusEvent"]),
  );
  expect(types.filter((name) => !isFine(name))).toEqual([]);
});
