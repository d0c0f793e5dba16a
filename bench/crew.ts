/** `npm run bench -- crew`: what a server of several processes serves, beside a server of one (docs/benchmarks.md). */
import { parseArgs } from "node:util";
import { MIXES, type Mix, openMix, requireStatus } from "./crew/mixes.ts";
import { coresBetween, readProcessor } from "./crew/processor.ts";
import { crewRow, crewTable, type Pair, type Round } from "./crew/report.ts";
import { shareOut } from "./crew/share.ts";
import { startGenerator, startLongwave } from "./processes.ts";
import { reportRows } from "./rows.ts";
import { hasWrk, startWrk } from "./wrk.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    mix: { type: "string", default: "pages" },
    generator: { type: "string" },
    processes: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "32" },
    share: { type: "string", default: "100" },
    help: { type: "boolean" },
  },
});
const HELP = `node bench/crew.ts --data <folder> [--mix pages|api|media] [--generator wrk|node] [--processes 2] [--rounds 3]
    [--seconds 8] [--connections 32] [--share 100]

Asks a server on the folder (of \`longwave demo\`; no other server may use it) for pages or API responses, or a server on a
folder of its own for ranges of a recording (media, without --data), first of one process, then of several, in turns.
Generator and PostgreSQL share the machine. The generator is wrk if it is installed, which takes little of it. With a --share,
each process runs for so many percent of the time, one after the other, so that two fit into two cores beside the rest.
`;

async function measure(mix: Mix, processes: number): Promise<Round> {
  const options = ["--processes", String(processes)];
  await using longwave = await startLongwave(mix.dataDir, null, {}, options);
  await requireStatus(longwave.url, mix);
  await using generator = generatorName === "wrk" ? await startWrk() : startGenerator();
  const seconds = Number(values.seconds);
  const { requests, status } = mix;
  const connections = Number(values.connections);
  const round = { url: longwave.url, requests, status, connections, seconds };
  await generator.drive(round);
  using _share = await shareOut(longwave.pid, processes, share);
  const before = await readProcessor(longwave.pid, mix.dataDir);
  const start = performance.now();
  const figures = await generator.drive(round);
  const elapsed = (performance.now() - start) / 1000;
  const after = await readProcessor(longwave.pid, mix.dataDir);
  return { figures, cores: coresBetween(before, after, elapsed) };
}

const generatorName = values.generator ?? (hasWrk() ? "wrk" : "node");
const share = Number(values.share) / 100;
const mixName = MIXES.find((name) => name === values.mix);
const isAsked =
  !values.help &&
  mixName !== undefined &&
  ["wrk", "node"].includes(generatorName) &&
  share > 0 &&
  share <= 1;
await using mix = isAsked ? await openMix(mixName, values.data ?? null) : null;

if (mix === null) {
  process.stdout.write(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  const processes = Number(values.processes);
  const pairs: Pair[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    pairs.push({ one: await measure(mix, 1), many: await measure(mix, processes) });
  process.stdout.write(`${crewTable(pairs, processes)}\n`);
  reportRows([crewRow(pairs, { processes, mix: values.mix, share })]);
}
