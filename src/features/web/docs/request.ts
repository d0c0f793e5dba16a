/** The parts of an example request that curl and TypeScript have in common. */
import type { Operation } from "./schema.ts";

/** The path with the parameters it names, and a query of all others. */
export function addressOf({ path, example }: Pick<Operation, "path" | "example">): string {
  const { parameters = {} } = example.request ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    parameters[name] === undefined ? whole : encodeURIComponent(textOf(parameters[name])),
  );
  const rest = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  return rest.length === 0 ? filled : `${filled}?${query}`;
}

/** The names of the body's fields that are files; examples give their file names. */
export const filesOf = ({ body }: Pick<Operation, "body">): ReadonlySet<string> =>
  new Set(body.filter(({ schema }) => schema.format === "binary").map(({ name }) => name));

const FORMATS = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

/** The content type of a body that is the bytes of a file; null for all others. */
export const bytesTypeOf = ({ types: [type] }: Pick<Operation, "types">): string | null =>
  type === undefined || FORMATS.includes(type) ? null : type;

/** The headers that the operation requires, with values that it accepts. */
export function requiredHeaders(operation: Operation): [name: string, value: string][] {
  const type = bytesTypeOf(operation);
  return [
    ...operation.headers
      .filter(({ required }) => required)
      .map(({ name, schema }): [string, string] => [
        name,
        String(schema.const ?? schema.minimum ?? "…"),
      ]),
    ...(type === null ? [] : [["Content-Type", type] as [string, string]]),
  ];
}

/** A value as a form or a query carries it. */
export const textOf = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);
