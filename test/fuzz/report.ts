/** The report of a run: requests by operation, coverage, and each fault with its reproduction. */
import { columns } from "../../bench/report.ts";
import { caseOf } from "./cases.ts";
import type { Operation } from "./description.ts";
import type { Rendering } from "./render.ts";
import type { FuzzRequest } from "./request.ts";
import type { Finding, OperationCount, Tally } from "./tally.ts";
import type { Memory } from "./watch.ts";

export type Measured = Readonly<{
  seed: number;
  seconds: number;
  memory: Memory;
  processor: { ran: number; waited: number };
  slow: readonly FuzzRequest[];
  /** PostgreSQL's description of each deadlock. */
  deadlocks: readonly string[];
  /** Errors that the server logged, by message. */
  errors: ReadonlyMap<string, number>;
}>;

export function reportOf(
  tally: Tally,
  operations: readonly Operation[],
  rendering: Rendering,
  measured: Measured,
): string {
  const { totals, kinds } = tally;
  const { seed, seconds, memory, slow, errors, processor, deadlocks } = measured;
  const reached = operations.filter(({ name }) => hasSuccess(tally.operations.get(name)));
  const missed = operations.filter((one) => !reached.includes(one)).map(({ name }) => name);
  const findings = tally.findings();
  return [
    tableOf(tally.operations),
    "",
    `Seed ${seed}: ${totals.requests} requests, ${totals.answers} answers in ${seconds.toFixed(0)} s, ${(totals.requests / seconds).toFixed(0)} a second.`,
    `Kinds: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ")}. Answers by class: ${classesOf(tally.operations)}.`,
    `Operations that answered 2xx or 3xx: ${reached.length} of ${operations.length}.${missed.length > 0 && missed.length < 40 ? ` Not: ${missed.join(", ")}.` : ""}`,
    `Slowest answer ${Math.round(totals.slowest)} ms; ${slow.length} were slow and tried again alone: ${namesOf(slow)}.`,
    `The server's main thread ran ${processor.ran.toFixed(0)} s, and waited ${processor.waited.toFixed(0)} s for a processor that others had.`,
    `Resident memory: ${mib(memory.start)} after the warm-up, at most ${mib(memory.peak)}, ${mib(memory.end)} after the last rest (${((100 * memory.end) / memory.start).toFixed(0)} %).`,
    ...[...errors].map(([message, count]) => `The log has ${count} × ${message}`),
    `PostgreSQL broke ${deadlocks.length} deadlocks.`,
    ...deadlocks.slice(0, 3),
    ...findings.map((finding, at) => findingText(finding, at + 1, rendering)),
    findings.length === 0 ? "No fault was found." : `${findings.length} kinds of fault were found.`,
  ].join("\n");
}

const namesOf = (slow: readonly FuzzRequest[]): string =>
  [
    ...new Set(
      slow.map(({ operation, changes }) => `${operation} (${changes.join("; ").slice(0, 80)})`),
    ),
  ]
    .slice(0, 20)
    .join(", ");

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

const hasSuccess = (count: OperationCount | undefined): boolean =>
  [...(count?.statuses.keys() ?? [])].some((status) => status < 400);

function tableOf(operations: ReadonlyMap<string, OperationCount>): string {
  const rows = [...operations]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { requests, statuses }]) => [
      name.slice(0, 90),
      String(requests),
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}×${count}`)
        .join(" "),
    ]);
  return columns([["operation", "requests", "answers"], ...rows]);
}

function classesOf(operations: ReadonlyMap<string, OperationCount>): string {
  const classes = new Map<string, number>();
  for (const { statuses } of operations.values())
    for (const [status, count] of statuses) {
      const name = [400, 401, 403, 404].includes(status)
        ? String(status)
        : `${Math.floor(status / 100)}xx`;
      classes.set(name, (classes.get(name) ?? 0) + count);
    }
  const all = [...classes.values()].reduce((sum, count) => sum + count, 0);
  return [...classes]
    .sort()
    .map(([name, count]) => `${name} ${((100 * count) / all).toFixed(1)} %`)
    .join(", ");
}

function findingText(finding: Finding, number: number, rendering: Rendering): string {
  const { check, detail, operation, request, answer, count } = finding;
  const lines = [``, `${number}. ${check}: ${operation} (${count}×) ${detail}`];
  if (request !== null) {
    lines.push(
      `   as ${request.caller}, ${request.kind}: ${request.changes.join("; ").slice(0, 300)}`,
    );
    const curl = curlOf(request, rendering);
    if (curl !== null) lines.push(`   ${curl}`);
    const text = JSON.stringify(caseOf(request, `${check} ${detail}`));
    lines.push(
      text.length < LONGEST ? `   case: ${text}` : `   case: ${text.length} characters, see --json`,
    );
  }
  if (answer !== "") lines.push(`   answer: ${answer.slice(0, 300)}`);
  return lines.join("\n");
}

const LONGEST = 3000;

/** The request as a curl command; null if curl would not send it unchanged. */
function curlOf(request: FuzzRequest, { pools, host, credentials }: Rendering): string | null {
  const { body, headers, sending, version, method } = request;
  if (Object.keys(sending).length > 0 || version !== "1.1" || (body?.length ?? 0) > 1500)
    return null;
  const resolve = (text: string) =>
    pools.resolve(text, request.pick, request.caller).replaceAll("@@host@@", host);
  const text = body === null ? null : resolve(body.toString("latin1"));
  const odd = /[^\x20-\x7e\r\n]/;
  if (
    odd.test(request.target) ||
    odd.test(text ?? "") ||
    headers.some(([, value]) => odd.test(value))
  )
    return null;
  const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`;
  const known = credentials[request.caller];
  const auth =
    request.credentials === "header" && known.token !== null
      ? [`-H "Authorization: Bearer $TOKEN"`]
      : [];
  return [
    ...[
      "curl -i --path-as-is -X",
      method,
      quote(`http://${host}${resolve(request.target)}`),
      ...auth,
    ],
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${resolve(value)}`)}`),
    ...(text === null ? [] : [`--data-binary ${quote(text)}`]),
  ].join(" ");
}
