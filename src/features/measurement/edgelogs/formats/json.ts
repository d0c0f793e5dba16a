/** Logs with a JSON object on each line: our own format for nginx and Fastly, and others by a map of names; pure. */
import { FIELDS, type Field, type FieldMap } from "../../../../platform/net/accesslogs.ts";
import type { LineReader } from "../schema.ts";
import { firstOf, textOf, timeOf, wholeOf } from "./parts.ts";

/** Reads objects whose fields have the names of `map`. */
export function jsonReader(map: FieldMap = {}): LineReader {
  const paths = new Map(FIELDS.map((field) => [field, (map[field] ?? field).split(".")] as const));
  return (line) => {
    const all = objectOf(line);
    if (all === null) return "unreadable";
    const of = (field: Field) => valueAt(all, paths.get(field) ?? []);
    const [at, status, bytes] = [timeOf(of("time")), wholeOf(of("status")), wholeOf(of("bytes"))];
    const [address, method, target] = [
      textOf(of("address")),
      textOf(of("method")),
      textOf(of("target")),
    ];
    if (at === null || status === null || bytes === null) return "unreadable";
    if (address === null || method === null || target === null) return "unreadable";
    return {
      id: textOf(of("id")),
      at,
      address,
      method,
      target,
      status,
      bytes,
      first: firstOf(status, textOf(of("content_range"))),
      range: textOf(of("range")),
      user_agent: textOf(of("user_agent")) ?? "",
      referrer: textOf(of("referrer")),
    };
  };
}

/** The object in a line of JSON; null if there is none. */
export function objectOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function valueAt(all: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  let value: unknown = all;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
