/** HTML of the settings of mails about one's shows. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Shown } from "../../people/accounts/frame.ts";
import { checkbox, form, notice, submit } from "../../web/layout/views.ts";
import type { AudienceMailSettings } from "./actions.ts";
import { SETTINGS } from "./unsubscribing/views.ts";
import type { Words } from "./words.ts";

type Content = Readonly<{ shown: Shown; settings: AudienceMailSettings; canMail: boolean }>;

/** The form with both mails; servers without mail say so. */
export function audienceMailsView(words: Words, { shown, settings, canMail }: Content): Html {
  const { weekly_report, jump_notes, reports_state } = settings;
  const states = {
    UNCONFIRMED: html`${words.state_unconfirmed} <a href="/settings/email">${words.confirm}</a>`,
    REFUSED: html`${words.state_refused}`,
    OFF: null,
    ACTIVE: null,
  };
  return html`
<h2 id="numbers">${words.title}</h2>
${notice(shown.refusal.message, "problem")}
${
  canMail
    ? html`<p class="soft">${words.hint}</p>
${notice(states[reports_state], "plain")}
${form(
  SETTINGS,
  shown.csrf,
  html`${checkbox({ name: "weekly_report", label: words.weekly_report, checked: weekly_report })}
${checkbox({ name: "jump_notes", label: words.jump_notes, checked: jump_notes })}
<p>${submit(words.save)}</p>`,
)}`
    : html`<p class="soft">${words.no_mail}</p>`
}`;
}
