/** Sends the requests of a plan over several connections at once, and checks every response. */
import { type Checks, faultsOf, SLOW_MS } from "./checks.ts";
import { type Plan, requestOf } from "./plan.ts";
import { type Rendering, render } from "./render.ts";
import type { FuzzRequest } from "./request.ts";
import type { Tally } from "./tally.ts";
import { type Answer, type Connection, createConnection } from "./wire.ts";

export type Attack = Readonly<{
  plan: Plan;
  rendering: Rendering;
  checks: Checks;
  tally: Tally;
  port: number;
  /** Number of concurrent connections. */
  connections: number;
  /** Called with every response. */
  note(request: FuzzRequest, answer: Answer): void;
  /** Requests with slow responses, to be repeated when nothing else runs. */
  slow: FuzzRequest[];
}>;

/** Sends the plan's requests in [from, to). Ends early when `alive` returns false. */
export async function sendBlock(attack: Attack, from: number, to: number, alive: () => boolean) {
  let next = from;
  const work = async () => {
    const connection = createConnection(attack.port);
    while (next < to && alive()) {
      const request = requestOf(attack.plan, next++);
      if (request !== null) await sendOne(attack, connection, request);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: attack.connections }, work));
}

/** Sends the given requests one after another. */
export async function sendAll(attack: Attack, requests: readonly FuzzRequest[]): Promise<void> {
  const connection = createConnection(attack.port);
  for (const request of requests) await sendOne(attack, connection, request);
  connection.close();
}

async function sendOne(
  attack: Attack,
  connection: Connection,
  request: FuzzRequest,
): Promise<void> {
  const { checks, tally, rendering, slow } = attack;
  const { answers, fault } = await connection
    .exchange(render(request, rendering))
    .catch((error: Error) => ({ answers: [], fault: `no connection: ${error.message}` }));
  tally.count(request, answers);
  if (fault !== null)
    tally.blame({ check: "no whole answer", detail: fault }, request, answers[0] ?? null);
  for (const answer of answers) {
    attack.note(request, answer);
    for (const found of faultsOf(checks, request, answer))
      if (found.check === "slow") slow.push(request);
      else tally.blame(found, request, answer);
  }
}

/** A slow request is a fault if it is slow this many more times when repeated alone. */
const TRIES = 3;
/** A higher share of slow responses is a fault even if they are fast alone. */
const SLOW_SHARE = 0.001;

/** Kinds of slow requests that are repeated alone, at most: a busy machine causes hundreds. */
const MOST_CONFIRMED = 200;
/** Tolerance factor for response times on a machine whose processors are busy with other work. */
const STARVED_FACTOR = 3;

/**
 * Repeats slow requests alone and reports those that stay slow. `starved`: other processes used the processors for much
 * of the time, so more than one in a thousand may be slow, and slower.
 */
export async function confirmSlow(attack: Attack, starved: boolean): Promise<void> {
  const { slow, tally } = attack;
  const { answers } = tally.totals;
  const kinds = new Map(slow.map((one) => [`${one.operation}\n${one.changes.join("\n")}`, one]));
  if (!starved && slow.length > answers * SLOW_SHARE) {
    const detail = `${slow.length} of ${answers} answers took over ${SLOW_MS} ms`;
    tally.blame({ check: "slow on the whole", detail }, null, null);
  }
  const limit = starved ? SLOW_MS * STARVED_FACTOR : SLOW_MS;
  for (const request of [...kinds.values()].slice(0, MOST_CONFIRMED))
    await confirm(attack, request, limit);
}

async function confirm(
  { rendering, port, tally }: Attack,
  request: FuzzRequest,
  limit: number,
): Promise<void> {
  const connection = createConnection(port);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { answers, fault } = await connection.exchange(render(request, rendering));
    const slowest = Math.max(...answers.map(({ ms }) => ms), 0);
    if (slowest < limit && fault === null) return connection.close();
    if (attempt === TRIES - 1)
      tally.blame(
        { check: "slow", detail: `${Math.round(slowest)} ms alone` },
        request,
        answers[0] ?? null,
      );
  }
  connection.close();
}
