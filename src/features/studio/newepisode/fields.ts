/** The form field that chooses when an episode is published, with the moments that it proposes; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { fill } from "../../web/layout/rules.ts";
import type { Zone } from "../range/zones.ts";
import type { Proposal } from "./proposing.ts";
import type { Words } from "./words.ts";

type WhenSpec = Readonly<{
  words: Words;
  refusal: Refusal;
  zone: Zone;
  proposal: Proposal;
  /** What is chosen, unless the form was sent before. */
  chosen: "now" | "later" | "draft";
  /** The moment that is stored; null: none, so that one is proposed. */
  at: string | null;
  now: string;
}>;

/** When to publish an episode: three choices, one of them with a date. `newepisode/browser/when.js` enhances it. */
export const whenField = (spec: WhenSpec): Html => {
  const { words, refusal, zone, proposal, chosen, at, now } = spec;
  const { given, fields } = refusal;
  const choice = (value: WhenSpec["chosen"], text: string) => html`
<div class="choice"><input type="radio" id="when-${value}" name="when" value="${value}"${value === (given.when ?? chosen) && html` checked`}>
<label for="when-${value}">${text}</label></div>`;
  return html`
<fieldset class="field when${fields.at !== undefined && " wrong"}">
<legend>${words.when}</legend>
${choice("now", now)}
${choice("later", words.when_later)}
<div class="when-at">
<label for="at">${words.at}</label>
<p class="hint" id="at-hint">${zoneHint(words, zone)}</p>
<input id="at" name="at" type="datetime-local" value="${given.at ?? at ?? proposal.at}" aria-describedby="at-hint at-reason"${fields.at !== undefined && html` aria-invalid="true"`}>
${fields.at !== undefined && html`<p class="error">${fields.at.endsWith(".") ? fields.at : `${words.at} ${fields.at}.`}</p>`}
<p class="when-choices by-script">${choicesOf(proposal).map((moment) => html`<button type="button" class="quiet" data-at="${moment}">${moment === proposal.tomorrow ? `${words.tomorrow}, ${timeText(moment, words.locale)}` : dayText(moment, words.locale)}</button> `)}</p>
<p class="hint${at !== null && " by-script"}" id="at-reason">${reasonText(words, proposal)}</p>
</div>
${choice("draft", words.when_draft)}
</fieldset>`;
};

/** The zone in which times are meant, and where it is changed. */
const zoneHint = (words: Words, { timezone, show_id }: Zone): Html =>
  show_id === null
    ? html`${fill(words.at_hint, { zone: zoneText(timezone) })} <a href="/settings/preferences">${words.at_change}</a>`
    : html`${fill(words.at_hint_of_show, { zone: zoneText(timezone) })} <a href="/studio/shows/${show_id}">${words.at_change_of_show}</a>`;

const choicesOf = ({ tomorrow, at }: Proposal): string[] =>
  tomorrow === at ? [at] : [tomorrow, at].toSorted();

/** Formats of what clocks show: the moment is read as UTC, so that nothing shifts it. */
const formatted = (local: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${local}:00Z`));

const timeText = (local: string, locale: string): string =>
  formatted(local, locale, { timeStyle: "short" });

const dayText = (local: string, locale: string): string =>
  formatted(local, locale, {
    weekday: "long",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });

/** Why the moment is proposed. */
function reasonText(words: Words, { reason, at, gap, planned }: Proposal): string {
  const text = fill(words[`reason_${reason}`], {
    day: formatted(at, words.locale, { weekday: "long" }),
    time: timeText(at, words.locale),
    n: gap,
  });
  if (planned === null) return text;
  return `${text} ${fill(words.reason_planned, { date: dayText(planned, words.locale) })}`;
}
