/** Reads our feeds with podcast-partytime, the parser of the Podcast Index. */
import { spawnSync } from "node:child_process";
import type { FeedObject } from "podcast-partytime";
import { expect } from "vitest";

/** A separate process, because it prints warnings to the standard output that tests use. */
const READ = `
import { readFileSync } from "node:fs";
import partytime from "podcast-partytime";
const pages = JSON.parse(readFileSync(0, "utf8"));
process.stderr.write(JSON.stringify(pages.map((xml) => partytime.parseFeed(xml))));
`;

/** A feed after a JSON round trip: dates are texts. */
export type Party = FeedObject;

/** Parses each document; fails on any warning. */
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
