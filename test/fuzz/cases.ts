/** Requests that once exposed a fault, replayed at the start of each run. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { CALLERS, type FuzzRequest } from "./request.ts";

const FILE = path.join(import.meta.dirname, "cases.json");

const caseSchema = z.object({
  /** The fault as it was found. */
  found: z.string(),
  operation: z.string(),
  caller: z.enum(CALLERS),
  credentials: z.enum(["header", "query", "cookie", "none"]).default("header"),
  method: z.string(),
  target: z.string(),
  version: z.string().default("1.1"),
  headers: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** Text as UTF-8, or bytes in base64. */
  body: z
    .union([z.string(), z.object({ base64: z.string() })])
    .nullable()
    .default(null),
  /** Repeats the body, which keeps large ones out of the file. */
  bodyTimes: z.int().min(1).default(1),
  /** Selects among the records that references name. */
  pick: z.int().min(0).default(0),
  /** For requests that are malformed at the HTTP level; `raw` in base64. */
  sending: z
    .object({
      contentLength: z.string(),
      chunked: z.boolean(),
      cutAt: z.number(),
      breakOff: z.boolean(),
      pieces: z.int(),
      pauseMs: z.int(),
      times: z.int(),
      raw: z.string(),
    })
    .partial()
    .default({}),
});
export type Case = z.input<typeof caseSchema>;

/** The cases of `cases.json` in order. Throws if one is malformed. */
export const readCases = (): FuzzRequest[] => parseCases(JSON.parse(readFileSync(FILE, "utf8")));

export const parseCases = (cases: unknown): FuzzRequest[] =>
  z.array(caseSchema).parse(cases).map(requestFrom);

function requestFrom({
  found,
  body,
  bodyTimes,
  sending,
  ...rest
}: z.output<typeof caseSchema>): FuzzRequest {
  const bytes =
    typeof body === "object" && body !== null ? Buffer.from(body.base64, "base64") : body;
  const { raw, ...ways } = sending;
  const isOdd = Object.keys(sending).length > 0;
  return {
    ...rest,
    kind: isOdd ? "wire" : "form",
    changes: [`case: ${found}`],
    body:
      bytes === null
        ? null
        : Buffer.concat(Array.from({ length: bodyTimes }, () => Buffer.from(bytes))),
    sending: {
      ...ways,
      ...(raw === undefined ? {} : { raw: Buffer.from(raw, "base64") }),
    } as FuzzRequest["sending"],
  };
}

/** Converts `request` to a case for a fault report; `found` describes the fault. */
export function caseOf(request: FuzzRequest, found: string): Case {
  const { operation, caller, credentials, method, target, version, headers, body, sending } =
    request;
  const { raw, ...ways } = sending;
  return {
    found,
    operation,
    caller,
    credentials,
    method,
    target,
    version,
    pick: request.pick,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body:
      body === null ? null : isText(body) ? body.toString() : { base64: body.toString("base64") },
    sending: {
      ...ways,
      ...(raw === undefined ? {} : { raw: raw.toString("base64") }),
    },
  };
}

const isText = (bytes: Buffer): boolean => Buffer.from(bytes.toString()).equals(bytes);
