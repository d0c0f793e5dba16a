/** Sends queries through the whole server and measures them. */
import type { FastifyInstance } from "fastify";
import type { Question } from "./questions.ts";

/** Milliseconds; `errors`: responses other than 200. */
export type Figures = Readonly<{ p50: number; p95: number; p99: number; errors: number }>;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export function figuresOf(times: readonly number[], errors: number): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99), errors };
}

/** Runs `work` and returns the milliseconds that passed. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Sends requests to `app` with a token. */
export const askAs =
  (app: FastifyInstance, token: string) =>
  async (url: string): Promise<{ status: number; text: string }> => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.statusCode, text: answer.body };
  };
export type Ask = ReturnType<typeof askAs>;

/** Untimed repetitions before measuring: plans, caches, compiled code. */
const WARM = 30;

export async function measure(ask: Ask, question: Question, turns: number): Promise<Figures> {
  const times: number[] = [];
  let errors = 0;
  for (let turn = -WARM; turn < turns; turn += 1) {
    let status = 0;
    const url = question.path(turn < 0 ? turns - turn : turn);
    const took = await timed(async () => {
      ({ status } = await ask(url));
    });
    if (turn < 0) continue;
    times.push(took);
    if (status !== 200) errors += 1;
  }
  return figuresOf(times, errors);
}

export const number = (value: number): string => value.toFixed(1).padStart(9);

export const headline = (title: string): string =>
  `${title.padEnd(42)}${["p50", "p95", "p99", "errors"].map((word) => word.padStart(9)).join("")}`;

export function line({ name, bound }: Question, { p50, p95, p99, errors }: Figures): string {
  const figures = [p50, p95, p99].map(number).join("");
  const missed = p99 > bound ? `  over ${bound}` : "";
  return `${name.padEnd(42)}${figures}${String(errors).padStart(9)}${missed}`;
}
