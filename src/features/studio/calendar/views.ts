/** HTML of calendars: a grid of weeks on wide screens, the same days as an agenda on phones. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { clockIn } from "../../../platform/text/localtimes.ts";
import type { EpisodeState } from "../../publishing/episodes/editable/rules.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { form, notice, submit } from "../../web/layout/views.ts";
import { plural } from "../frame/plurals.ts";
import { addMonths, type Day } from "./rules.ts";
import type { Words } from "./words.ts";

type Item = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  state: EpisodeState;
  date: Date;
  /** Scheduled: it can be moved. */
  is_ahead: boolean;
}>;

export type Calendar = Readonly<{
  words: Words;
  csrf: string;
  /** Path of the page. */
  path: string;
  /** Path of the list of episodes. */
  listPath: string;
  month: string;
  thisMonth: string;
  timezone: string;
  days: readonly Day<Item>[];
  /** Whether the shows of episodes are named. */
  isMixed: boolean;
  /** If there are more episodes than the calendar shows: how many it shows. */
  cut: number | null;
}>;

const MOST_ITEMS = 4;

export function calendarView(calendar: Calendar): Html {
  const { words, month, days, listPath, cut } = calendar;
  const texts = dayTexts(calendar);
  const items = days.filter(({ isInMonth }) => isInMonth).flatMap((day) => day.items);
  const ahead = items.filter(({ is_ahead }) => is_ahead).length;
  const facts = [
    ahead > 0 && plural(words, words.scheduled_n, ahead),
    items.length > ahead && plural(words, words.published_n, items.length - ahead),
  ].filter((fact) => fact !== false);
  return html`
${monthNav(calendar)}
<p class="soft month-facts">${items.length === 0 ? words.nothing : `${facts.join(" · ")}.`}${ahead > 0 && html`<span class="drag-hint by-script"> ${words.drag_hint}</span>`}</p>
${cut !== null && notice(fill(words.cut, { n: cut.toLocaleString(words.locale) }), "plain")}
${earlierView(calendar)}
<div class="calendar" data-calendar data-move="${words.move_episode}">
<div class="weekdays" aria-hidden="true">${days.slice(0, 7).map(({ day }) => html`<span>${texts.weekday(day)}</span>`)}</div>
<ol class="days" aria-label="${monthText(month, words)}">${days.map((day) => dayView(day, calendar, texts))}</ol>
</div>
${items.length === 0 && html`<p class="calendar-help">${words.to_plan} ${buttonLink(`${listPath}?state=draft`, words.drafts, "quiet")}</p>`}`;
}

/** On a phone the present month begins with today; what is over is shown if somebody asks for it. */
function earlierView({ words, days, month, thisMonth }: Calendar): Html {
  const past = days.filter(
    ({ isInMonth, isPast, items }) => isInMonth && isPast && items.length > 0,
  );
  if (month !== thisMonth || past.length === 0) return html``;
  return html`<p class="earlier"><input type="checkbox" id="earlier"> <label for="earlier">${plural(words, words.earlier, past.length)}</label></p>`;
}

const monthText = (month: string, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

type DayTexts = Readonly<{
  /** `Mon`. */
  weekday: (day: string) => string;
  /** `Monday, 23 November`. */
  name: (day: string) => string;
  /** `18:30`. */
  time: (date: Date) => string;
  /** The value of a `datetime-local` field. */
  local: (date: Date) => string;
}>;

/** Made once for all days: formats of dates are slow to make. */
function dayTexts({ words: { locale }, timezone }: Calendar): DayTexts {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  const weekday = format({ weekday: "short" });
  const name = format({ weekday: "long", day: "numeric", month: "long" });
  const time = format({ timeStyle: "short", timeZone: timezone });
  const begin = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    weekday: (day) => weekday.format(begin(day)),
    name: (day) => name.format(begin(day)),
    time: (date) => time.format(date),
    local: clockIn(timezone),
  };
}

function monthNav({ words, path, month, thisMonth }: Calendar): Html {
  const to = (value: string) => `${path}?month=${value}`;
  const arrow = (rel: "prev" | "next", months: number, label: string, sign: string) =>
    html`<a class="button quiet arrow" rel="${rel}" href="${to(addMonths(month, months))}" aria-label="${label}"><span aria-hidden="true">${sign}</span></a>`;
  return html`<nav class="month-nav" aria-label="${words.month}">
<h2>${monthText(month, words)}</h2>
<div>${arrow("prev", -1, words.previous, "‹")}${buttonLink(`${to(thisMonth)}#today`, words.today, "quiet")}${arrow("next", 1, words.next, "›")}</div></nav>`;
}

function dayView(day: Day<Item>, calendar: Calendar, texts: DayTexts): Html {
  const { words } = calendar;
  const kinds = ["day", !day.isInMonth && "other", day.isToday && "today", day.isPast && "past"];
  const shown = day.items.slice(0, MOST_ITEMS);
  const rest = day.items.slice(MOST_ITEMS);
  const list = (items: readonly Item[]) =>
    html`<ul>${items.map((item) => itemView(item, calendar, texts))}</ul>`;
  return html`<li class="${kinds.filter((kind) => kind !== false).join(" ")}${day.items.length === 0 && " free"}" data-day="${day.day}"${day.isToday && html` id="today" aria-current="date"`}>
<time datetime="${day.day}"><span class="day-number" aria-hidden="true">${Number(day.day.slice(8))}</span><span class="day-name">${texts.name(day.day)}</span></time>
${shown.length > 0 && list(shown)}
${rest.length > 0 && html`<details><summary>${plural(words, words.more, rest.length)}</summary>${list(rest)}</details>`}</li>`;
}

/** Published: whether all may hear it. Ahead: what its audio waits for. */
function stateText({ is_ahead, state }: Item, words: Words): string {
  if (!is_ahead)
    return state === "published" || state === "processing" || state === "error"
      ? words.published
      : words.not_public;
  return state === "processing" || state === "error" ? words[state] : words.scheduled;
}

function itemView(item: Item, calendar: Calendar, texts: DayTexts): Html {
  const { words, csrf, isMixed, path, month, timezone } = calendar;
  const { episode_id, title, show_title, date, is_ahead, state } = item;
  const local = texts.local(date);
  const kind = is_ahead ? (state === "error" ? "ahead wrong" : "ahead") : "out";
  return html`<li class="item ${kind}" data-state="${state}"${is_ahead && html` data-at="${local}"`}>
<a href="/studio/episodes/${episode_id}"><span class="item-time"><time datetime="${date.toISOString()}">${texts.time(date)}</time><span class="hidden"> ${stateText(item, words)}: </span></span> <span class="item-title">${title}</span>${isMixed && html` <span class="item-show">${show_title}</span>`}</a>
${is_ahead && moveButton({ words, csrf, item, timezone, local, back: `${path}?month=${month}` })}</li>`;
}

type Move = Readonly<{
  words: Words;
  csrf: string;
  item: Item;
  timezone: string;
  local: string;
  back: string;
}>;

/** Opens the field for another date; the browser does that without a script. */
const moveButton = ({ words, csrf, item, timezone, local, back }: Move): Html => html`
<button type="button" class="quiet item-move" popovertarget="move-${item.episode_id}" aria-label="${fill(words.move_named, { title: item.title })}">${words.move}</button>
<div class="move-box" id="move-${item.episode_id}" popover>${form(
  `/studio/episodes/${item.episode_id}/schedule`,
  csrf,
  html`<input type="hidden" name="back" value="${back}"><p class="move-title">${item.title}</p>
${zoneField(timezone)}${atField(words, `at-${item.episode_id}`, local)}${submit(words.move_episode)}`,
)}</div>`;

const zoneField = (timezone: string): Html =>
  html`<input type="hidden" name="timezone" value="${timezone}">`;

const atField = (words: Words, id: string, value: string, error?: string | undefined): Html => html`
<div class="field${error !== undefined && " wrong"}"><label for="${id}">${words.at}</label><input id="${id}" name="at" type="datetime-local" value="${value}" required${error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`}>${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}</div>`;

type MovePage = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  back: string;
  timezone: string;
  local: string;
  episode: Readonly<{ episode_id: number; title: string; show_title: string }>;
}>;

/** The same on a page of its own, for a date that was refused. */
export const moveView = ({
  words,
  csrf,
  refusal,
  back,
  timezone,
  local,
  episode,
}: MovePage): Html => html`
${notice(refusal.message, "problem")}
<p>${fill(words.move_lead, { title: episode.title, show: episode.show_title })}</p>
${form(
  `/studio/episodes/${episode.episode_id}/schedule`,
  csrf,
  html`<input type="hidden" name="back" value="${back}">${zoneField(timezone)}${atField(words, "at", refusal.given.at ?? local, refusal.fields.at)}${submit(words.move_episode)}`,
)}`;
