/** Calls operations by their names and records each first call as the operation's example. */
import type { Example } from "../../src/platform/http/description/examples.ts";
import type { ApiDocument } from "../../src/platform/http/openapi.ts";
import type { Person } from "../setup/app.ts";

/** As a proxy in front of the server sends it, so that responses contain a public address. */
const PUBLIC = { "x-forwarded-proto": "https", "x-forwarded-host": "pods.example" };

type Values = Record<string, unknown>;

/** A request. Ids in the path that it does not name are those of `ids`. */
export type Sent = Readonly<{
  /** null: without a token. */
  by: Pick<Person, "token"> | null;
  parameters?: Values;
  body?: Values;
  files?: Record<string, File>;
}>;

type Parameter = { name: string; in: string; required?: boolean };
type Content = Record<string, unknown>;
type Operation = Readonly<{
  operationId: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** The content type of bodies; undefined if there is none. */
  sends: string | undefined;
  returnsJson: boolean;
}>;

export type Recorder = ReturnType<typeof createRecorder>;

/** `ids`: values of required parameters, by name. */
export function createRecorder(document: ApiDocument, baseUrl: string, ids: Values) {
  const operations = new Map(operationsOf(document).map((each) => [each.operationId, each]));
  const examples = new Map<string, Example>();

  /** Calls the operation and returns its JSON; throws if it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: responses are read freely; the server has validated them
  async function call(operationId: string, { by, files = {}, ...sent }: Sent): Promise<any> {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
    const needed = operation.parameters.filter(
      (each) => each.required && (each.in === "path" || each.in === "query"),
    );
    const given = needed.map(({ name }) => [name, ids[name]] as const);
    const parameters: Values = { ...Object.fromEntries(given), ...sent.parameters };
    const answer = await fetch(new URL(addressOf(operation.path, parameters), baseUrl), {
      method: operation.method,
      headers: {
        ...PUBLIC,
        ...(by !== null && { authorization: `Bearer ${by.token}` }),
        ...(operation.sends === "application/json" && { "content-type": "application/json" }),
      },
      body: encode(operation.sends, sent.body, files),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${operationId}: ${answer.status} ${text}`);
    const response = text === "" ? {} : JSON.parse(text);
    const names = Object.entries(files).map(([field, { name }]) => [field, name]);
    const body = { ...sent.body, ...Object.fromEntries(names) };
    const request = {
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(Object.keys(body).length > 0 && { body }),
    };
    if (!examples.has(operationId))
      examples.set(operationId, {
        ...(Object.keys(request).length > 0 && { request }),
        response,
      });
    return response.response ?? response;
  }

  return {
    call,
    /** The operations that answer in JSON and have no example yet. */
    missing: () =>
      [...operations.values()].filter(
        ({ operationId, returnsJson }) => returnsJson && !examples.has(operationId),
      ),
    /** All examples, in the order of the document. */
    examples: (): Record<string, Example> =>
      Object.fromEntries(
        [...operations.keys()].flatMap((name) => {
          const example = examples.get(name);
          return example === undefined ? [] : [[name, example]];
        }),
      ),
  };
}

function operationsOf(document: ApiDocument): Operation[] {
  const shared = (document.components?.parameters ?? {}) as unknown as Record<string, Parameter>;
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, described]) => {
      const { operationId, parameters, requestBody, responses } = described as {
        operationId: string;
        parameters?: (Parameter | { $ref: string })[];
        requestBody?: { content: Content };
        responses: Record<string, { content?: Content }>;
      };
      return {
        operationId,
        method: method.toUpperCase(),
        path,
        parameters: (parameters ?? []).flatMap((each) =>
          "$ref" in each ? (shared[each.$ref.split("/").at(-1) ?? ""] ?? []) : each,
        ),
        sends: Object.keys(requestBody?.content ?? {})[0],
        returnsJson: responses["200"]?.content?.["application/json"] !== undefined,
      };
    }),
  );
}

function addressOf(path: string, parameters: Values): string {
  const rest = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]))}?${query}`;
}

function encode(type: string | undefined, body: Values | undefined, files: Record<string, File>) {
  if (body === undefined && Object.keys(files).length === 0) return null;
  if (type === "application/json") return JSON.stringify(body);
  const form = type === "multipart/form-data" ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {}))
    form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  if (form instanceof FormData)
    for (const [name, file] of Object.entries(files)) form.set(name, file, file.name);
  return form;
}
