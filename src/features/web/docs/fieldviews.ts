/** Renders lists of fields. */
import { type Html, html } from "../../../platform/http/html.ts";
import { limitsOf, typeOf } from "./fields.ts";
import type { Field } from "./schema.ts";
import { prose } from "./text.ts";

/** A titled list of fields; nothing if there are none. `id`: the start of each field's id. */
export const fieldList = (
  title: string,
  fields: readonly Field[],
  { id, level = 3 }: Readonly<{ id?: string; level?: 3 | 4 }> = {},
): Html =>
  html`${fields.length > 0 && html`${level === 3 ? html`<h3>${title}</h3>` : html`<h4>${title}</h4>`}${definitions(fields, id)}`}`;

/** Fields with their types, limits and meanings. */
export const definitions = (fields: readonly Field[], id?: string): Html =>
  html`<dl class="fields">${fields.map((field) => definition(field, id))}</dl>`;

function definition({ name, schema, required, about }: Field, id: string | undefined): Html {
  const limits = limitsOf(schema);
  return html`
<div${id !== undefined && !name.includes(".") && html` id="${id}.${name}"`}><dt><code>${breakable(name)}</code>${required && html` <b>required</b>`}</dt>
<dd><span class="type">${typeOf(schema)}</span>${
    limits !== "" && html` <span class="limits">${limits}</span>`
  }${about !== "" && prose(about)}</dd></div>`;
}

/** Long names and paths break at their separators. */
export const breakable = (text: string): Html =>
  html`${text.split(/(?<=[./_])/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
