/** The shell of every page, and the parts that forms are made of. */
import { DEFAULT_CULTURE } from "../../platform/http/culture.ts";
import { type Html, html, trusted } from "../../platform/http/html.ts";
import type { SessionViewer } from "../../platform/http/pages.ts";
import { type Words, wordsOf } from "./rules.ts";
import { STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.ts";

type Layout = Readonly<{
  title: string;
  session: SessionViewer | null;
  body: Html;
  /** A column for forms instead of the full width. */
  narrow?: boolean;
  /** What else stands in the head: links, descriptions, scripts. */
  head?: Html;
  /** The language that the page is written in, and the shell's words in it. */
  words?: Words;
  /** What the search field of the header holds. */
  q?: string;
}>;

/** A whole page: header, main landmark, stylesheet. `body` starts with its `h1`. */
export function layout(spec: Layout): Html {
  const { title, session, body, narrow = false, head, words = wordsOf(DEFAULT_CULTURE) } = spec;
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

/** A long wave. */
const MARK = html`<svg class="mark" viewBox="0 0 32 16" width="32" height="16" aria-hidden="true"><path d="M1 8C4.5 1 8.5 1 12 8s7.5 7 11 0 5-6 8-4" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/></svg>`;

const searchForm = (words: Words, q: string): Html => html`
<form class="search" role="search" action="/search">
<label class="hidden" for="q">${words.search_hint}</label>
<input id="q" name="q" type="search" value="${q}" placeholder="${words.search_hint}" maxlength="200" required>
<button type="submit">${words.search}</button>
</form>`;

const accountLink = (words: Words, session: SessionViewer | null): Html =>
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

/** The body of a settings page: where one is, where else one can go, and the way out. */
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
  /** What stands in it; never shown for passwords. */
  value?: string | null | undefined;
  /** What is wrong with it. */
  error?: string | undefined;
  type?: "text" | "email" | "password" | "url" | "search";
  autocomplete?: string;
  hint?: string;
  required?: boolean;
  maxlength?: number;
  /** Name of keyboard and spelling: "none" for usernames and codes. */
  autocapitalize?: "none";
}>;

/** A labelled line of text with its hint and its error, both read out with it. */
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

/** A labelled text of several lines. */
export const textArea = (spec: Field & { rows: number }): Html =>
  labelled(
    spec,
    html`<textarea id="${spec.name}" name="${spec.name}" rows="${spec.rows}"
${spec.maxlength !== undefined && html` maxlength="${spec.maxlength}"`}${describedBy(spec)}>
${spec.value}</textarea>`,
  );

/** A labelled choice. */
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

/** A box to tick, with its label after it; not ticked, it is not sent. */
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

/** Errors of fields start with a verb, such as "is required". */
const sentence = (label: string, error: string): string => `${label} ${error}.`;

/** The button that sends a form. */
export const submit = (text: string, kind?: "quiet" | "danger"): Html =>
  html`<button type="submit"${kind !== undefined && html` class="${kind}"`}>${text}</button>`;

/** What has happened or has to be known; problems are read out at once. */
export const notice = (text: string | Html | null, kind: "good" | "problem" | "plain"): Html =>
  html`${text !== null && html`<p class="notice ${kind}" role="${kind === "problem" ? "alert" : "status"}">${text}</p>`}`;

/** A form of ours by POST, with its token. */
export const form = (action: string, csrf: string, body: Html): Html => html`
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
${body}
</form>`;

/** A moment, exact to the minute, in UTC. */
export const moment = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace("T", " ")} UTC</time>`;
