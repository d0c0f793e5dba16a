/** Encodes fields in each form that a request may use. */
import { FilePart } from "./generate.ts";
import { RAW_BYTES } from "./hostile.ts";
import type { Fields } from "./mutate.ts";

export const FORMS = ["json", "urlencoded", "multipart", "query"] as const;
export type Form = (typeof FORMS)[number];

/** Files that forms may upload, by the name of their content. */
export type Files = Readonly<Record<string, Buffer>>;

export type Encoded = Readonly<{ type: string | null; body: Buffer | null; query: string }>;

export const BOUNDARY = "----fuzz7MA4YWxkTrZu0gW";

export function encode(fields: Fields, form: Form, files: Files): Encoded {
  if (form === "json")
    return { type: "application/json", body: bytesOf(jsonOf(fields)), query: "" };
  if (form === "query") return { type: null, body: null, query: queryOf(fields) };
  if (form === "urlencoded")
    return {
      type: "application/x-www-form-urlencoded",
      body: Buffer.from(pairsOf(fields), "latin1"),
      query: "",
    };
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...partsOf(fields, files), Buffer.from(`--${BOUNDARY}--\r\n`)]),
    query: "",
  };
}

/** As JSON; a reference that is a whole value loses its quotes, because it is resolved to a number. */
const jsonOf = (fields: Fields): string => JSON.stringify(fields).replace(/"(@@[\w.,]+@@)"/g, "$1");

/** In forms, structures are sent as JSON text. */
function textOf(value: unknown): string {
  if (value instanceof FilePart) return value.filename;
  if (value === null) return "";
  return typeof value === "object" ? jsonOf(value as Fields) : String(value);
}

/** Urlencoded byte by byte; references and invalid escapes stay unchanged. */
const pairsOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${escaped(name)}=${escaped(textOf(value))}`)
    .join("&");

/** Longer than any request head that the server accepts. */
const LONGEST_QUERY = 20_000;

/** The same for a query, with values cut at the length that a server would read. */
export const queryOf = (fields: Fields): string =>
  pairsOf(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, textOf(value).slice(0, LONGEST_QUERY)]),
    ),
  );

/** Percent-encodes every byte except unreserved ones. */
const escaped = (text: string): string =>
  text
    .split(/(@@[\w.,]+@@)/)
    .map((part, place) => (place % 2 === 1 ? part : escapedBytes(bytesOf(part))))
    .join("");

export const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0").toUpperCase();

const ESCAPED = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  return /[\w.~*!-]/.test(char) ? char : `%${hexOf(byte)}`;
});

const escapedBytes = (bytes: Buffer): string => {
  let text = "";
  for (const byte of bytes) text += ESCAPED[byte];
  return text;
};

/** One part of a multipart form for each field. */
const partsOf = (fields: Fields, files: Files): Buffer[] =>
  Object.entries(fields).map(([name, value]) => partOf(name, value, files));

function partOf(name: string, value: unknown, files: Files): Buffer {
  const quoted = (text: string) =>
    text.replace(/["\r\n]/g, (char) => `%${hexOf(char.charCodeAt(0))}`);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
  const end = Buffer.from("\r\n");
  if (!(value instanceof FilePart))
    return Buffer.concat([bytesOf(`${head}\r\n\r\n${textOf(value)}`), end]);
  const { content, filename, type } = value;
  const bytes = Buffer.isBuffer(content) ? content : (files[content] ?? Buffer.alloc(0));
  const rest = `; filename="${quoted(filename)}"\r\nContent-Type: ${quoted(type)}\r\n\r\n`;
  return Buffer.concat([bytesOf(head + rest), bytes, end]);
}

/** UTF-8, with the placeholders of `RAW_BYTES` replaced by their bytes. */
export function bytesOf(text: string): Buffer {
  const parts = text.split(/([\uf8f0-\uf8f5])/);
  return Buffer.concat(parts.map((part) => Buffer.from(RAW_BYTES.get(part) ?? Buffer.from(part))));
}
