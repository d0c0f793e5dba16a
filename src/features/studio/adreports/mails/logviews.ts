/** HTML of the mails of a report: what became of each, why, and what to do next. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { zoneText } from "../../../../platform/text/timezones.ts";
import type { MailRow } from "../../../measurement/reportmails/mails/store.ts";
import { badge, buttonLink, table } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { momentText } from "./views.ts";
import type { MailsWords } from "./words.ts";

const KINDS = { PENDING: "plain", SENT: "good", SKIPPED: "signal", FAILED: "bad" } as const;

const whyText = ({ reason }: MailRow, words: MailsWords): string => {
  if (reason === null) return "";
  return reason === "NO_MAIL" ? words.no_mail : words[`why_${reason}`];
};

type Log = Readonly<{
  words: MailsWords;
  timezone: string;
  mails: readonly MailRow[];
  /** The page of older mails; null if there are none. */
  older: string | null;
}>;

export const logView = ({ words, timezone, mails, older }: Log): Html => html`
${
  mails.length === 0
    ? html`<h2>${words.log}</h2><p class="soft">${words.log_empty}</p>`
    : html`${table(
        words.log,
        [{ name: words.recipient }, { name: words.state }, { name: words.at }],
        mails.map((mail) => {
          const at = mail.ended_at ?? mail.created_at;
          const why = whyText(mail, words);
          return [
            html`${mail.fullname}${mail.day === null && html` <span class="soft">(${words.asked})</span>`}`,
            html`${badge(words[mail.state], KINDS[mail.state])}${why !== "" && html` <span class="soft">${why}</span>`}`,
            html`<time datetime="${at.toISOString()}">${momentText(at, timezone, words)}</time>`,
          ];
        }),
      )}
<p class="soft">${fill(words.zone, { zone: zoneText(timezone) })}</p>`
}
${older !== null && html`<p>${buttonLink(older, words.older, "quiet")}</p>`}`;
