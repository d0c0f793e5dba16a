/** HTML of the settings about security: the password, and where somebody is signed in. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { badge, buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import { type Shown, zoneNote } from "./frame.ts";
import { OTHER_BROWSER } from "./rules.ts";
import { type Clock, fillHtml, moment } from "./times.ts";
import { alsoEnd } from "./views.ts";
import type { AccountWords } from "./words.ts";

export const passwordView = ({ words, csrf, refusal }: Shown, username: string): Html => html`
${notice(refusal.message, "problem")}
${form(
  "/settings/password",
  csrf,
  // The hidden field tells password managers whose password this is.
  html`
<input class="hidden" name="username" value="${username}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field({ label: words.current_password, name: "present", type: "password", autocomplete: "current-password", error: refusal.fields.present, required: true })}
${field({ label: words.new_password, name: "password", type: "password", autocomplete: "new-password", hint: words.password_change_hint, error: refusal.fields.password, required: true })}
${alsoEnd(words)}
${submit(words.change_password)}`,
)}`;

export type Session = Readonly<{
  session_id: number;
  browser: string;
  created_at: Date;
  last_seen_at: Date;
}>;

/** A browser as sessions keep its name, in English, in the person's language. */
export function browserText(name: string, words: AccountWords): string {
  const [browser = "", system] = name.split(" on ");
  const own = browser === OTHER_BROWSER ? words.other_browser : browser;
  return system === undefined ? own : fill(words.browser_on, { browser: own, system });
}

const END = "/settings/sessions/end";

export const sessionsView = (
  words: AccountWords,
  sessions: readonly Session[],
  own: number,
  clock: Clock,
): Html => html`
<p>${words.sessions_text}</p>
<ul class="cards">${sessions.map(({ session_id, browser: name, created_at, last_seen_at }) => {
  const browser = browserText(name, words);
  const times = { created: moment(created_at, clock), used: moment(last_seen_at, clock) };
  return html`
<li>
<div>
<p><strong>${browser}</strong> ${session_id === own && badge(words.this_browser, "accent")}</p>
<p class="soft">${fillHtml(words.session_times, times)}</p>
</div>
${session_id !== own && html`<a class="button danger" href="${END}?session_id=${session_id}">${words.end_session}<span class="hidden"> ${browser}, ${times.created}</span></a>`}
</li>`;
})}</ul>
${sessions.length > 1 && html`<p>${buttonLink(`${END}?session_id=others`, words.end_others, "danger")}</p>`}
${zoneNote(words, clock)}`;
