/** Writes an example request as a curl command. */
import type { Example } from "./examples.ts";

type Endpoint = Readonly<{
  method: string;
  /** With parameters in braces: `/v2/shows/{show_id}`. */
  path: string;
  /** Present if a token is required. */
  security?: readonly unknown[];
  /** The content types that the body may have; the first is used. */
  types: readonly string[];
  /** The fields of the body that are files. */
  files: ReadonlySet<string>;
}>;

type Values = Readonly<Record<string, unknown>>;

/** The command that sends `example` to `endpoint`; GET needs no `-X`. */
export function commandOf(endpoint: Endpoint, example: Example, baseUrl: string): string {
  const { method, path, security, types, files } = endpoint;
  const { parameters = {}, body = {} } = example.request ?? {};
  const verb = method === "GET" ? "" : ` -X ${method}`;
  const token = security === undefined ? "" : ' -H "Authorization: Bearer $TOKEN"';
  const first = `curl${verb}${token} "${baseUrl}${addressOf(path, parameters)}"`;
  return [first, ...bodyOf(types[0] ?? "", body, files)].join(" \\\n  ");
}

/** The path with the parameters it names, and a query of all others. */
function addressOf(path: string, parameters: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    parameters[name] === undefined ? whole : encodeURIComponent(textOf(parameters[name])),
  );
  const rest = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  return rest.length === 0 ? filled : `${filled}?${query}`;
}

function bodyOf(type: string, body: Values, files: ReadonlySet<string>): string[] {
  const fields = Object.entries(body);
  if (fields.length === 0) return [];
  if (type === "application/json") return [`--json ${quoted(JSON.stringify(body, null, 2))}`];
  const option = type === "multipart/form-data" ? "-F" : "--data-urlencode";
  return fields.map(([name, value]) => {
    const text = files.has(name) ? `@${textOf(value)}` : textOf(value);
    return `${option} ${quoted(`${name}=${text}`)}`;
  });
}

const textOf = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** In single quotes, as POSIX shells read it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
