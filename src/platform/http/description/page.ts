/** The reference as one page of HTML, made of the OpenAPI document; it needs no script. */
import { escapeHtml } from "../../text/html.ts";
import type { ApiDocument } from "../openapi.ts";
import {
  inline,
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
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Endpoint = Operation & { method: string; path: string };

/** The whole page. Addresses in examples start with `baseUrl`. */
export function renderReference(document: ApiDocument, baseUrl: string): string {
  const named = (document.components?.schemas ?? {}) as Record<string, Schema>;
  // Bodies stand at their endpoints.
  const records = Object.entries(named).filter(([name]) => !name.endsWith("_body"));
  const endpoints = endpointsOf(document);
  const chapters = [...Map.groupBy(endpoints, ({ tags }) => tags[0] ?? "Other")];
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
<p class="soft">Version ${escapeHtml(version)}. The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
${prose(description)}
${chapters.map(([tag, found]) => chapterOf(tag, found, named, baseUrl)).join("\n")}
<section aria-labelledby="schemas"><h2 id="schemas">Records</h2>
${records.map(recordOf(named)).join("\n")}
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

const contentsOf = ([tag, endpoints]: [string, Endpoint[]]): string =>
  `<h2><a href="#${idOf(tag)}">${escapeHtml(tag)}</a></h2><ul>${endpoints
    .map(({ operationId, summary }) => `<li><a href="#${operationId}">${inline(summary)}</a></li>`)
    .join("")}</ul>`;

function chapterOf(
  tag: string,
  endpoints: Endpoint[],
  named: Record<string, Schema>,
  baseUrl: string,
): string {
  const articles = endpoints.map((endpoint) => articleOf(endpoint, named, baseUrl));
  return `<section aria-labelledby="${idOf(tag)}"><h2 id="${idOf(tag)}">${escapeHtml(tag)}</h2>
${articles.join("\n")}</section>`;
}

function articleOf(endpoint: Endpoint, named: Record<string, Schema>, baseUrl: string): string {
  const { operationId, method, path, summary, description = "", parameters = [] } = endpoint;
  const body = endpoint.requestBody?.content["multipart/form-data"]?.schema;
  const [type = "", answer] = Object.entries(endpoint.responses["200"]?.content ?? {})[0] ?? [];
  const answers = type === "application/json" ? rowsOf(answer?.schema ?? {}, named) : [];
  return `<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${inline(summary)}</h3>
<p class="address"><code><span class="method">${method}</span> ${escapeHtml(path)}</code></p>
${description === "" ? "" : prose(description)}
${tableOf("Parameters", parameters.map(parameterRow))}
${tableOf("Body", body === undefined ? [] : rowsOf(body, named))}
${answers.length > 0 ? tableOf("Answer", answers) : `<p>Answers with ${escapeHtml(type)}.</p>`}
<pre tabindex="0" aria-label="Example"><code>${escapeHtml(exampleOf(endpoint, baseUrl))}</code></pre>
</article>`;
}

const parameterRow = ({ name, in: place, required, schema }: Parameter): Row => ({
  name,
  type: typeOf(schema),
  notes: [`in the ${place}`, required ? "" : "optional", notesOf(schema)]
    .filter((note) => note !== "")
    .join("; "),
  description: schema.description ?? "",
});

/** A command to try; GET needs no `-X`. */
function exampleOf({ method, path, security }: Endpoint, baseUrl: string): string {
  const verb = method === "GET" ? "" : ` -X ${method}`;
  const token = security === undefined ? "" : ' -H "Authorization: Bearer $TOKEN"';
  return `curl${verb}${token} "${baseUrl}${path}"`;
}

const recordOf =
  (named: Record<string, Schema>) =>
  ([name, schema]: [string, Schema]): string => {
    const id = escapeHtml(name);
    return `<article aria-labelledby="schema-${id}"><h3 id="schema-${id}">${id}</h3>
${schema.description === undefined ? "" : prose(schema.description)}
${tableOf(name, rowsOf(schema, named))}</article>`;
  };
