/** Writes an example request as TypeScript that calls `fetch`. */
import { addressOf, bytesTypeOf, filesOf, requiredHeaders, textOf } from "./request.ts";
import type { Operation } from "./schema.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is the reader's
const TOKEN = "Authorization: `Bearer ${token}`";

const OPEN_FILE = 'import { openAsBlob } from "node:fs";';

/** Statements that call `operation` as in its example, and read the answer. */
export function typescriptOf(operation: Operation, baseUrl: string): string {
  const { before, value, contentType } = bodyOf(operation);
  const headers = [
    ...(operation.needsToken ? [TOKEN] : []),
    ...requiredHeaders(operation).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    ...(contentType === null ? [] : [`"Content-Type": ${JSON.stringify(contentType)}`]),
  ];
  const options = [
    ...(operation.method === "GET" ? [] : [`method: ${JSON.stringify(operation.method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(value === null ? [] : [`body: ${value}`]),
  ];
  const url = JSON.stringify(baseUrl + addressOf(operation));
  const call =
    options.length === 0
      ? `const answer = await fetch(${url});`
      : `const answer = await fetch(${url}, {\n${indented(options.join(",\n"))},\n});`;
  return [...before, call, readingOf(operation)].join("\n");
}

type Body = Readonly<{ before: string[]; value: string | null; contentType: string | null }>;

/** The statements before the call, and the value of its `body`. */
function bodyOf(operation: Operation): Body {
  const [type = ""] = operation.types;
  if (bytesTypeOf(operation) !== null)
    return { before: [OPEN_FILE, ""], value: 'await openAsBlob("part")', contentType: null };
  const { body = {} } = operation.example.request ?? {};
  const fields = Object.entries(body);
  if (fields.length === 0) return { before: [], value: null, contentType: null };
  const written = JSON.stringify(body, null, 2);
  if (type === "application/json")
    return { before: [], value: `JSON.stringify(${written})`, contentType: type };
  const files = filesOf(operation);
  const isForm = type === "multipart/form-data";
  const lines = fields.map(([name, value]) => {
    const text = JSON.stringify(textOf(value));
    const content = files.has(name) ? `await openAsBlob(${text}), ${text}` : text;
    return `form.append(${JSON.stringify(name)}, ${content});`;
  });
  const hasFile = fields.some(([name]) => files.has(name));
  const before = [
    ...(hasFile ? [OPEN_FILE, ""] : []),
    `const form = new ${isForm ? "FormData" : "URLSearchParams"}();`,
    ...lines,
  ];
  return { before, value: "form", contentType: null };
}

function readingOf({ answers, example }: Operation): string {
  const [answer] = answers;
  if (answer === undefined || answer.type === null) return "console.log(answer.status);";
  if (answer.type !== "application/json")
    return isText(answer.type)
      ? "const text = await answer.text();"
      : "const bytes = await answer.arrayBuffer();";
  const isWrapped = Object.hasOwn(Object(example.response ?? {}), "response");
  return `const ${isWrapped ? "{ response }" : "result"} = await answer.json();`;
}

const isText = (type: string): boolean => /^text\/|xml|javascript|json/.test(type);

const indented = (text: string): string => text.replace(/^/gm, "  ");
