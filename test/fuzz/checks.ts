/** Checks that must hold for every response. Each check returns the faults as text. */

import type { Operation } from "./description.ts";
import type { FuzzRequest } from "./request.ts";
import type { Answer } from "./wire.ts";
import type { Markers } from "./world/markers.ts";

/** A fault of a response. */
export type Fault = Readonly<{ check: string; detail: string }>;

export type Checks = Readonly<{
  markers: Markers;
  /** By name, such as `GET /v2/…`, as in requests. */
  operations: ReadonlyMap<string, Operation>;
}>;

/** A slower response is a fault. */
export const SLOW_MS = 2000;

/** The faults of one response to `request`. */
export function faultsOf(
  { markers, operations }: Checks,
  request: FuzzRequest,
  answer: Answer,
): Fault[] {
  const text = answer.body.toString("latin1");
  const isStatic = /^\/(openapi\.json|docs|assets)/.test(request.target);
  const folders = request.operation === OPERATORS_VIEW && answer.status === 200 ? [] : [FOLDERS];
  const found = [
    ...statusFaults(request, answer, operations.get(request.operation)),
    ...(request.caller === "admin" ? [] : leaks(markers, text, answer)),
    ...(isStatic ? [] : entrails(text, folders)),
    ...bodyFaults(request, answer, text),
  ];
  return answer.ms > SLOW_MS
    ? [...found, { check: "slow", detail: `${Math.round(answer.ms)} ms` }]
    : found;
}

/** 501 is valid for unsupported oEmbed formats, 503 and 507 for a server whose stores are unavailable. */
const isServerError = (status: number, operation: Operation | undefined): boolean =>
  status >= 500 &&
  ![503, 507].includes(status) &&
  !(status === 501 && operation?.path === "/oembed");

/** The connection may return these before any operation runs. */
const CONNECTION = new Set([408, 417, 429, 431, 503]);

function statusFaults(
  { kind, changes }: FuzzRequest,
  { status }: Answer,
  operation: Operation | undefined,
): Fault[] {
  if (isServerError(status, operation)) return [{ check: `status ${status}`, detail: "" }];
  if (operation === undefined || (kind !== "valid" && kind !== "values")) return [];
  const namesRefusals = [...operation.statuses].some((one) => one >= 400);
  if (!namesRefusals || operation.statuses.has(status) || CONNECTION.has(status)) return [];
  return [{ check: "status not named", detail: `${status} ${changes.join("; ")}` }];
}

function leaks(markers: Markers, text: string, { headers }: Answer): Fault[] {
  const all = `${text}\n${Object.values(headers).join("\n")}`;
  return markers.foundIn(all).map((where) => ({ check: "leak", detail: where }));
}

/** The operator's own view names the folders that it checks; nobody else learns where files are. */
const OPERATORS_VIEW = "GET /v2/admin/health";
const FOLDERS = /longwave-fuzz-|\/tmp\/|\/proc\/self/;

/** Text that reveals a server's internals: stack traces, SQL, source files. */
const ENTRAILS = [
  /\n\s+at .{1,200}:\d+:\d+\)?/,
  /node_modules|node:internal|\/src\/(features|platform)\//,
  /syntax error at or near|invalid input syntax|violates \w+[ -]key|violates \w+ constraint|relation "\w+" does not exist/,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|ZodError|FST_ERR_|ECONNREFUSED|ENOENT|EACCES)\b/,
  /Cannot read propert|is not a function|\[object Object\]|Maximum call stack/,
];

const entrails = (text: string, folders: readonly RegExp[]): Fault[] =>
  [...ENTRAILS, ...folders].flatMap((pattern) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined
      ? []
      : [{ check: "inside shown", detail: found.trim().slice(0, 120) }];
  });

const ENVELOPE = /^\/+v2\/+(?!\/*uploads)/;

function bodyFaults(
  request: FuzzRequest,
  { status, headers, body }: Answer,
  text: string,
): Fault[] {
  const isJson = /^application\/([\w.]+\+)?json/.test(headers["content-type"] ?? "");
  if (body.length === 0) return [];
  const parsed = isJson ? parse(body) : null;
  if (parsed === BROKEN) return [{ check: "broken JSON", detail: text.slice(0, 120) }];
  const isOurs = request.kind !== "garbage" && ENVELOPE.test(request.target);
  if (!isOurs || request.method === "HEAD") return [];
  if (status < 400)
    return isJson && !has(parsed, "response") ? [{ check: "no envelope", detail: "" }] : [];
  return errorFaults(parsed, status, headers["x-request-id"]);
}

const BROKEN = Symbol("broken");

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return BROKEN;
  }
}

const has = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && key in value;

function errorFaults(parsed: unknown, status: number, id: string | undefined): Fault[] {
  const fault = (detail: string) => [{ check: "error shape", detail }];
  if (!has(parsed, "response") || !has(parsed.response, "error")) return fault("no response.error");
  const { messages, code, type, request_id } = parsed.response.error as Record<string, unknown>;
  if (!Array.isArray(messages) || !messages.every((one) => typeof one === "string"))
    return fault("messages");
  if (code !== status) return fault(`code ${code} for status ${status}`);
  if (typeof type !== "string" || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(type))
    return fault(`type ${type}`);
  return typeof request_id === "string" && request_id === id ? [] : fault("request_id");
}
