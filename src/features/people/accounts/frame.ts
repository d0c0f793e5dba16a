/** The frame of the settings: their pages in groups, notices, the question before something ends. Pure but for `show`. */

import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { languageOf } from "../../../platform/http/locale.ts";
import type { FormValues, PageCall } from "../../../platform/http/pages.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { form, layout, notice, submit } from "../../web/layout/views.ts";
import type { Clock } from "./times.ts";
import { type AccountWords, accountWords } from "./words.ts";

/** What a handler of a settings page receives, whatever its form is. */
export type SettingsCall = PageCall<unknown, unknown, unknown, "signed-in">;

/** What every view of the settings gets. */
export type Shown = Readonly<{ words: AccountWords; csrf: string; refusal: Refusal }>;

const NOT_REFUSED: Refusal = { given: {}, fields: {}, message: null };

/** What a view needs, with the errors in the language of the page. */
export const shownOf = (
  { locale, csrf }: Pick<PageCall, "locale" | "csrf">,
  refusal: Refusal = NOT_REFUSED,
): Shown => {
  const words = accountWords(locale);
  return { words, csrf, refusal: problemsOf(words.lang, refusal) };
};

const GROUPS = [
  [
    "group_account",
    [
      ["/settings", "profile"],
      ["/settings/picture", "picture"],
      ["/settings/email", "email"],
      ["/settings/preferences", "preferences"],
      ["/settings/playback", "playback"],
      ["/settings/notifications", "notifications"],
      ["/settings/delete", "delete_account"],
    ],
  ],
  [
    "group_security",
    [
      ["/settings/password", "password"],
      ["/settings/sessions", "sessions"],
      ["/settings/apps", "apps"],
    ],
  ],
  [
    "group_developers",
    [
      ["/settings/tokens", "tokens"],
      ["/settings/clients", "clients"],
      ["/settings/webhooks", "webhooks"],
    ],
  ],
] as const;

export type SettingsPath = (typeof GROUPS)[number][1][number][0];

type Spec = Readonly<{ title: string; body: Html; head?: Html }>;

/** A page of the settings: the names of all pages with the current one marked, then `title` and `body`. */
export function showSettings(call: SettingsCall, current: SettingsPath, spec: Spec): Html {
  const words = accountWords(call.locale);
  const { title, body, head } = spec;
  const frame = html`
<div class="settings">
<details class="aside"><summary>${words.settings}</summary>
<nav aria-label="${words.settings}">${GROUPS.map(
    ([group, pages]) => html`
<p class="group" id="${group}">${words[group]}</p>
<ul aria-labelledby="${group}">${pages.map(
      ([path, name]) =>
        html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${words[name]}</a></li>`,
    )}</ul>`,
  )}</nav>
${form("/sign-out", call.csrf, submit(words.sign_out, "quiet"))}
</details>
<div class="content"><h1>${title}</h1>${body}</div>
</div>`;
  return layout({
    ...call,
    words: wordsOf(call.locale),
    title,
    body: frame,
    ...(head ? { head } : {}),
  });
}

/** A page outside the settings, in one column. */
export const showNarrow = (
  call: Pick<PageCall, "locale" | "session" | "frame">,
  title: string,
  body: Html,
  head?: Html,
): Html =>
  layout({
    ...call,
    words: wordsOf(call.locale),
    title,
    body,
    narrow: true,
    ...(head ? { head } : {}),
  });

/** What has just happened, if the address names it; nothing else than `texts` can be shown. */
export const doneNotice = (
  done: string | undefined,
  texts: Readonly<Record<string, string>>,
): Html =>
  notice(done !== undefined && Object.hasOwn(texts, done) ? (texts[done] ?? null) : null, "good");

type Question = Readonly<{
  words: AccountWords;
  csrf: string;
  refusal?: Refusal;
  /** What happens, and whether it can be undone. */
  text: string;
  action: string;
  hidden?: FormValues;
  button: string;
  /** Where “Cancel” leads to. */
  back: string;
}>;

/** Asks before something ends. */
export const question = (spec: Question): Html => html`
${notice(spec.refusal?.message ?? null, "problem")}
<p>${spec.text}</p>
${form(
  spec.action,
  spec.csrf,
  html`
${Object.entries(spec.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="actions">${submit(spec.button, "danger")} ${buttonLink(spec.back, spec.words.cancel, "quiet")}</p>`,
)}`;

/** The clock of who is signed in. */
export const clockOf = (
  { locale, session }: Pick<SettingsCall, "locale" | "session">,
  now: Date,
): Clock => {
  const { lang } = accountWords(locale);
  const timezone = session.timezone ?? "UTC";
  return { locale: languageOf(locale) === lang ? locale : lang, timezone, now };
};

/** Says in which time zone the page's times are. */
export const zoneNote = (words: AccountWords, { timezone }: Clock): Html => html`
<p class="soft">${words.times_in.replace("{zone}", zoneText(timezone))} <a href="/settings/preferences">${words.change_zone}</a></p>`;
