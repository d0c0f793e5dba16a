/** The catalogue of errors: every type, by status. */
import { STATUS_CODES } from "node:http";
import type { DescribedError } from "../../../platform/errortypes.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { codeBlock, inline } from "./text.ts";

const EXAMPLE = `{
  "response": {
    "error": {
      "messages": ["title: must have at least 5 characters"],
      "code": 400,
      "type": "invalid-parameter",
      "fields": { "title": "must have at least 5 characters" },
      "request_id": "0f0c5c1e-8d5b-4b7c-9d53-0a3c5a6f3f1e"
    }
  }
}`;

export function errorsPage(errors: readonly DescribedError[]): Html {
  const byStatus = [...Map.groupBy(errors, ({ status }) => status)];
  return html`
<h1>Errors</h1>
<div class="lead"><p>Every error has this body, whatever the operation. OAuth paths answer in the form of RFC 6749 §5.2, resumable uploads in plain text.</p></div>
${codeBlock(EXAMPLE)}
<p>Decide by <code>type</code>: it never changes. <code>messages</code> are sentences for people. <code>fields</code> maps each wrong parameter to what is wrong with it. Quote <code>request_id</code> when you report a problem; it is also in the <code>X-Request-Id</code> header.</p>
<ul class="index">${byStatus.map(([status]) => html`<li><a href="#status-${status}">${status} ${STATUS_CODES[status]}</a></li>`)}</ul>
${byStatus.map(([status, all]) => group(status, all))}`;
}

const group = (status: number, all: readonly DescribedError[]): Html => html`
<section class="record" id="status-${status}" aria-labelledby="status-${status}-title">
<h2 id="status-${status}-title">${status} ${STATUS_CODES[status]} <a class="anchor" href="#status-${status}" aria-label="Link to this status">#</a></h2>
<dl class="fields">${all.map(
  ({ type, meaning, remedy }) =>
    // Two types have two statuses each.
    html`<div id="${status}-${type}"><dt><code>${type}</code></dt><dd>${inline(meaning)}<p>${inline(remedy)}</p></dd></div>`,
)}</dl>
</section>`;
