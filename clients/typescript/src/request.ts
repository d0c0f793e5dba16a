/** Writes the input of an operation as path, query and body. */

export type Address = Readonly<{
  method: string;
  path: string;
  query: readonly string[];
  answer: "json" | "text" | "file";
  takesKey: boolean;
}>;

type Input = Readonly<Record<string, unknown>>;
type Encoded = Readonly<{ path: string; body: FormData | string | null }>;

/** Fields named in the path or the query go there, the others into the body. */
export function encode({ path, query }: Address, input: Input): Encoded {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name);
    if (value === undefined || value === null || value === "")
      throw new TypeError(`${name} is required.`);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const name of query) {
    if (!left.has(name)) continue;
    search.set(name, textOf(left.get(name)));
    left.delete(name);
  }
  const body = left.size === 0 ? null : bodyOf(left);
  return { path: search.size > 0 ? `${filled}?${search}` : filled, body };
}

/** Lists are separated by commas. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(",") : value === null ? "" : String(value);

/** A form if a file is among the fields, else JSON. */
function bodyOf(fields: ReadonlyMap<string, unknown>): FormData | string {
  if (![...fields.values()].some((value) => value instanceof Blob))
    return JSON.stringify(Object.fromEntries(fields));
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.set(name, value, nameOf(value) ?? name);
    else if (typeof value === "object" && value !== null) form.set(name, JSON.stringify(value));
    else form.set(name, textOf(value));
  }
  return form;
}

const nameOf = (file: Blob): string | undefined =>
  "name" in file && typeof file.name === "string" ? file.name : undefined;
