/** Renders the API reference as one HTML page without scripts, from the OpenAPI document. */
import { escapeHtml } from "../../text/html.ts";
import type { ApiDocument } from "../openapi.ts";
import { commandOf } from "./command.ts";
import { DERIVED } from "./components.ts";
import type { Example, Examples } from "./examples.ts";
import {
  inline,
  nameOf,
  notesOf,
  prose,
  type Row,
  rowsOf,
  type Schema,
  tableOf,
  typeOf,
} from "./schema.ts";
import { STYLE } from "./style.ts";

type Content = Record<string, { schema?: Schema }>;
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Shared = Readonly<{
  baseUrl: string;
  examples: Examples;
  schemas: Record<string, Schema>;
  parameters: Record<string, Parameter>;
}>;
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Endpoint = Operation & { method: string; path: string };
type Chapter = { tag: string; about: string; endpoints: Endpoint[] };

/** The whole page. URLs of requests in `examples` start with `baseUrl`. */
export function renderReference(
  document: ApiDocument,
  examples: Examples,
  baseUrl: string,
): string {
  const components = { schemas: {}, parameters: {}, ...document.components };
  const shared = { ...components, examples, baseUrl } as Shared;
  // Request bodies and responses are shown with their endpoints.
  const records = Object.entries(shared.schemas).filter(([name]) => !DERIVED.test(name));
  const byTag = Map.groupBy(endpointsOf(document), ({ tags }) => tags[0] ?? "Other");
  const chapters = (document.tags ?? []).map(
    ({ name, description: about = "" }): Chapter => ({
      tag: name,
      about,
      endpoints: byTag.get(name) ?? [],
    }),
  );
  const { title, version, description = "" } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: reference</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">${chapters.map(contentsOf).join("")}
<h2><a href="#schemas">Records</a></h2></nav>
<main id="content">
<h1>${escapeHtml(title)}</h1>
<p class="soft">Version ${escapeHtml(version)}. For programs: <a href="/openapi.json">openapi.json</a>.</p>
${prose(description)}
${chapters.map((chapter) => chapterOf(chapter, shared)).join("\n")}
<section aria-labelledby="schemas"><h2 id="schemas">Records</h2>
${records.map(recordOf(shared.schemas)).join("\n")}
</section>
</main>
</body>
</html>
`;
}

const endpointsOf = ({ paths = {} }: ApiDocument): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      ...(operation as Operation),
      method: method.toUpperCase(),
      path,
    })),
  );

const idOf = (tag: string): string => `chapter-${tag.toLowerCase().replace(/\W+/g, "-")}`;

const contentsOf = ({ tag, endpoints }: Chapter): string =>
  `<h2><a href="#${idOf(tag)}">${escapeHtml(tag)}</a></h2><ul>${endpoints
    .map(({ operationId, summary }) => `<li><a href="#${operationId}">${inline(summary)}</a></li>`)
    .join("")}</ul>`;

function chapterOf({ tag, about, endpoints }: Chapter, shared: Shared): string {
  const articles = endpoints.map((endpoint) => articleOf(endpoint, shared));
  return `<section aria-labelledby="${idOf(tag)}"><h2 id="${idOf(tag)}">${escapeHtml(tag)}</h2>
${about === "" ? "" : prose(about)}
${articles.join("\n")}</section>`;
}

function articleOf(endpoint: Endpoint, shared: Shared): string {
  const { schemas, parameters, examples } = shared;
  const { operationId, method, path, summary, description = "" } = endpoint;
  const example = examples[operationId] ?? {};
  const own = (endpoint.parameters ?? []).flatMap((parameter) =>
    "$ref" in parameter ? (parameters[nameOf(parameter.$ref)] ?? []) : parameter,
  );
  const body = endpoint.requestBody?.content["multipart/form-data"]?.schema;
  const [type = "", answer] = Object.entries(endpoint.responses["200"]?.content ?? {})[0] ?? [];
  const answers = type === "application/json" ? rowsOf(answer?.schema ?? {}, schemas) : [];
  return `<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${inline(summary)}</h3>
<p class="address"><code><span class="method">${method}</span> ${escapeHtml(path)}</code></p>
${description === "" ? "" : prose(description)}
${tableOf("Parameters", own.map(parameterRow))}
${tableOf("Body", body === undefined ? [] : rowsOf(body, schemas))}
${answers.length > 0 ? tableOf("Answer", answers) : `<p>Answers with ${escapeHtml(type)}.</p>`}
<pre tabindex="0" aria-label="Example request"><code>${escapeHtml(requestOf(endpoint, example, shared))}</code></pre>
${answerOf(example)}</article>`;
}

const parameterRow = ({ name, in: place, required, description, schema }: Parameter): Row => ({
  name,
  type: typeOf(schema),
  notes: [`in the ${place}`, required ? "" : "optional", notesOf(schema)]
    .filter((note) => note !== "")
    .join("; "),
  description: description ?? schema.description ?? "",
});

function requestOf(endpoint: Endpoint, example: Example, { schemas, baseUrl }: Shared): string {
  const content = endpoint.requestBody?.content ?? {};
  const body = content["multipart/form-data"]?.schema ?? {};
  const { properties = {} } = body.$ref === undefined ? body : (schemas[nameOf(body.$ref)] ?? {});
  const files = Object.entries(properties).filter(([, { format }]) => format === "binary");
  const types = Object.keys(content);
  return commandOf(
    { ...endpoint, types, files: new Set(files.map(([name]) => name)) },
    example,
    baseUrl,
  );
}

const answerOf = ({ response }: Example): string =>
  response === undefined
    ? ""
    : `<details><summary>Example answer</summary><pre tabindex="0" aria-label="Example answer"><code>${escapeHtml(
        JSON.stringify(response, null, 2),
      )}</code></pre></details>`;

const recordOf =
  (named: Record<string, Schema>) =>
  ([name, schema]: [string, Schema]): string => {
    const id = escapeHtml(name);
    return `<article aria-labelledby="schema-${id}"><h3 id="schema-${id}">${id}</h3>
${schema.description === undefined ? "" : prose(schema.description)}
${tableOf(name, rowsOf(schema, named))}</article>`;
  };
