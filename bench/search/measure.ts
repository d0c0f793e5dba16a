/** Sends every query of the mix to Longwave and measures it. */
import { buildApp } from "../../src/app/build.ts";
import type { OpenDeps } from "../../src/deps.ts";
import { hostileQueries, type Kind } from "./queries.ts";
import { type Figures, figuresOf, type Sample, timed } from "./speed.ts";

/** The samples are in the order of the kind's queries. */
export type Measured = { name: string; figures: Figures; samples: Sample[] }[];

/** Kinds that are not part of the mix. */
const DEEP = "offset 9,980";
export const HOSTILE = "whatever is typed";
export const SUGGEST = "suggestions while typing";

/** So often up to 20 queries of each kind are asked before any is measured. */
const WARM_UP = 8;

/** Repeats each query `rounds` times in a row; the median counts. */
export async function measureMine(
  deps: OpenDeps,
  kinds: readonly Kind[],
  rounds: number,
): Promise<Measured> {
  const app = await buildApp(deps);
  const { rows } = await deps.pool.query("select pg_backend_pid() as pid");
  const askOnce = (url: string) =>
    timed(url, rows[0].pid, async () => {
      const answer = await app.inject({ url });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    });
  const deep = {
    name: DEEP,
    queries: (kinds[3]?.queries ?? []).map(({ path: url }) => ({ path: `${url}&offset=9980` })),
  };
  const all: Kind[] = [...kinds, deep, { name: HOSTILE, queries: hostileQueries(kinds) }];
  // Plans, caches, compiled code: a server that has run for a while. V8 compiles the last functions after some thousand queries.
  for (let pass = 0; pass < WARM_UP; pass += 1)
    for (const { queries } of all)
      for (const { path: url } of queries.slice(0, 20)) await askOnce(url);
  const measured: Measured = [];
  for (const { name, queries } of all) {
    const samples: Sample[] = [];
    for (const { path: url } of queries) {
      const runs: Sample[] = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await askOnce(url));
      samples.push(median(runs));
    }
    measured.push({ name, samples, figures: figuresOf(samples) });
  }
  await app.close();
  return measured;
}

export const median = (runs: readonly Sample[]): Sample =>
  runs.toSorted((a, b) => a.wall - b.wall)[Math.floor(runs.length / 2)] as Sample;

export const number = (value: number): string => value.toFixed(1).padStart(8);

/** All kinds of the mix together. */
export const wholeMix = (measured: Measured): Figures =>
  figuresOf(
    measured
      .filter(({ name }) => ![DEEP, HOSTILE, SUGGEST].includes(name))
      .flatMap(({ samples }) => samples),
  );

/** `floor`: what a request costs that searches nothing. */
export function speedTable(measured: Measured, floor: Figures): string {
  const row = (name: string, { p50, p99, max, cpu50, cpu99, slowest }: Figures) =>
    `${name.padEnd(30)}${[p50, p99, max, cpu50, cpu99].map(number).join("")}  ${slowest.replace(/^\S*q=/, "").slice(0, 50)}`;
  return [
    `${"ms".padEnd(30)}     p50     p99     max cpu p50 cpu p99  slowest`,
    ...measured.map(({ name, figures }) => row(name, figures)),
    row("the whole mix", wholeMix(measured)),
    row("no search: the floor", floor),
  ].join("\n");
}
