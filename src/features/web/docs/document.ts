/** Arranges the OpenAPI document for readers: chapters of operations, and the records they share. */
import { DERIVED } from "../../../platform/http/description/components.ts";
import type { Examples } from "../../../platform/http/description/examples.ts";
import { nameOf, type Schema } from "../../../platform/http/description/schema.ts";
import type { ApiDocument } from "../../../platform/http/openapi.ts";
import { fieldsOf } from "./fields.ts";
import { slugOf } from "./rules.ts";
import type { Answer, Api, Chapter, Field, Operation, Refusal } from "./schema.ts";

type Content = Record<string, { schema?: Schema }>;
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Response = { description: string; content?: Content };
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: readonly object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, Response | { $ref: string }>;
};
type Components = {
  schemas: Record<string, Schema>;
  parameters: Record<string, Parameter>;
  responses: Record<string, Response>;
};

/** A tag of the description, and the chapters that its operations are divided into. */
export type Subject = Pick<Chapter, "name" | "slug" | "about"> &
  Readonly<{ parts: readonly Chapter[] }>;

export const subjectsOf = (chapters: readonly Chapter[]): Subject[] =>
  [...Map.groupBy(chapters, ({ slug, partOf }) => partOf?.slug ?? slug).values()].flatMap(
    (parts) => {
      const [first] = parts;
      return first === undefined ? [] : { ...(first.partOf ?? first), about: first.about, parts };
    },
  );

/** The API that `document` describes. */
export function apiOf(document: ApiDocument, examples: Examples): Api {
  const none = { schemas: {}, parameters: {}, responses: {} };
  const components = { ...none, ...document.components } as unknown as Components;
  const described = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, found]) => {
      const operation = found as Described;
      return { tag: operation.tags[0], method: method.toUpperCase(), path, operation };
    }),
  );
  const byTag = Map.groupBy(described, ({ tag }) => tag);
  const chapters = (document.tags ?? []).flatMap(({ name, description = "" }) =>
    partsOf({
      name,
      slug: slugOf(name),
      about: description,
      partOf: null,
      operations: (byTag.get(name) ?? []).map(({ method, path, operation }) =>
        operationOf(operation, { method, path }, components, examples),
      ),
    }),
  );
  const { title, version, description = "" } = document.info;
  return { title, version, about: description, chapters, records: recordsOf(components) };
}

/** A chapter with more operations is split, so that its page does not become endless. */
const LONG = 30;

/** The chapter, or its parts: the operations on shows, on episodes and so on. */
function partsOf(chapter: Chapter): Chapter[] {
  const { name, slug, operations } = chapter;
  if (operations.length <= LONG) return [chapter];
  const byNoun = Map.groupBy(operations, ({ path }) => path.split("/")[2] ?? "");
  return [...byNoun].map(([noun, part]) => ({
    ...chapter,
    name: `${name}: ${noun}`,
    slug: `${slug}-${noun}`,
    partOf: { name, slug },
    operations: part,
  }));
}

/** Request bodies and responses are shown with their operations. */
const recordsOf = ({ schemas }: Components): Api["records"] =>
  Object.entries(schemas)
    .filter(([name]) => !DERIVED.test(name))
    .map(([name, schema]) => ({
      name,
      about: schema.description ?? "",
      fields: fieldsOf(schema, schemas),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** A description without its last paragraph, which says who may call the operation, and with which scopes. */
function splitDescription(description: string) {
  const paragraphs = description.split("\n\n");
  const last = paragraphs.at(-1) ?? "";
  const [access, scopes] = last.replace("Access: ", "").split(". Scope: ");
  if (!last.startsWith("Access: ") || access === undefined || scopes === undefined)
    return { about: description, access: null, scopes: null };
  return { about: paragraphs.slice(0, -1).join("\n\n"), access, scopes: scopes.slice(0, -1) };
}

function operationOf(
  described: Described,
  { method, path }: Pick<Operation, "method" | "path">,
  components: Components,
  examples: Examples,
): Operation {
  const { operationId, summary, description = "", security } = described;
  const { about, access, scopes } = splitDescription(description);
  const parameters = (described.parameters ?? []).flatMap((one) =>
    "$ref" in one ? (components.parameters[nameOf(one.$ref)] ?? []) : one,
  );
  const within = (place: string) => parameters.filter((one) => one.in === place).map(parameterOf);
  const content = described.requestBody?.content ?? {};
  const types = Object.keys(content);
  return {
    id: operationId,
    method,
    path,
    summary,
    about,
    access,
    scopes,
    needsToken: security?.every((way) => Object.keys(way).length > 0) ?? false,
    path_parameters: within("path"),
    query: within("query"),
    headers: within("header"),
    types,
    body: fieldsOf(content[types[0] ?? ""]?.schema ?? {}, components.schemas, { isRequest: true }),
    ...responsesOf(described, components),
    example: examples[operationId] ?? {},
  };
}

const parameterOf = ({ name, required = false, description, schema }: Parameter): Field => ({
  name,
  schema,
  required,
  about: description ?? schema.description ?? "",
});

function responsesOf({ responses }: Described, components: Components) {
  const answers: Answer[] = [];
  const refusals: Refusal[] = [];
  for (const [status, found] of Object.entries(responses)) {
    const isCommon = "$ref" in found;
    const response = isCommon ? components.responses[nameOf(found.$ref)] : found;
    if (status === "default" || response === undefined) continue;
    const about = response.description;
    if (Number(status) >= 400) refusals.push({ status, about, isCommon });
    else answers.push({ status, about, ...contentOf(response, components) });
  }
  return { answers, refusals };
}

function contentOf({ content = {} }: Response, { schemas }: Components) {
  const [type = null, media = {}] = Object.entries(content)[0] ?? [];
  const isJson = type === "application/json";
  return { type, fields: isJson ? unwrapped(fieldsOf(media.schema ?? {}, schemas)) : [] };
}

/** The fields without the object `response` around them, which all answers of the API have. */
const unwrapped = (fields: readonly Field[]): readonly Field[] =>
  fields[0]?.name === WRAPPER && fields.length > 1
    ? fields.slice(1).map((field) => ({ ...field, name: field.name.slice(WRAPPER.length + 1) }))
    : fields;

const WRAPPER = "response";
