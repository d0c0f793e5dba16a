/** Serves health checks and metrics for operators' tools, in every phase. */

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConnectionErrorType, ErrorType } from "../errortypes.ts";
import type { Measures } from "../metrics/measures.ts";
import { errorAnswer } from "./errors.ts";
import type { Phase } from "./listener.ts";
import { JSON_TYPE } from "./route.ts";

export type HealthOptions = Readonly<{
  /** Resolves when the database answers. */
  askDatabase(): Promise<unknown>;
  /** Whether writes are refused because the disk is almost full; reads work. */
  isDegraded(): Promise<boolean>;
  measures: Measures;
  /** Which callers may read `/metrics`. */
  readers: "loopback" | "anyone";
}>;

type Answer = { status: number; type: string; body: string };

const state = (status: number, word: string): Answer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify({ response: { status: word } }),
});
const refusal = (
  status: number,
  type: ErrorType | ConnectionErrorType,
  message: string,
): Answer => ({
  status,
  type: JSON_TYPE,
  body: errorAnswer(status, randomUUID(), { type, message }),
});

const PATHS: ReadonlySet<string> = new Set(["/health/live", "/health/ready", "/metrics"]);

/**
 * Serves `/health/live` (200 while the process runs), `/health/ready` (503 while starting or draining, or without a
 * database; 200 with the word `degraded` in low-disk mode, because reads and delivery work) and `/metrics`. Returns
 * whether the request was for one of them.
 */
export function answerHealth(
  options: HealthOptions,
  phase: Phase,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { url = "" } = request;
  if (!url.startsWith("/health/") && !url.startsWith("/metrics")) return false;
  const path = url.split("?", 1)[0] ?? "";
  if (!PATHS.has(path)) return false;
  const answer = async (): Promise<Answer> => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return refusal(405, "method-not-allowed", "This path supports GET, HEAD.");
    if (path === "/health/live") return state(200, "live");
    if (path === "/health/ready") return readiness(options, phase);
    return figures(options, request);
  };
  answer()
    .catch(() => refusal(500, "internal-error", "Something went wrong on our side."))
    .then(({ status, type, body }) => {
      response.writeHead(status, {
        "content-type": type,
        "content-length": Buffer.byteLength(body),
        "cache-control": "no-store",
        ...(status === 405 ? { allow: "GET, HEAD" } : {}),
        ...(phase === "draining" ? { connection: "close" } : {}),
      });
      response.end(request.method === "HEAD" ? undefined : body);
    });
  return true;
}

const DATABASE_TIMEOUT_MS = 2000;

async function readiness(
  { askDatabase, isDegraded }: HealthOptions,
  phase: Phase,
): Promise<Answer> {
  if (phase !== "ready") return state(503, phase);
  const late = AbortSignal.timeout(DATABASE_TIMEOUT_MS);
  const answers = await Promise.race([
    askDatabase().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => {
      late.addEventListener("abort", () => resolve(false), { once: true });
    }),
  ]);
  if (!answers) return state(503, "database-away");
  return state(200, (await isDegraded()) ? "degraded" : "ready");
}

async function figures(
  { measures, readers }: HealthOptions,
  request: IncomingMessage,
): Promise<Answer> {
  if (readers === "loopback" && !isLocal(request))
    return refusal(403, "forbidden", "The metrics can only be read from this machine.");
  return { status: 200, type: measures.register.contentType, body: await measures.text() };
}

/** Sent from this machine, and not forwarded by a proxy on it. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? "";
  const loopback = /^(::ffff:)?127\.|^::1$/.test(address);
  const relayed = ["x-forwarded-for", "forwarded", "via"].some((name) => name in headers);
  return loopback && !relayed;
}
