/** Asks podcast-partytime, the reader of the Podcast Index, what it makes of feeds of ours. */
import { spawnSync } from "node:child_process";
import type { FeedObject } from "podcast-partytime";
import { expect } from "vitest";

/** A process of its own: what it minds it says on standard output, where the tests have their own. */
const READ = `
import { readFileSync } from "node:fs";
import partytime from "podcast-partytime";
const pages = JSON.parse(readFileSync(0, "utf8"));
process.stderr.write(JSON.stringify(pages.map((xml) => partytime.parseFeed(xml))));
`;

/** A feed after JSON: dates are texts. */
export type Party = FeedObject;

/** What it reads in each document; fails when it warns of anything. */
export function readByPartytime(pages: readonly string[]): Party[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", READ],
    {
      cwd: import.meta.dirname,
      input: JSON.stringify(pages),
      maxBuffer: 2 ** 28,
      encoding: "utf8",
    },
  );
  expect(stdout).toBe("");
  expect(status, stderr.slice(0, 2000)).toBe(0);
  return JSON.parse(stderr);
}
