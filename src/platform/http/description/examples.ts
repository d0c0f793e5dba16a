/** Adds an example of each operation, and words for its parameters, to the API description. */
import type { createDocument } from "zod-openapi";

/** A request to one operation and its successful response. */
export type Example = Readonly<{
  request?: Readonly<{
    /** Parameters of the path and the query. */
    parameters?: Readonly<Record<string, unknown>>;
    /** The fields of the body; files are given by their names. */
    body?: Readonly<Record<string, unknown>>;
  }>;
  /** The whole JSON response; undefined for operations that answer in other types. */
  response?: unknown;
}>;

/** Examples by operation id. */
export type Examples = Readonly<Record<string, Example>>;

type Document = ReturnType<typeof createDocument>;
type Parameter = { name: string; in: string; description?: string; example?: unknown };
type Content = Record<string, { example?: unknown }>;
type Operation = {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

const operationsOf = ({ paths = {} }: Document): Operation[] =>
  Object.values(paths).flatMap((path) => Object.values(path ?? {}) as Operation[]);

/** Describes each parameter that has no description of its own by `words`, which are keyed by name. */
export function describeParameters(
  document: Document,
  words: Readonly<Record<string, string>>,
): void {
  for (const { parameters = [] } of operationsOf(document))
    for (const parameter of parameters)
      if ("name" in parameter && words[parameter.name] !== undefined)
        parameter.description ??= words[parameter.name] as string;
}

/**
 * Adds `examples` to the document, whose components are already shared: to the first content type of a request body,
 * to JSON responses, and to parameters. A shared parameter has the example of the first operation that has one.
 */
export function addExamples(document: Document, examples: Examples): void {
  const shared = (document.components?.parameters ?? {}) as Record<string, Parameter>;
  for (const { operationId, parameters = [], requestBody, responses } of operationsOf(document)) {
    const { request = {}, response } = examples[operationId] ?? {};
    for (const each of parameters) {
      const parameter =
        "$ref" in each ? shared[each.$ref.slice(each.$ref.lastIndexOf("/") + 1)] : each;
      const value = request.parameters?.[parameter?.name ?? ""];
      if (parameter !== undefined && value !== undefined) parameter.example ??= value;
    }
    const [body] = Object.values(requestBody?.content ?? {});
    if (body !== undefined && request.body !== undefined) body.example = request.body;
    const answer = responses["200"]?.content?.["application/json"];
    if (answer !== undefined && response !== undefined) answer.example = response;
  }
}
