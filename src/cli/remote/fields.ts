/** Reads the fields of a request from the words of a command: `title="Vienna" media_file@vienna.wav`. */
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { BODIES, OPERATIONS } from "../../../clients/typescript/src/api.ts";
import type { Name } from "../../../clients/typescript/src/client.ts";
import { UsageError } from "../errors.ts";

export type Fields = Record<string, unknown>;

/** The longest text that is read from a file, as the server's own limit of a body without its files. */
const MAX_TEXT_BYTES = 2 ** 20;

type Known = Readonly<{ fields: readonly string[]; files: readonly string[] }>;
const NONE: Known = { fields: [], files: [] };

/** The names that an operation takes in its path, query and body. */
export function namesOf(
  operation: Name,
): Readonly<{ path: string[]; all: string[]; files: readonly string[] }> {
  const { path: address, query } = OPERATIONS[operation];
  const body = (BODIES as Readonly<Record<string, Known>>)[operation] ?? NONE;
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const all = [...new Set([...inPath, ...query, ...body.fields])];
  return { path: inPath, all, files: body.files };
}

/**
 * The fields of `words`: `name=text`, `name:=JSON`, `name=@file` (the text of a file) and `name@file` (the file). The
 * server ignores names that it does not know, so a misspelt one is refused here.
 */
export async function readFields(operation: Name, words: readonly string[]): Promise<Fields> {
  const known = namesOf(operation);
  const fields: Fields = {};
  for (const word of words) {
    const [, name, sign, value = ""] = /^(\w+)(:=|=@|=|@)(.*)$/s.exec(word) ?? [];
    if (name === undefined)
      throw new UsageError(
        `Write fields as name=value, name:=JSON, name=@file or name@file, not “${word}”.`,
      );
    if (!known.all.includes(name))
      throw new UsageError(`${name} is not a field here. The fields are ${known.all.join(", ")}.`);
    const isFile = known.files.includes(name);
    if (isFile !== (sign === "@"))
      throw new UsageError(
        isFile
          ? `${name} is a file: write ${name}@<file>.`
          : `${name} is not a file: write ${name}=@<file> to send the text of a file.`,
      );
    fields[name] = await fieldValue(name, sign ?? "", value);
  }
  return fields;
}

async function fieldValue(name: string, sign: string, value: string): Promise<unknown> {
  if (sign === "=") return value;
  if (sign === "@") return openFile(name, value);
  if (sign === "=@") return readText(name, value);
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`${name} is not JSON: ${value}`);
  }
}

/** A file that is read while it is sent. */
export async function openFile(name: string, file: string): Promise<File> {
  try {
    return new File([await openAsBlob(file)], path.basename(file));
  } catch {
    throw new UsageError(`${name}: the file ${file} cannot be read.`);
  }
}

/** The text of a file, which may be as long as the server takes. */
export async function readText(name: string, file: string): Promise<string> {
  let bytes: Buffer;
  try {
    await using handle = await open(file);
    bytes = Buffer.alloc(MAX_TEXT_BYTES + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    bytes = bytes.subarray(0, bytesRead);
  } catch {
    throw new UsageError(`${name}: the file ${file} cannot be read.`);
  }
  if (bytes.length > MAX_TEXT_BYTES)
    throw new UsageError(`${name}: the file ${file} has more than ${MAX_TEXT_BYTES} bytes.`);
  return bytes.toString("utf8");
}
