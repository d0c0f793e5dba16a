/** Writes the types of the TypeScript client, `clients/typescript/src/api.ts`, from the description of the API. */
import { propertyOf, type Schema, typeOf } from "./schematypes.ts";

type Parameter = Readonly<{
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}>;
type Content = Readonly<Record<string, Readonly<{ schema: Schema }>>>;
type Operation = Readonly<{
  operationId: string;
  summary: string;
  parameters?: readonly (Parameter | Readonly<{ $ref: string }>)[];
  requestBody?: Readonly<{ content: Content }>;
  responses: Readonly<Record<string, Readonly<{ content?: Content }>>>;
}>;

export type ClientDocument = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
  }>;
}>;

/** Resumable uploads speak tus, which the client writes by hand. */
const isIncluded = (path: string) => path.startsWith("/v2/") && !path.startsWith("/v2/uploads");

/** The source of `api.ts`. */
export function clientTypes(document: ClientDocument): string {
  const operations = Object.entries(document.paths)
    .filter(([path]) => isIncluded(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const types = operations.map(({ operation }) => signatureOf(document, operation));
  const addresses = operations.map(({ path, method, operation }) =>
    addressOf(document, path, method, operation),
  );
  return [
    "/** The records and operations of the API. Generated from `openapi.json`: do not edit. */\n",
    ...schemas,
    "/** What each operation takes and answers. */",
    `export type Operations = {\n${types.join("\n")}\n};\n`,
    "/** Where each operation is, which of its input goes into the query, and what its answer is. */",
    `export const OPERATIONS = {\n${addresses.join("\n")}\n} as const;\n`,
    "/** The fields of each body, and which of them are files, for programs that take them by name. */",
    `export const BODIES = {\n${operations.flatMap(({ operation }) => bodyOf(document, operation)).join("\n")}\n} as const;\n`,
  ].join("\n");
}

/** Lines of a comment. The text comes from our own description; an end of comment in it is defused. */
function comment(text: string | undefined, indent = ""): string {
  if (text === undefined || text === "") return "";
  return `${indent}/** ${text.replaceAll("*/", "*\\/").replace(/\s+/g, " ")} */\n`;
}

function parametersOf(document: ClientDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((given) => {
    if (!("$ref" in given)) return given;
    const found = document.components.parameters[given.$ref.split("/").at(-1) ?? ""];
    if (found === undefined) throw new Error(`${given.$ref} is not described.`);
    return found;
  });
}

function signatureOf(document: ClientDocument, operation: Operation): string {
  const inputs = parametersOf(document, operation)
    .filter((parameter) => parameter.in !== "header")
    .map(
      ({ name, required, schema, description }) =>
        `${comment(description, "      ")}      ${propertyOf(name)}${required ? "" : "?"}: ${typeOf(schema)};`,
    );
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const fields = inputs.length === 0 ? "Record<never, never>" : `{\n${inputs.join("\n")}\n    }`;
  const input = body === undefined ? fields : `${fields} & ${typeOf(body.schema)}`;
  return `${comment(operation.summary, "  ")}  ${operation.operationId}: {\n    input: ${input};\n    answer: ${answerOf(document, operation)};\n  };`;
}

/** The line of an operation that has a body. */
function bodyOf(document: ClientDocument, operation: Operation): string[] {
  const [body] = Object.values(operation.requestBody?.content ?? {});
  if (body === undefined) return [];
  const name = body.schema.$ref?.split("/").at(-1);
  const schema = name === undefined ? body.schema : document.components.schemas[name];
  const properties = Object.entries(schema?.properties ?? {});
  const files = properties.filter(([, { format }]) => format === "binary");
  const list = (entries: typeof properties) => JSON.stringify(entries.map(([field]) => field));
  return [
    `  ${operation.operationId}: { fields: ${list(properties)}, files: ${list(files)} },`,
  ];
}

/** JSON answers without their envelope, text as it is, other files as a `Blob`. */
function answerOf(document: ClientDocument, operation: Operation): string {
  const content = contentOf(operation);
  if (content === null) return redirects(operation) ? "Blob" : "undefined";
  const [type, { schema }] = content;
  if (type.startsWith("text/")) return "string";
  if (!type.includes("json")) return "Blob";
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? schema : document.components.schemas[name];
  const isEnvelope = target?.properties?.response !== undefined;
  return isEnvelope ? `${typeOf(schema)}["response"]` : typeOf(schema);
}

/** Audio is answered by a redirect to its file. */
const redirects = ({ responses }: Operation): boolean =>
  Object.keys(responses).some((status) => ["302", "303", "307"].includes(status));

function contentOf({ responses }: Operation): [string, Content[string]] | null {
  const done = Object.entries(responses).find(([status]) => status.startsWith("2"));
  return Object.entries(done?.[1].content ?? {})[0] ?? null;
}

function addressOf(
  document: ClientDocument,
  path: string,
  method: string,
  operation: Operation,
): string {
  const parameters = parametersOf(document, operation);
  const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const [type = ""] = contentOf(operation) ?? [];
  const isJson = type.includes("json") || (type === "" && !redirects(operation));
  const other = type.startsWith("text/") ? "text" : "file";
  const takesKey = parameters.some(({ name }) => name.toLowerCase() === "idempotency-key");
  const parts = [
    `method: ${JSON.stringify(method.toUpperCase())}`,
    `path: ${JSON.stringify(path)}`,
    `query: ${JSON.stringify(query)}`,
    `answer: ${JSON.stringify(isJson ? "json" : other)}`,
    `takesKey: ${takesKey}`,
  ];
  return `  ${operation.operationId}: { ${parts.join(", ")} },`;
}
