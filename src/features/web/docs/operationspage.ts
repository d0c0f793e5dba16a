/** The index of all operations and records. */
import { type Html, html } from "../../../platform/http/html.ts";
import { type Subject, subjectsOf } from "./document.ts";
import { breakable } from "./fieldviews.ts";
import { method } from "./operationview.ts";
import { chapterUrl, operationUrl, recordUrl } from "./rules.ts";
import type { Api, Chapter, Operation } from "./schema.ts";
import { inline } from "./text.ts";

export const operationsPage = ({ chapters, records }: Api): Html => html`
<h1>All operations</h1>
${subjectsOf(chapters).map(subjectIndex)}
<h2 id="schemas"><a href="/docs/records">Records</a></h2>
<ul class="index moved">${records.map(({ name }) => html`<li id="schema-${name}"><a href="${recordUrl(name)}">${name}</a></li>`)}</ul>`;

/** Entries have the ids that the reference had when it was one page. */
const subjectIndex = ({ name, slug, about, parts }: Subject): Html => html`
<section class="chapter moved" id="chapter-${slug.replace(/-api$/, "")}">
<h2><a href="${chapterUrl(slug)}">${name}</a></h2>
<p class="soft">${about}</p>
<ul>${parts.flatMap((part) => part.operations.map((operation) => operationEntry(part, operation)))}</ul>
</section>`;

const operationEntry = ({ slug }: Chapter, { id, summary, path, ...rest }: Operation): Html => html`
<li id="${id}"><a href="${operationUrl(slug, id)}">${inline(summary)}</a> <span class="address">${method(rest.method)} <code>${breakable(path)}</code></span></li>`;
