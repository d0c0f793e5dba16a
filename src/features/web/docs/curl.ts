/** Writes an example request as a curl command. */
import { addressOf, bytesTypeOf, filesOf, requiredHeaders, textOf } from "./request.ts";
import type { Operation } from "./schema.ts";

/** The command that calls `operation` as in its example; GET needs no `-X`. */
export function curlOf(operation: Operation, baseUrl: string): string {
  const first = `curl${optionOf(operation.method)} "${baseUrl}${addressOf(operation)}"`;
  const token = operation.needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : [];
  const headers = requiredHeaders(operation).map(([name, value]) => `-H "${name}: ${value}"`);
  return [first, ...token, ...headers, ...bodyOf(operation)].join(" \\\n  ");
}

/** With `-X HEAD`, curl would wait for a body. */
function optionOf(method: string): string {
  if (method === "GET") return "";
  return method === "HEAD" ? " --head" : ` -X ${method}`;
}

function bodyOf(operation: Operation): string[] {
  if (bytesTypeOf(operation) !== null) return ["--data-binary @part"];
  const [type = ""] = operation.types;
  const { body = {} } = operation.example.request ?? {};
  const fields = Object.entries(body);
  if (fields.length === 0) return [];
  if (type === "application/json") return [`--json ${quoted(JSON.stringify(body, null, 2))}`];
  const option = type === "multipart/form-data" ? "-F" : "--data-urlencode";
  const files = filesOf(operation);
  return fields.map(([name, value]) => {
    const text = files.has(name) ? `@${textOf(value)}` : textOf(value);
    return `${option} ${quoted(`${name}=${text}`)}`;
  });
}

/** In single quotes, as POSIX shells read it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
