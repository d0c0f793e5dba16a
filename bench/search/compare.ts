/** Sends the same plain words to Longwave and its rivals in one run. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { type Measured, median, number } from "./measure.ts";
import type { Kind } from "./queries.ts";
import { openFts5, openPlain, type Rival } from "./rivals.ts";
import { type Figures, figuresOf, type Sample, timed } from "./speed.ts";

/** Number of queries of each kind. */
const ASKED = 15;
const ROUNDS = 3;

/**
 * Builds a table: for each kind of plain words the median in ms (processor time in brackets), and its ratio to
 * Longwave's, by both measures. `keep`: a folder in which the rivals' data stays for the next run.
 */
export async function compare(
  client: pg.Client,
  kinds: readonly Kind[],
  size: number,
  mine: Measured,
  keep: string | undefined,
): Promise<string> {
  const folder = keep ?? (await mkdtemp(path.join(os.tmpdir(), "longwave-fts5-")));
  await mkdir(folder, { recursive: true });
  try {
    using fts5 = await openFts5(client, folder, size);
    const rivals: Rival[] = [await openPlain(client, size), fts5];
    const heads = rivals.map(({ name }) => `${name.padStart(16)}   times`).join("");
    const lines = [`${"p50 ms (processor)".padEnd(30)}        Longwave${heads}`];
    for (const { name, queries } of kinds) {
      const own = mine.find((one) => one.name === name)?.samples ?? [];
      const plain = queries
        .flatMap(({ words }, index) => (words === undefined ? [] : [{ words, own: own[index] }]))
        .slice(0, ASKED);
      if (plain.length === 0) continue;
      const ours = figuresOf(plain.flatMap((query) => query.own ?? []));
      const cells = [cell(ours)];
      for (const rival of rivals) {
        const theirs = await askRival(client, rival, plain);
        const times = [theirs.p50 / ours.p50, theirs.cpu50 / ours.cpu50];
        cells.push(
          cell(theirs),
          times
            .map((value) => value.toFixed(1))
            .join("/")
            .padStart(10),
        );
      }
      lines.push(`${name.padEnd(30)}${cells.join("")}`);
    }
    return lines.join("\n");
  } finally {
    if (keep === undefined) {
      await rm(folder, { recursive: true, force: true });
      await client.query("drop table if exists plain");
    }
  }
}

const cell = ({ p50, cpu50 }: Figures): string =>
  `${number(p50)}${`(${cpu50.toFixed(1)})`.padStart(8)}`;

async function askRival(
  client: pg.Client,
  rival: Rival,
  plain: readonly { words: readonly string[] }[],
): Promise<Figures> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const samples: Sample[] = [];
  for (const { words } of plain) {
    const runs: Sample[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      runs.push(await timed(words.join(" "), rows[0].pid, () => rival.ask(words)));
    samples.push(median(runs));
  }
  return figuresOf(samples);
}
