/** The pages of the records: the objects that bodies and answers of several operations contain. */
import { type Html, html } from "../../../platform/http/html.ts";
import { definitions } from "./fieldviews.ts";
import type { ApiRecord } from "./schema.ts";
import { prose } from "./text.ts";

export const recordsPage = (title: string, records: readonly ApiRecord[]): Html => html`
<h1>${title}</h1>
<div class="lead"><p>The objects that bodies and answers contain. New fields may be added at any time: ignore fields you do not know.</p></div>
<ul class="index">${records.map(({ name }) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
${records.map(record)}`;

const record = ({ name, about, fields }: ApiRecord): Html => html`
<section class="record" id="schema-${name}" aria-labelledby="schema-${name}-title">
<h2 id="schema-${name}-title">${name} <a class="anchor" href="#schema-${name}" aria-label="Link to this record">#</a></h2>
${prose(about)}
${fields.length > 0 && definitions(fields)}
</section>`;
