/** The layout of every page, and the components of forms. */

import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { DEFAULT_LOCALE } from "../../../platform/http/locale.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import type { PageFrame } from "../../../platform/http/site.ts";
import { fontLinks, footer, header, icons, stylesheetLink } from "./frame.ts";
import { type Words, wordsOf } from "./rules.ts";

export { brand, searchField, searchForm, stylesheetLink } from "./frame.ts";

type Layout = Readonly<{
  title: string;
  /** "any": the page is the same for everybody. */
  session: SessionCaller | null | "any";
  /** The site's identity, and the URL of the page. */
  frame: PageFrame;
  body: Html;
  /** A column for forms instead of the full width. */
  narrow?: boolean;
  /** Additional elements of the head: links, descriptions, scripts. */
  head?: Html;
  /** The language of the page, and the layout's texts in it. */
  words?: Words;
  /** The value of the search field in the header. */
  q?: string;
}>;

/** A whole page: header, main landmark, footer, stylesheet. `body` starts with its `h1`. */
export function layout(spec: Layout): Html {
  const { title, session, frame, body, narrow = false, head, q = "" } = spec;
  const words = spec.words ?? wordsOf(DEFAULT_LOCALE);
  const content = html`<body>
${header({ frame, words, session, q })}
<main id="main" tabindex="-1"${narrow && html` class="narrow"`}>
${body}
</main>
${footer(frame, { words, session }, spec.words !== undefined)}
</body>`;
  return htmlDocument({ title, frame, lang: words.lang, head, content });
}

type Document = Readonly<{
  title: string;
  frame: PageFrame;
  lang: string;
  head?: Html | undefined;
  /** The `body` element. */
  content: Html;
}>;

/** A document with the stylesheet, fonts and icons of all pages around a body. */
export const htmlDocument = ({
  title,
  frame,
  lang,
  head,
  content,
}: Document): Html => html`${DOCTYPE}
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${frame.site.name}</title>
<meta property="og:site_name" content="${frame.site.name}">
${fontLinks}
${stylesheetLink(frame.site)}
${icons}
${head}
</head>
${content}
</html>
`;

const DOCTYPE = trusted("<!doctype html>");

type Field = Readonly<{
  label: string;
  name: string;
  /** The current value; never shown for passwords. */
  value?: string | null | undefined;
  /** The error of this field. */
  error?: string | undefined;
  type?: "text" | "email" | "password" | "url" | "search" | "number" | "date" | "datetime-local";
  autocomplete?: string;
  hint?: string | Html;
  required?: boolean;
  maxlength?: number;
  /** By default the name; a page with several forms needs others. */
  id?: string;
  /** "none" turns off capitalization and spell checking, for usernames and codes. */
  autocapitalize?: "none";
  /** The cursor is in it when the page opens; of one field at most. */
  autofocus?: boolean;
}>;

/** A labelled text input with a hint and an error, both of which screen readers read with the input. */
export function field(spec: Field): Html {
  const { name, value, type = "text", autocomplete, required = false } = spec;
  const plain = spec.autocapitalize === "none";
  return labelled(
    spec,
    html`<input id="${spec.id ?? name}" name="${name}" type="${type}"
${type !== "password" && html` value="${value}"`}${required && html` required`}
${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}
${spec.maxlength !== undefined && html` maxlength="${spec.maxlength}"`}
${plain && html` autocapitalize="none" spellcheck="false"`}${spec.autofocus === true && html` autofocus`}${describedBy(spec)}>`,
  );
}

/** A labelled multi-line text input. */
export const textArea = (spec: Field & { rows: number }): Html =>
  labelled(
    spec,
    html`<textarea id="${spec.id ?? spec.name}" name="${spec.name}" rows="${spec.rows}"
${spec.maxlength !== undefined && html` maxlength="${spec.maxlength}"`}${describedBy(spec)}>
${spec.value}</textarea>`,
  );

/** A labelled select. */
export const choice = (
  spec: Field & { options: readonly (readonly [value: string, text: string])[] },
): Html =>
  labelled(
    spec,
    html`<select id="${spec.id ?? spec.name}" name="${spec.name}"${describedBy(spec)}>${spec.options.map(
      ([value, text]) =>
        html`<option value="${value}"${value === (spec.value ?? "") && html` selected`}>${text}</option>`,
    )}</select>`,
  );

/** A checkbox followed by its label; the browser does not send it while it is unchecked. */
export const checkbox = ({
  name,
  label,
  checked = false,
}: Pick<Field, "name" | "label"> & { checked?: boolean }): Html => html`
<div class="field choice">
<input type="checkbox" id="${name}" name="${name}" value="1"${checked && html` checked`}>
<label for="${name}">${label}</label>
</div>`;

type Labelled = Pick<Field, "id" | "name" | "label" | "hint" | "error">;

const labelled = ({ name, id = name, label, hint, error }: Labelled, control: Html): Html => html`
<div class="field${error !== undefined && " wrong"}">
<label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${control}
${error !== undefined && html`<p class="error" id="${id}-error">${sentence(label, error)}</p>`}
</div>`;

function describedBy({ name, id = name, hint, error }: Labelled): Html {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  const named = ids.filter((part) => part !== false);
  return html`${named.length > 0 && html` aria-describedby="${named.join(" ")}"`}${
    error !== undefined && html` aria-invalid="true"`
  }`;
}

/** Errors of fields start with a verb, such as "is required", and follow the label; or they are whole sentences. */
const sentence = (label: string, error: string): string =>
  error.endsWith(".") ? error : `${label} ${error}.`;

/** The submit button of a form. */
export const submit = (text: string, kind?: "quiet" | "danger"): Html =>
  html`<button type="submit"${kind !== undefined && html` class="${kind}"`}>${text}</button>`;

/** A status message or a problem; screen readers announce problems at once. */
export const notice = (text: string | Html | null, kind: "good" | "problem" | "plain"): Html =>
  html`${text !== null && html`<p class="notice ${kind}" role="${kind === "problem" ? "alert" : "status"}">${text}</p>`}`;

/** A form sent with POST and the session's CSRF token. */
export const form = (action: string, csrf: string, body: Html): Html => html`
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
${body}
</form>`;
