/** HTML of mails about new episodes: their settings, the page that agrees to them, and the one that ends them. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { zoneText } from "../../../../platform/text/timezones.ts";
import type { Shown } from "../../../people/accounts/frame.ts";
import { fill } from "../../../web/layout/rules.ts";
import { choice, field, form, notice, submit } from "../../../web/layout/views.ts";
import { MAIL_FREQUENCIES } from "./rules.ts";
import type { settingsView } from "./views.ts";
import type { MailWords } from "./words.ts";

export const MAIL_SETTINGS = "/settings/notifications/mail";
export const AGREE = "/agree-to-mails";
export const END = "/unsubscribe-episodes";
/** The address for mailboxes. */
export const ONE_CLICK = "/v2/episode-mails/unsubscribe";

/** 1970-01-05 was a Monday. */
const weekdays = ({ lang }: MailWords): [string, string][] => {
  const format = new Intl.DateTimeFormat(lang, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, at) => [
    String(at + 1),
    format.format(new Date(Date.UTC(1970, 0, 5 + at))),
  ]);
};

const HOURS = Array.from({ length: 24 }, (_, hour): [string, string] => [
  String(hour),
  `${String(hour).padStart(2, "0")}:00`,
]);

const textOf = (number: number | null): string => (number === null ? "" : String(number));

type Content = Readonly<{
  shown: Shown;
  settings: ReturnType<typeof settingsView>;
  address: string;
  /** Servers without mail offer quiet hours only. */
  canMail: boolean;
}>;

/** The form with mails and quiet hours. */
export function mailSettingsView(words: MailWords, content: Content): Html {
  const { shown, settings, address, canMail } = content;
  const { given, fields } = shown.refusal;
  const chosen = (name: "weekday" | "hour" | "quiet_from" | "quiet_to") =>
    given[name] ?? textOf(settings[name]);
  const hours = [["", words.never] as const, ...HOURS];
  const state = {
    UNCONFIRMED: words.state_unconfirmed,
    REFUSED: words.state_refused,
    OFF: null,
    ACTIVE: null,
  }[settings.state];
  const mails = html`
<h2 id="mails">${words.mails}</h2>
<p class="soft">${fill(words.mails_hint, { address })}</p>
${notice(state === null ? null : fill(state, { address }), "plain")}
${choice({ name: "frequency", label: words.frequency, value: given.frequency ?? settings.frequency, error: fields.frequency, options: MAIL_FREQUENCIES.map((name) => [name, words[name]]) })}
${choice({ name: "weekday", label: words.weekday, value: chosen("weekday"), error: fields.weekday, options: weekdays(words) })}
${choice({ name: "hour", label: words.hour, value: chosen("hour"), error: fields.hour, options: HOURS })}`;
  return form(
    MAIL_SETTINGS,
    shown.csrf,
    html`${canMail && mails}
<h2>${words.quiet}</h2>
<p class="soft">${fill(words.quiet_hint, { zone: zoneText(settings.timezone) })}</p>
${choice({ name: "quiet_from", label: words.quiet_from, value: chosen("quiet_from"), error: fields.quiet_from, options: hours })}
${choice({ name: "quiet_to", label: words.quiet_to, value: chosen("quiet_to"), error: fields.quiet_to, options: hours })}
<p>${submit(words.save)}</p>`,
  );
}

/** A button, because programs that check mails open their links. */
export const agreeView = (
  words: MailWords,
  { csrf, refusal, words: own }: Shown,
  code: string,
): Html => html`
<h1>${words.agree_title}</h1>
<p>${words.agree_text}</p>
${notice(refusal.message, "problem")}
${form(
  AGREE,
  csrf,
  html`${field({ label: own.reset_code, name: "code", value: refusal.given.code ?? code, error: refusal.fields.code, autocapitalize: "none", required: true })}
${submit(words.agree)}`,
)}`;

export const agreedView = (words: MailWords): Html => html`
<h1>${words.agree_title}</h1>
<p role="status">${words.agreed}</p>
<p><a href="/settings/notifications">${words.to_settings}</a></p>`;

export const endView = (words: MailWords, csrf: string, code: string): Html => html`
<h1>${words.agree_title}</h1>
<p>${words.end_ask}</p>
${form(END, csrf, html`<input type="hidden" name="code" value="${code}">${submit(words.end)}`)}`;

export const endedView = (words: MailWords): Html => html`
<h1>${words.agree_title}</h1>
<p role="status">${words.ended}</p>
<p><a href="/settings/notifications">${words.to_settings}</a></p>`;
