/** `npm run fuzz`: attacks its own server with requests made from `openapi.json` (CONTRIBUTING.md). */
import { writeFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { listenForStop } from "../../src/cli/signals.ts";
import { type Attack, confirmSlow, sendAll, sendBlock } from "./attack.ts";
import { caseOf, readCases } from "./cases.ts";
import { readDeadlocks } from "./deadlocks.ts";
import { operationsOf, readDescription } from "./description.ts";
import { reportOf } from "./report.ts";
import { startServer } from "./server.ts";
import { createTally } from "./tally.ts";
import { type Watch, watchOver } from "./watch.ts";
import { fillWorld, type World } from "./world/world.ts";

type Options = Readonly<{
  seed: number;
  requests: number;
  connections: number;
  only?: string;
  json?: string;
  log?: string;
}>;

function whole(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}

const command = new Command("fuzz")
  .option("--seed <number>", "requests are the same for the same seed", whole, Date.now() % 1e9)
  .option("--requests <number>", "how many", whole, 50_000)
  .option("--connections <number>", "how many send at once", whole, 8)
  .option("--only <text>", "only operations that hold this, such as “POST /v2/shows” or “/oauth2”")
  .option("--json <file>", "write the faults there, each with its case")
  .option("--log <file>", "append the server's log there")
  .action(async (options: Options) => {
    const stop = listenForStop();
    process.exitCode = (await run(options, stop.signal)) ? 0 : 1;
  });

const tell = (line: string) => process.stderr.write(`${line}\n`);

/** If threads wait this many times as long for a processor as they run, slow responses are the machine's fault. */
const STARVED = 0.25;

/** Runs the attack; returns whether no fault was found. */
async function run(options: Options, signal: AbortSignal): Promise<boolean> {
  const { seed, requests, connections, only = null } = options;
  tell(`Seed ${seed}, ${requests} requests.`);
  await using server = await startServer();
  const world = await fillWorld(server, seed);
  const operations = operationsOf(readDescription());
  const byName = new Map(operations.map((one) => [one.name, one]));
  const tally = createTally();
  const attack: Attack = {
    plan: { seed, operations, files: world.files, only },
    rendering: { pools: world.pools, host: server.host, credentials: world.credentials },
    checks: { markers: world.markers, operations: byName },
    note: world.note,
    tally,
    port: server.port,
    connections,
    slow: [],
  };
  const watch = watchOver(server, world, tally, options.log);
  const isAlive = () => server.ended() === null && !signal.aborted;
  const started = performance.now();
  await sendAll(attack, readCases());
  await sendBlocks(attack, world, watch, requests, isAlive);
  const seconds = (performance.now() - started) / 1000;
  const processor = await server.processor();
  if (server.ended() === null) {
    await confirmSlow(attack, processor.waited > processor.ran * STARVED);
    await watch.rest("end");
    await watch.look();
    await watch.conclude();
  } else tally.blame({ check: "the server ended", detail: server.ended() ?? "" }, null, null);
  const { memory, errors } = watch;
  const deadlocks = await readDeadlocks(server.dataDir);
  const measured = { seed, seconds, memory, slow: attack.slow, errors, processor, deadlocks };
  process.stdout.write(`${reportOf(tally, operations, attack.rendering, measured)}\n`);
  if (options.json !== undefined) writeFindings(options.json, attack);
  return tally.findings().length === 0 && !signal.aborted;
}

/** Number of requests between replenishing the records and checking the server. */
const BLOCK = 1000;
/** Share of the requests after which memory is first measured, and the most requests before that. */
const WARM_UP = { share: 0.2, most: 5000 };

async function sendBlocks(
  attack: Attack,
  world: World,
  watch: Watch,
  requests: number,
  isAlive: () => boolean,
): Promise<void> {
  const started = performance.now();
  const warmUp = Math.min(Math.ceil(requests * WARM_UP.share), WARM_UP.most);
  for (let from = 0; from < requests && isAlive(); ) {
    const to = Math.min(from + BLOCK, from < warmUp ? warmUp : requests);
    await sendBlock(attack, from, to, isAlive);
    if (!isAlive()) return;
    await watch.look();
    for (const refused of await world.replenish()) tell(`Not made anew: ${refused}`);
    if (to === warmUp) await watch.rest("start");
    const seconds = Math.round((performance.now() - started) / 1000);
    tell(`${to} requests, ${seconds} s, ${attack.tally.findings().length} kinds of fault`);
    from = to;
  }
}

function writeFindings(file: string, { tally }: Attack): void {
  const findings = tally.findings().map(({ request, ...rest }) => ({
    ...rest,
    ...(request === null
      ? {}
      : { kind: request.kind, changes: request.changes, case: caseOf(request, rest.check) }),
  }));
  writeFileSync(file, `${JSON.stringify(findings, null, 2)}\n`);
}

await command.parseAsync();
