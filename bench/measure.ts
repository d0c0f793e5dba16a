/** Measures one scenario: Longwave and the bare server alternate, so that both meet the same noise. */
import { CONNECTIONS, type OpenDeps } from "../src/deps.ts";
import { type Answer, ask, type BenchRequest } from "./exchange.ts";
import { insertsPerSecond, withFloor, withoutTriggers } from "./floor.ts";
import type { Figures } from "./load.ts";
import {
  type Generator,
  type Longwave,
  type Server,
  startBare,
  startInserter,
} from "./processes.ts";
import { median, ratiosOf, type Spread, spreadOf } from "./rows.ts";
import type { Scenario } from "./scenarios.ts";
import { cpuOf, memoryOf } from "./usage.ts";

export type Effort = Readonly<{ rounds: number; seconds: number; connections: number }>;

/** Medians over the rounds. `ratio`: Longwave's requests per second over the bare server's, by round. */
export type Result = Readonly<{
  scenario: string;
  title: string;
  /** The least ratio to the bare server, or to the floor of writes. */
  aim: number;
  /** Average size of the body in bytes. */
  bytes: number;
  longwave: Figures;
  bare: Figures;
  ratio: number;
  /** Over the rounds; of writes, `ratio` is that to the floor of the same round. */
  spread: Readonly<{ ratio: Spread; perSecond: Spread }>;
  /** Longwave's own processor time per request in µs, and its resident memory at the end in MiB. */
  processor: number;
  memory: number;
  /** Of writes; else null. */
  limits: Limits | null;
}>;

/**
 * By round: bare inserts that PostgreSQL commits per second, the same behind a bare server, and what Longwave answers if
 * nothing follows from a show.
 */
type Limits = Readonly<{
  floor: readonly number[];
  inserter: readonly Figures[];
  plain: readonly Figures[];
}>;

/** Time until V8 has compiled the hot code. */
const WARM_UP_SECONDS = 3;

export async function measure(
  scenario: Scenario,
  deps: OpenDeps,
  longwave: Longwave,
  generator: Generator,
  { rounds, seconds, connections }: Effort,
): Promise<Result> {
  const { name, title, status, aim } = scenario;
  const requests = await scenario.prepare(deps, longwave.url);
  const answers = await askAll(longwave, requests, status);
  await using bare = await startBare(requests, answers);
  await requireSameBytes(bare, requests, answers);
  const drive = ({ url }: Server, duration: number) =>
    generator.drive({ url, requests, status, connections, seconds: duration });
  await drive(longwave, WARM_UP_SECONDS);
  await drive(bare, WARM_UP_SECONDS);
  const pairs: { longwave: Figures; bare: Figures }[] = [];
  const processor: number[] = [];
  const floor: number[] = [];
  const inserter: Figures[] = [];
  const plain: Figures[] = [];
  /** One after the other; the first two insert into an empty table, without Longwave. */
  const driveLimits = async (answer: Answer) => {
    const { target } = deps;
    floor.push(
      await withFloor(target, (insert) =>
        insertsPerSecond(target, insert, { connections, seconds }),
      ),
    );
    inserter.push(
      await withFloor(target, async () => {
        await using server = await startInserter({ target, connections: CONNECTIONS }, answer);
        await drive(server, WARM_UP_SECONDS);
        return await drive(server, seconds);
      }),
    );
    plain.push(await withoutTriggers(deps.pool, () => drive(longwave, seconds)));
  };
  for (let round = 0; round < rounds; round += 1) {
    const before = await cpuOf(longwave.pid);
    const figures = await drive(longwave, seconds);
    processor.push(((await cpuOf(longwave.pid)) - before) / (figures.perSecond * seconds));
    pairs.push({ longwave: figures, bare: await drive(bare, seconds) });
    const [answer] = answers;
    if (scenario.writes && answer !== undefined) await driveLimits(answer);
  }
  const rates = pairs.map((pair) => pair.longwave.perSecond);
  const ratio = ratiosOf(
    rates,
    pairs.map((pair) => pair.bare.perSecond),
  );
  const toPeer = scenario.writes ? ratiosOf(rates, floor) : ratio;
  return {
    scenario: name,
    title,
    aim,
    bytes: Math.round(answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length),
    longwave: medians(pairs.map((pair) => pair.longwave)),
    bare: medians(pairs.map((pair) => pair.bare)),
    ratio: ratio.median,
    spread: { ratio: toPeer, perSecond: spreadOf(rates) },
    processor: median(processor),
    memory: await memoryOf(longwave.pid),
    limits: scenario.writes ? { floor, inserter, plain } : null,
  };
}

async function askAll({ url }: Server, requests: readonly BenchRequest[], status: number) {
  const answers: Answer[] = [];
  for (const request of requests) {
    const answer = await ask(url, request);
    if (answer.status !== status)
      throw new Error(`${request.method} ${request.path} answers ${answer.status}: ${answer.body}`);
    answers.push(answer);
  }
  if (answers.length === 0) throw new Error("The data holds nothing to ask for.");
  return answers;
}

/** Checks that the bare server sends the same bytes. If requests share a path, the last response counts for all. */
async function requireSameBytes(
  bare: Server,
  requests: readonly BenchRequest[],
  answers: readonly Answer[],
): Promise<void> {
  const known = new Map(requests.map((request, index) => [request.path, answers[index]]));
  for (const request of requests.slice(0, 10)) {
    const expected = JSON.stringify(known.get(request.path));
    if (JSON.stringify(await ask(bare.url, request)) !== expected)
      throw new Error(`The bare server answers ${request.path} with other bytes than Longwave.`);
  }
}

const medians = (rounds: readonly Figures[]): Figures => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  busy: median(rounds.map(({ busy }) => busy)),
});
