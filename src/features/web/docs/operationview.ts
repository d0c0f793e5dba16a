/** Renders one operation: who may call it, what it accepts and answers, and examples. */
import { describeErrors } from "../../../platform/errortypes.ts";
import { STATUS } from "../../../platform/http/errors.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { curlOf } from "./curl.ts";
import { breakable, definitions, fieldList } from "./fieldviews.ts";
import { statusUrl } from "./rules.ts";
import type { Answer, Operation, Refusal } from "./schema.ts";
import { codeBlock, inline, prose } from "./text.ts";
import { typescriptOf } from "./typescript.ts";

/** The statuses that the catalogue of errors has; resumable uploads have another one. */
const CATALOGUE: ReadonlySet<string> = new Set(
  describeErrors(STATUS).map(({ status }) => String(status)),
);

/** `baseUrl` is where the examples send their requests. */
export const operationView = (operation: Operation, baseUrl: string): Html => html`
<section class="operation" id="${operation.id}" aria-labelledby="${operation.id}-title">
<h2 id="${operation.id}-title">${inline(operation.summary)} <a class="anchor" href="#${operation.id}" aria-label="Link to this operation">#</a></h2>
<p class="address">${method(operation.method)} <code>${breakable(operation.path)}</code></p>
<div class="columns">
<div class="terms">
${prose(operation.about)}
${access(operation)}
${fieldList("Path", operation.path_parameters, { id: operation.id })}
${fieldList("Query", operation.query, { id: operation.id })}
${fieldList("Headers", operation.headers, { id: operation.id })}
${body(operation)}
${operation.answers.map(answer)}
${refusals(operation.refusals)}
</div>
${samples(operation, baseUrl)}
</div>
</section>`;

/** The method of a request, in a colour of its own besides its name. */
export const method = (name: string): Html =>
  html`<span class="method ${name.toLowerCase()}">${name}</span>`;

const access = ({ access, scopes, needsToken }: Operation): Html => html`
<p class="access">${
  access === null
    ? html`<span>${needsToken ? "Needs a token." : "Needs no token."}</span>`
    : html`<span><b>Access</b> ${inline(access)}</span>`
}${scopes !== null && html` <span><b>Scope</b> ${inline(scopes)}</span>`}</p>`;

const body = ({ id, types, body: fields }: Operation): Html =>
  html`${
    fields.length > 0 &&
    html`<h3>Body</h3><p class="soft">${types.map((type, at) => html`${at > 0 && " or "}<code>${type}</code>`)}</p>${definitions(fields, id)}`
  }`;

const answer = ({ status, about, type, fields }: Answer): Html => html`
<h3>Response <code>${status}</code></h3>
${
  (about !== "Success" || fields.length === 0) &&
  html`<p>${inline(about === "Success" ? "" : about)}${
    type !== null && type !== "application/json" && html` <span class="soft">${type}</span>`
  }</p>`
}
${fields.length > 0 && definitions(fields)}`;

/** Statuses that mean the same everywhere are links; the others are explained here. */
function refusals(all: readonly Refusal[]): Html {
  const own = all.filter(({ isCommon }) => !isCommon);
  const common = all.filter(({ isCommon }) => isCommon);
  return html`
<h3>Errors</h3>
${own.length > 0 && html`<ul class="refusals">${own.map(({ status, about }) => html`<li>${statusLink(status)} ${inline(about)}</li>`)}</ul>`}
${common.length > 0 && html`<p class="statuses">${common.map(({ status }) => html`${statusLink(status)} `)}</p>`}`;
}

const statusLink = (status: string): Html =>
  CATALOGUE.has(status)
    ? html`<a href="${statusUrl(status)}">${status}</a>`
    : html`<b>${status}</b>`;

/** Two tabs for the request, one open and the other one click away even without scripts; and the answer. */
function samples(operation: Operation, baseUrl: string): Html {
  const { id, example } = operation;
  return html`
<div class="samples">
<div class="tabbed">
${sample("curl", { id, text: curlOf(operation, baseUrl), isOpen: true })}
${sample("TypeScript", { id, text: typescriptOf(operation, baseUrl), isOpen: false })}
</div>
${
  example.response !== undefined &&
  html`<div class="answer"><p>Response</p>${codeBlock(JSON.stringify(example.response, null, 2))}</div>`
}
</div>`;
}

const sample = (
  name: string,
  { id, text, isOpen }: Readonly<{ id: string; text: string; isOpen: boolean }>,
): Html =>
  html`<details name="request-${id}" data-language="${name}"${isOpen && html` open`}><summary>${name}</summary>${codeBlock(text)}</details>`;
