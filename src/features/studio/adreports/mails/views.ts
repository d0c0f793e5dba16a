/** HTML of the page on which a report is mailed: its standing, and the form of its schedule. Pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { FREQUENCIES } from "../../../../platform/text/recurringtimes.ts";
import { timezoneChoices, zoneText } from "../../../../platform/text/timezones.ts";
import type { SavedReportRow } from "../../../measurement/campaignreports/saved/store.ts";
import type { Schedule } from "../../../measurement/reportmails/actions.ts";
import type { Candidate } from "../../../measurement/reportmails/rights.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { choice, field, form, notice, submit } from "../../../web/layout/views.ts";
import { PATH } from "../links.ts";
import type { MailsWords } from "./words.ts";

export type ShownMails = Readonly<{
  words: MailsWords;
  csrf: string;
  refusal: Refusal;
  report: SavedReportRow;
  schedule: Schedule | undefined;
  /** Who may be chosen, recipients first of all. */
  candidates: readonly Candidate[];
  /** Who looks at it. */
  user_id: number;
  /** The time zone of a new schedule, and of times. */
  timezone: string;
  /** Whether this server sends mail. */
  hasMail: boolean;
}>;

export const pathOf = ({ report_id }: Pick<SavedReportRow, "report_id">, act = ""): string =>
  `${PATH}/${report_id}/mails${act}`;

/** A moment as people of the language write it. */
export const momentText = (moment: Date, timezone: string, { locale }: MailsWords): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  }).format(moment);

/** Whether the report is mailed, and when next; why it has stopped, and what to do. */
export function standingView({ words, report, schedule, user_id, hasMail }: ShownMails): Html {
  const owner = report.owner_name;
  const isOwn = report.user_id === user_id;
  const next = schedule?.isActive === true ? schedule.row.next_at : null;
  const stopped = isOwn ? words.stopped_own : fill(words.stopped, { owner });
  return html`<p>${words.lead}</p>
${!hasMail && notice(words.no_mail, "problem")}
${schedule?.isActive === false && notice(stopped, "problem")}
${schedule === undefined && html`<p>${words.none}</p>`}
${next !== null && schedule !== undefined && html`<p>${fill(words.next, { when: momentText(next, schedule.row.timezone, words), zone: zoneText(schedule.row.timezone) })}</p>`}
${!isOwn && html`<p class="soft">${fill(words.by_owner, { owner })}</p>`}`;
}

type Values = Readonly<Record<string, string>>;

/** What the person typed comes before what is saved, and that before a proposal. */
function valuesOf({ refusal, schedule, candidates, user_id, timezone }: ShownMails): Values {
  if (Object.keys(refusal.given).length > 0) return refusal.given;
  const proposal: Values = { frequency: "WEEKLY", weekday: "1", day: "1", hour: "8", timezone };
  if (schedule === undefined) return { ...proposal, [`to_${user_id}`]: "1" };
  const { frequency, weekday, day, hour, timezone: zone } = schedule.row;
  const chosen = candidates.filter(({ isRecipient }) => isRecipient);
  return {
    ...proposal,
    ...{ frequency, hour: String(hour), timezone: zone },
    ...(weekday !== null && { weekday: String(weekday) }),
    ...(day !== null && { day: String(day) }),
    ...Object.fromEntries(chosen.map((one) => [`to_${one.user_id}`, "1"])),
  };
}

/** Monday is 1, as 2024-01-01 was one. */
const weekdays = ({ locale }: MailsWords) =>
  [1, 2, 3, 4, 5, 6, 7].map((number) => {
    const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
    return [String(number), format.format(Date.UTC(2024, 0, number))] as const;
  });

const hours = Array.from({ length: 24 }, (_, hour) => {
  const text = `${String(hour).padStart(2, "0")}:00`;
  return [String(hour), text] as const;
});

export function scheduleFormView(shown: ShownMails): Html {
  const { words, csrf, refusal, report, schedule } = shown;
  const values = valuesOf(shown);
  const errors = refusal.fields;
  const one = (
    name: "frequency" | "weekday" | "hour",
    options: Parameters<typeof choice>[0]["options"],
  ) => choice({ name, label: words[name], value: values[name], error: errors[name], options });
  return html`${notice(refusal.message, "problem")}
${form(
  pathOf(report),
  csrf,
  html`<input type="hidden" name="revision" value="${schedule?.row.revision ?? 0}">
<div class="mail-times">
${one(
  "frequency",
  FREQUENCIES.map((name) => [name, words[name]] as const),
)}
<div class="of-week">${one("weekday", weekdays(words))}</div>
<div class="of-month">${field({ name: "day", label: words.day, type: "number", hint: words.day_hint, value: values.day, error: errors.day })}</div>
${one("hour", hours)}
${choice({ name: "timezone", label: words.timezone, value: values.timezone, error: errors.timezone, options: timezoneChoices("").slice(1) })}
</div>
${recipientsView(shown, values)}
<p class="actions">${submit(words.save)} ${buttonLink(`${PATH}?team=${report.team_id}`, words.back, "quiet")}</p>`,
)}`;
}

function recipientsView({ words, candidates, refusal, user_id }: ShownMails, values: Values): Html {
  const error = refusal.fields.recipients;
  return html`<fieldset class="mail-recipients field${error !== undefined && " wrong"}"><legend>${words.recipients}</legend>
${candidates.map((one) => {
  const name = `to_${one.user_id}`;
  // Somebody who has left can only be removed.
  const isGone = one.state === "LEFT";
  return html`<div class="field choice">
<input type="checkbox" id="${name}" name="${name}" value="1"${!isGone && values[name] !== undefined && html` checked`}${isGone && html` disabled`}>
<label for="${name}">${one.fullname}${one.state !== "READY" && html` <span class="soft">– ${words[one.state]}</span>`}</label>
</div>
${one.user_id === user_id && one.state === "UNCONFIRMED" && html`<p>${buttonLink("/settings/email", words.confirm, "quiet")}</p>`}`;
})}
${error !== undefined && html`<p class="error">${error}</p>`}</fieldset>`;
}

/** What the owner may do besides. */
export const actsView = ({ words, csrf, report, schedule }: ShownMails): Html => html`
<div class="actions mail-acts">${form(pathOf(report, "/now"), csrf, submit(words.test, "quiet"))}
${schedule !== undefined && form(pathOf(report, "/stop"), csrf, submit(words.stop, "danger"))}</div>`;
