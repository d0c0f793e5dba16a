/** Sends the requests of a plan over several connections at once, and checks every answer. */
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
  /** Connections that send at the same time. */
  connections: number;
  /** Is told of every answer. */
  note(request: FuzzRequest, answer: Answer): void;
  /** Requests that were answered slowly, to be tried again when nothing else runs. */
  slow: FuzzRequest[];
}>;

/** Sends the plan's requests from number `from` to before `to`. `alive` ends it early with false. */
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

/** Sends given requests one after another. */
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

/** So often a slow request must be slow again, alone, to be a fault of its own and not of its company. */
const TRIES = 3;
/** Beyond this share of slow answers the company is a fault too. */
const SLOW_SHARE = 0.001;

/** Slow requests of different kinds that are tried alone: a busy machine makes hundreds. */
const MOST_CONFIRMED = 200;
/** On a machine that others use too an answer may take so many times as long. */
const STARVED_FACTOR = 3;

/**
 * Tries slow requests alone: those that stay slow are faults. `starved`: others had the processor for
 * much of the time, so that more than one in a thousand may be slow, and slower.
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
