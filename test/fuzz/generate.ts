/** Generates values that are valid for a JSON schema of `openapi.json`. */
import type { Schema } from "../../src/platform/http/description/schema.ts";
import { hintFor, phrase } from "./hints.ts";
import type { Random } from "./random.ts";

/** A file in a multipart form; `content` names one of the prepared files, or is the content itself. */
export class FilePart {
  readonly filename: string;
  readonly type: string;
  readonly content: "audio" | "image" | "feed" | "transcript" | Buffer;
  constructor(filename: string, type: string, content: FilePart["content"]) {
    this.filename = filename;
    this.type = type;
    this.content = content;
  }
  /** In JSON and other places without files, the file name is sent. */
  toJSON(): string {
    return this.filename;
  }
}

/** The share of optional fields in a value, and its depth. */
type Need = Readonly<{ random: Random; fullness: number; depth?: number }>;

const MAX_DEPTH = 6;

/**
 * A value that is valid for `schema`, with some of its optional fields. `name` is the name of its field; a hint for
 * that name takes precedence over the schema. Limits of numbers, lengths and lists are respected.
 */
export function exampleOf(schema: Schema, name: string, need: Need): unknown {
  const { random } = need;
  if (schema.format === "binary") return fileFor(name, random);
  const hint = hintFor(name, random);
  if (hint !== undefined && fits(schema, hint.value)) return hint.value;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return exampleOf(random.pick(choices), name, need);
  const types = [schema.type ?? "string"].flat();
  const solid = types.filter((type) => type !== "null");
  if (types.length > solid.length && random.chance(0.1)) return null;
  return ofType(random.pick(solid.length > 0 ? solid : ["null"]), schema, name, need);
}

/** Hints go by name alone, so the field may be a list of such values or have another type. */
function fits({ type, enum: words, anyOf, oneOf }: Schema, value: unknown): boolean {
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.some((choice) => fits(choice, value));
  if (words !== undefined) return words.includes(value);
  if (type === undefined) return true;
  const types = [type].flat();
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "number" || isReference(value))
    return types.includes("integer") || types.includes("number") || types.includes("string");
  return types.includes(value === null ? "null" : typeof value);
}

const isReference = (value: unknown): boolean =>
  typeof value === "string" && value.startsWith("@@");

function ofType(type: string, schema: Schema, name: string, need: Need): unknown {
  if (type === "object") return objectOf(schema, need, name);
  if (type === "array") return listOf(schema, name, need);
  if (type === "boolean") return need.random.chance(0.5);
  if (type === "integer" || type === "number") return numberOf(type, schema, need.random);
  return type === "null" ? null : textOf(schema, need.random);
}

/**
 * An object with its required fields, and each other field with probability `fullness`. `name` is the name of its
 * field, from which the type of its `values` follows.
 */
export function objectOf(schema: Schema, need: Need, name = ""): Record<string, unknown> {
  const { random, fullness, depth = 0 } = need;
  const deeper = { ...need, depth: depth + 1 };
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(
        ([field]) =>
          schema.required?.includes(field) || (depth < MAX_DEPTH && random.chance(fullness)),
      )
      .map(([field, one]) => [field, exampleOf(one, field === "values" ? name : field, deeper)]),
  );
}

function listOf(schema: Schema, name: string, need: Need): unknown[] {
  const { minItems = 0, maxItems = Number.MAX_SAFE_INTEGER, items = {} } = schema;
  const length = Math.min(Math.max(minItems, 1 + need.random.below(3)), maxItems);
  const deeper = { ...need, depth: (need.depth ?? 0) + 1 };
  return Array.from({ length }, () => exampleOf(items, name, deeper));
}

function numberOf(type: string, schema: Schema, random: Random): number {
  const { minimum = 0, maximum = minimum + 100_000 } = schema;
  const bounds = [minimum, maximum];
  if (random.chance(0.2)) return random.pick(bounds);
  const span = Math.min(maximum - minimum, random.chance(0.7) ? 50 : 100_000);
  const value = minimum + random.below(span + 1);
  return type === "integer" || random.chance(0.5) ? value : Math.min(value + 0.25, maximum);
}

/** Generators for all patterns of the description that have no hint. */
const PATTERNED: readonly (readonly [RegExp, (random: Random) => string])[] = [
  [/^\^\(?\[0-9a-f\]\{64\}/, () => "@@mine.digest.0@@"],
  [/^\^\[a-z0-9_\]/, (random) => random.word(8)],
  [/^\^IAB/, () => "IAB1"],
];

function textOf({ minLength = 0, maxLength = 200, pattern, format }: Schema, random: Random) {
  if (pattern !== undefined) {
    const ending = /\\\.\(?(\w+)/.exec(pattern)?.[1];
    const made = PATTERNED.find(([known]) => known.test(pattern))?.[1](random) ?? random.word(8);
    return ending === undefined ? made : `${made}.${ending}`;
  }
  if (format === "date") return "2026-06-15";
  if (random.chance(0.05)) return "ä".repeat(Math.min(maxLength, 5000));
  const text = phrase(random, 1 + random.below(4)).padEnd(minLength, " padded");
  return [...text].slice(0, maxLength).join("").trim().padEnd(minLength, "x");
}

function fileFor(name: string, random: Random): FilePart {
  if (random.chance(0.1)) return new FilePart("noise.mp3", "audio/mpeg", random.bytes(2000));
  if (/image/.test(name)) return new FilePart("cover.png", "image/png", "image");
  if (/feed/.test(name)) return new FilePart("feed.xml", "application/rss+xml", "feed");
  if (/transcript|file$/.test(name) && !/media|audio/.test(name))
    return new FilePart("words.vtt", "text/vtt", "transcript");
  return new FilePart("a.mp3", "audio/mpeg", "audio");
}
