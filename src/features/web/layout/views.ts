/** The layout of every page, and the components of forms. */

import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { DEFAULT_LOCALE } from "../../../platform/http/locale.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { type Words, wordsOf } from "./rules.ts";
import { STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.ts";

type Layout = Readonly<{
  title: string;
  session: SessionCaller | null;
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

/** A whole page: header, main landmark, stylesheet. `body` starts with its `h1`. */
export function layout(spec: Layout): Html {
  const { title, session, body, narrow = false, head, words = wordsOf(DEFAULT_LOCALE) } = spec;
  return html`${DOCTYPE}
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Longwave</title>
${stylesheetLink()}
<link rel="icon" href="data:,">
${head}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="top">
<a class="brand" href="/">${MARK}Longwave</a>
${searchForm(words, spec.q ?? "")}
<nav aria-label="${words.account}">${accountLink(words, session)}</nav>
</header>
<main id="main" tabindex="-1"${narrow && html` class="narrow"`}>
${body}
</main>
</body>
</html>
`;
}

export const stylesheetLink = (): Html =>
  html`<link rel="stylesheet" href="${STYLESHEET_PATH}?v=${STYLESHEET_VERSION}">`;

const DOCTYPE = trusted("<!doctype html>");

/** The logo: a long wave. */
const MARK = html`<svg class="mark" viewBox="0 0 32 16" width="32" height="16" aria-hidden="true"><path d="M1 8C4.5 1 8.5 1 12 8s7.5 7 11 0 5-6 8-4" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/></svg>`;

const searchForm = (words: Words, q: string): Html => html`
<form class="search" role="search" action="/search">
<label class="hidden" for="q">${words.search_hint}</label>
<input id="q" name="q" type="search" value="${q}" placeholder="${words.search_hint}" maxlength="200" required>
<button type="submit">${words.search}</button>
</form>`;

const accountLink = (words: Words, session: SessionCaller | null): Html =>
  session === null
    ? html`<a href="/sign-in">${words.sign_in}</a>`
    : html`<a href="/settings">${session.fullname}</a>`;

const SETTINGS = [
  ["/settings", "Profile"],
  ["/settings/password", "Password"],
  ["/settings/sessions", "Sessions"],
  ["/settings/tokens", "Access tokens"],
  ["/settings/apps", "Connected apps"],
  ["/settings/clients", "Client apps"],
] as const;

/** The body of a settings page: navigation with the current page marked, the sign-out button, the content. */
export const settings = (
  current: (typeof SETTINGS)[number][0],
  csrf: string,
  body: Html,
): Html => html`
<div class="settings">
<div class="aside">
<nav aria-label="Settings"><ul>${SETTINGS.map(
  ([path, name]) =>
    html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${name}</a></li>`,
)}</ul></nav>
${form("/sign-out", csrf, submit("Sign out", "quiet"))}
</div>
<div class="content">${body}</div>
</div>`;

type Field = Readonly<{
  label: string;
  name: string;
  /** The current value; never shown for passwords. */
  value?: string | null | undefined;
  /** The error of this field. */
  error?: string | undefined;
  type?: "text" | "email" | "password" | "url" | "search";
  autocomplete?: string;
  hint?: string;
  required?: boolean;
  maxlength?: number;
  /** "none" turns off capitalization and spell checking, for usernames and codes. */
  autocapitalize?: "none";
}>;

/** A labelled text input with a hint and an error, both of which screen readers read with the input. */
export function field(spec: Field): Html {
  const { name, value, type = "text", autocomplete, required = false } = spec;
  const plain = spec.autocapitalize === "none";
  return labelled(
    spec,
    html`<input id="${name}" name="${name}" type="${type}"
${type !== "password" && html` value="${value}"`}${required && html` required`}
${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}
${spec.maxlength !== undefined && html` maxlength="${spec.maxlength}"`}
${plain && html` autocapitalize="none" spellcheck="false"`}${describedBy(spec)}>`,
  );
}

/** A labelled multi-line text input. */
export const textArea = (spec: Field & { rows: number }): Html =>
  labelled(
    spec,
    html`<textarea id="${spec.name}" name="${spec.name}" rows="${spec.rows}"
${spec.maxlength !== undefined && html` maxlength="${spec.maxlength}"`}${describedBy(spec)}>
${spec.value}</textarea>`,
  );

/** A labelled select. */
export const choice = (
  spec: Field & { options: readonly (readonly [value: string, text: string])[] },
): Html =>
  labelled(
    spec,
    html`<select id="${spec.name}" name="${spec.name}"${describedBy(spec)}>${spec.options.map(
      ([value, text]) =>
        html`<option value="${value}"${value === (spec.value ?? "") && html` selected`}>${text}</option>`,
    )}</select>`,
  );

/** A checkbox followed by its label; the browser does not send it while it is unchecked. */
export const checkbox = ({ name, label }: Pick<Field, "name" | "label">): Html => html`
<div class="field choice">
<input type="checkbox" id="${name}" name="${name}" value="1">
<label for="${name}">${label}</label>
</div>`;

type Labelled = Pick<Field, "name" | "label" | "hint" | "error">;

const labelled = ({ name, label, hint, error }: Labelled, control: Html): Html => html`
<div class="field${error !== undefined && " wrong"}">
<label for="${name}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${control}
${error !== undefined && html`<p class="error" id="${name}-error">${sentence(label, error)}</p>`}
</div>`;

function describedBy({ name, hint, error }: Labelled): Html {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`];
  const named = ids.filter((part) => part !== false);
  return html`${named.length > 0 && html` aria-describedby="${named.join(" ")}"`}${
    error !== undefined && html` aria-invalid="true"`
  }`;
}

/** Errors of fields start with a verb, such as "is required", and follow the label. */
const sentence = (label: string, error: string): string => `${label} ${error}.`;

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

/** A point in time, to the minute, in UTC. */
export const moment = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace("T", " ")} UTC</time>`;
