/** The page of a chapter: its operations one after another. */
import { type Html, html } from "../../../platform/http/html.ts";
import { operationView } from "./operationview.ts";
import { chapterUrl, operationUrl } from "./rules.ts";
import type { Chapter } from "./schema.ts";
import { inline, prose } from "./text.ts";

/** The page of a tag whose operations are on several pages. */
export const partsPage = (name: string, parts: readonly Chapter[]): Html => html`
<h1>${name}</h1>
<div class="lead">${prose(parts[0]?.about ?? "")}</div>
${parts.map(
  (part) => html`
<h2><a href="${chapterUrl(part.slug)}">${part.name}</a></h2>
<ul class="index">${part.operations.map(({ id, summary }) => html`<li><a href="${operationUrl(part.slug, id)}">${inline(summary)}</a></li>`)}</ul>`,
)}`;

export const chapterPage = ({ name, about, operations }: Chapter, baseUrl: string): Html => html`
<h1>${name}</h1>
<div class="lead">${prose(about)}</div>
${operations.map((operation) => operationView(operation, baseUrl))}`;
