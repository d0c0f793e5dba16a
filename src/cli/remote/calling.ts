/** Calls one operation with the fields of a command, or shows what it would send. */
import { BODIES, OPERATIONS } from "../../../clients/typescript/src/api.ts";
import type { Longwave, Name } from "../../../clients/typescript/src/client.ts";
import { each, type ListName } from "../../../clients/typescript/src/pages.ts";
import { encode } from "../../../clients/typescript/src/request.ts";
import type { Connection } from "./connection.ts";
import type { Fields } from "./fields.ts";
import { jsonOf, rowOf, writeBody, writeJsonList, writeLine } from "./output.ts";

export type CallFlags = { json?: true; dryRun?: true; idempotencyKey?: string };

type Input = Parameters<Longwave["call"]>[1];

/** Calls `operation`, prints what it answers, and returns the answer of operations with JSON. */
export async function callAndPrint(
  { longwave, server }: Connection,
  operation: Name,
  fields: Fields,
  flags: CallFlags,
  columns?: readonly string[],
): Promise<unknown> {
  const { method, answer } = OPERATIONS[operation];
  if (flags.dryRun) return writeLine(jsonOf(describe(server, operation, fields)));
  if (method === "GET" && answer !== "json")
    return writeBody(await longwave.send(encode(OPERATIONS[operation], fields).path));
  if (columns !== undefined) {
    const items = each(longwave, operation as ListName, fields as Input);
    if (flags.json) return writeJsonList(items);
    for await (const item of items) writeLine(rowOf(item, columns));
    return;
  }
  const key = flags.idempotencyKey;
  const options = key === undefined ? {} : { idempotencyKey: key };
  const result = (await longwave.call(operation, fields as Input, options)).answer;
  writeLine(jsonOf(result));
  return result;
}

/** The request that would be sent; files by their name and size. */
function describe(server: string, operation: Name, fields: Fields) {
  const address = OPERATIONS[operation];
  const { path } = encode(address, fields);
  const body: readonly string[] =
    operation in BODIES ? BODIES[operation as keyof typeof BODIES].fields : [];
  const sent = Object.entries(fields).filter(([name]) => body.includes(name));
  return {
    method: address.method,
    url: new URL(path, server).href,
    fields: Object.fromEntries(sent.map(([name, value]) => [name, shownOf(value)])),
  };
}

const shownOf = (value: unknown): unknown =>
  value instanceof File ? { file: value.name, bytes: value.size } : value;
