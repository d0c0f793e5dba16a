/** `npm run bench -- crew`: what a server of several processes serves, beside a server of one (docs/benchmarks.md). */
import { readFile } from "node:fs/promises";
import os from "node:os";
import { parseArgs } from "node:util";
import type { BenchRequest } from "./exchange.ts";
import type { Figures } from "./load.ts";
import { startGenerator, startLongwave } from "./processes.ts";
import { makeRow, median, reportRows, spreadOf } from "./rows.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    mix: { type: "string", default: "pages" },
    processes: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "32" },
    help: { type: "boolean" },
  },
});
const HELP = `node bench/crew.ts --data <folder> [--mix pages|api] [--processes 2] [--rounds 3] [--seconds 8] [--connections 32]

Asks a server on the folder (of \`longwave demo\`; no other server may use it) for pages or API responses, first of one process, then of
several, in turns. Generator and PostgreSQL share the machine.
`;

const WORDS = ["water", "night", "history", "city", "music", "science", "garden", "radio"];
/** What is asked for: pages, most of whose work is PostgreSQL's, or responses that processes keep. */
const MIXES = {
  pages: ["/", "/popular", ...WORDS.map((word) => `/search?q=${word}`)],
  api: [1, 2, 3, 4].flatMap((id) => [`/v2/shows/${id}`, `/v2/shows/${id}/episodes?limit=50`]),
} as const;
const requestsOf = (mix: keyof typeof MIXES): BenchRequest[] =>
  MIXES[mix].map((path) => ({ method: "GET", path, headers: {} }));

type Round = Figures & { processor: number };

async function measure(dataDir: string, processes: number): Promise<Round> {
  await using longwave = await startLongwave(dataDir, null, {}, ["--processes", String(processes)]);
  await using generator = startGenerator();
  const round = {
    url: longwave.url,
    requests: requestsOf(values.mix === "api" ? "api" : "pages"),
    status: 200,
    connections: Number(values.connections),
  };
  await generator.drive({ ...round, seconds: Number(values.seconds) });
  const before = await secondsOf(longwave.pid);
  const figures = await generator.drive({ ...round, seconds: Number(values.seconds) });
  const used = (await secondsOf(longwave.pid)) - before;
  return { ...figures, processor: used / Number(values.seconds) };
}

/** Processor time of a process and its children, without PostgreSQL, which is no child of them, s. */
async function secondsOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const pids = [pid, ...children.trim().split(" ").filter(Boolean).map(Number)];
  const each = await Promise.all(
    pids.map(async (one) => {
      const fields = (await readFile(`/proc/${one}/stat`, "utf8"))
        .replace(/^.*\) /s, "")
        .split(" ");
      const name = await readFile(`/proc/${one}/comm`, "utf8");
      return name.startsWith("postgres") ? 0 : (Number(fields[11]) + Number(fields[12])) / 100;
    }),
  );
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

if (values.help || values.data === undefined) {
  process.stdout.write(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  const many = Number(values.processes);
  const rounds: { one: Round; many: Round }[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    rounds.push({ one: await measure(values.data, 1), many: await measure(values.data, many) });
  process.stdout.write(
    "processes    per s  p50 ms  p99 ms  errors  cores of Longwave  of generator\n",
  );
  for (const [name, all] of [
    ["1", rounds.map(({ one }) => one)],
    [String(many), rounds.map(({ many }) => many)],
  ] as const) {
    const of = (read: (round: Round) => number, digits: number) =>
      median(all.map(read)).toFixed(digits);
    process.stdout.write(
      `${name.padStart(9)}  ${of((r) => r.perSecond, 1).padStart(7)}  ${of((r) => r.p50, 0).padStart(6)}  ${of((r) => r.p99, 0).padStart(6)}  ${String(all.reduce((sum, { errors }) => sum + errors, 0)).padStart(6)}  ${of((r) => r.processor, 2).padStart(17)}  ${of((r) => r.busy, 2).padStart(12)}\n`,
    );
  }
  const several = rounds.map(({ many }) => many);
  const rates = several.map(({ perSecond }) => perSecond);
  const ratios = rounds.map(({ one, many }) => many.perSecond / one.perSecond);
  process.stdout.write(
    `ratio ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})\n`,
  );
  const of = (read: (round: Round) => number) => median(several.map(read));
  reportRows([
    makeRow({
      name: `crew: ${many} processes, ${values.mix}`,
      peer: "one process",
      ratio: spreadOf(ratios),
      figure: spreadOf(rates),
      unit: "per s",
      better: "more",
      // On two cores, PostgreSQL and the generator already use the other one.
      aim: os.availableParallelism() > 2 ? { of: "ratio", value: 1.7 } : null,
      processor: of(({ processor, perSecond }) => (processor * 1e6) / perSecond),
      p50: of(({ p50 }) => p50),
      p99: of(({ p99 }) => p99),
      errors: several.reduce((sum, { errors }) => sum + errors, 0),
    }),
  ]);
}
