/** Changes one value in a form: to another type, size or spelling, or removes it. */

import { FilePart } from "./generate.ts";
import { PRIVATE_WORD } from "./hints.ts";
import { TEXTS, VALUES } from "./hostile.ts";
import type { Random } from "./random.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Changed<T> = Readonly<{ value: T; change: string }>;

/** `fields` with one change; `change` describes it. */
export function mutateFields(fields: Fields, random: Random): Changed<Fields> {
  const names = Object.keys(fields);
  if (names.length === 0 || random.chance(0.08)) return withExtra(fields, random);
  const name = random.pick(names);
  if (random.chance(0.08)) {
    const { [name]: _gone, ...rest } = fields;
    return { value: rest, change: `${name}: left out` };
  }
  const { value, change } = mutate(fields[name], random);
  return { value: { ...fields, [name]: value }, change: `${name}: ${change}` };
}

/** Names with a meaning in forms or JavaScript objects, and some that no form has. */
const EXTRA = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "a[b][]", "is_admin"];

function withExtra(fields: Fields, random: Random): Changed<Fields> {
  const name = random.pick([...EXTRA, "user_id", "author_id", "created_at", "revision", "\0"]);
  const [kind, make] = random.pick(TEXTS);
  // A `__proto__` key in an object literal would set the prototype instead.
  const value = Object.fromEntries([...Object.entries(fields), [name, make(random)]]);
  return { value, change: `${JSON.stringify(name)} beside: ${kind}` };
}

/** Replaces `value`, or something inside it. */
function mutate(value: unknown, random: Random): Changed<unknown> {
  if (value instanceof FilePart) return mutateFile(value, random);
  if (Array.isArray(value) && value.length > 0 && random.chance(0.6)) {
    const place = random.below(value.length);
    const inner = mutate(value[place], random);
    return { value: value.with(place, inner.value), change: `[${place}] ${inner.change}` };
  }
  if (value !== null && typeof value === "object" && random.chance(0.7)) {
    const inner = mutateFields(value as Fields, random);
    return { value: inner.value, change: `.${inner.change}` };
  }
  if (typeof value === "string" && random.chance(0.25)) return respell(value, random);
  const [change, make] = random.pick<(typeof TEXTS)[number] | (typeof VALUES)[number]>(
    random.chance(0.65) ? TEXTS : VALUES,
  );
  return { value: make(random), change };
}

/** A similar text. */
function respell(text: string, random: Random): Changed<string> {
  const place = random.below(text.length + 1);
  const [kind, make] = random.pick(TEXTS);
  return random.pick([
    { value: text.toUpperCase(), change: "upper case" },
    { value: ` ${text}\n`, change: "space around" },
    { value: text.slice(0, place), change: "cut short" },
    { value: `${text}${text}`, change: "twice" },
    { value: `${text} ${PRIVATE_WORD}`, change: "with a word of private records" },
    { value: `${text.slice(0, place)}${make(random)}${text.slice(place)}`, change: `with ${kind}` },
  ]);
}

function mutateFile(file: FilePart, random: Random): Changed<FilePart | string> {
  const [kind, make] = random.pick(TEXTS);
  const name = make(random).slice(0, 3000);
  const wrong = random.pick(["audio", "image", "feed", "transcript"] as const);
  return random.pick<Changed<FilePart | string>>([
    { value: new FilePart(name, file.type, file.content), change: `file name: ${kind}` },
    { value: new FilePart(file.filename, name, file.content), change: `type of file: ${kind}` },
    { value: new FilePart(file.filename, file.type, Buffer.alloc(0)), change: "empty file" },
    { value: new FilePart(file.filename, file.type, random.bytes(3000)), change: "noise as file" },
    { value: new FilePart(file.filename, file.type, wrong), change: `${wrong} as file` },
    { value: "no file", change: "text in the place of a file" },
  ]);
}
