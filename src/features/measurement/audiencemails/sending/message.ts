/** Writes the mails about somebody's own shows: a sentence, lists, links, and the ways to end them. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import type { Day, DayRange } from "../../../../platform/statistics/calendar.ts";
import { fill } from "../../../web/layout/rules.ts";
import { END, ONE_CLICK, SETTINGS } from "../unsubscribing/views.ts";
import type { Words } from "../words.ts";
import { counted, dayText, percentText } from "./texts.ts";

export type BestEpisode = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  total: number;
}>;

type ShowWeek = Readonly<{ title: string; now: number; before: number }>;

export type Weekly = Readonly<{
  kind: "weekly";
  days: DayRange;
  /** Plays and downloads together, in this week and in the one before. */
  now: number;
  before: number;
  /** Those with the most first. */
  shows: readonly ShowWeek[];
  best: readonly BestEpisode[];
  episodes: number;
  followers: number;
}>;

export type Jump = Readonly<{
  kind: "jumps";
  show_id: number;
  title: string;
  day: Day;
  total: number;
  usual: number;
  best: readonly BestEpisode[];
}>;

export type Composed = Readonly<{
  words: Words;
  site: string;
  publicUrl: string;
  /** The code that ends the mails. */
  code: string;
  content: Weekly | Jump;
}>;

/** Shows in a mail. */
const SHOWN = 20;

/** All of a mail but its sender and its recipient. */
export function composeMail(mail: Composed) {
  const { publicUrl, code } = mail;
  const query = new URLSearchParams({ code });
  const parts = partsOf(mail);
  const links = {
    end: `${publicUrl}${END}?${query}`,
    settings: `${publicUrl}${SETTINGS}`,
  };
  return {
    subject: parts.subject,
    text: textOf(mail, parts, links),
    html: htmlOf(mail, parts, links).text,
    headers: {
      "auto-submitted": "auto-generated",
      "list-unsubscribe": `<${publicUrl}${ONE_CLICK}?${query}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    },
  };
}

type Parts = Readonly<{
  subject: string;
  lead: string;
  /** Rows of shows with both weeks; only of weekly reports about more than one. */
  shows: readonly ShowWeek[];
  more: string;
  best: readonly BestEpisode[];
  news: readonly string[];
  page: string;
  why: string;
}>;

const partsOf = (mail: Composed): Parts =>
  mail.content.kind === "weekly"
    ? partsOfWeek(mail, mail.content)
    : partsOfJump(mail, mail.content);

function partsOfWeek({ words, site, publicUrl }: Composed, week: Weekly): Parts {
  const { now, before, shows, days, best, episodes, followers } = week;
  const heard = shows.filter((show) => show.now + show.before > 0);
  const [only] = shows;
  const values = {
    name: shows.length === 1 && only !== undefined ? only.title : words.your_shows,
    from: dayText(days.from, words),
    to: dayText(days.to, words),
  };
  const percent = percentText(Math.abs(now - before) / (before || 1), words);
  const comparison =
    before === 0
      ? words.nothing_before
      : percent === percentText(0, words)
        ? words.as_before
        : fill(now > before ? words.more_than_before : words.less_than_before, { percent });
  const left = heard.length - SHOWN;
  return {
    subject: counted(words, words.week_subject, now, values),
    lead: `${counted(words, words.week_lead, now, values)} ${comparison}`,
    shows: shows.length > 1 ? heard.slice(0, SHOWN) : [],
    more: left > 0 ? counted(words, words.more_shows, left) : "",
    best,
    news: [
      ...(episodes > 0 ? [counted(words, words.new_episodes, episodes)] : []),
      ...(followers > 0 ? [counted(words, words.new_followers, followers)] : []),
    ],
    page: `${publicUrl}/studio/numbers?from=${days.from}&to=${days.to}`,
    why: fill(words.why_weekly, { site }),
  };
}

function partsOfJump({ words, site, publicUrl }: Composed, jump: Jump): Parts {
  const { show_id, title, day, total, usual, best } = jump;
  const values = { name: title, day: dayText(day, words) };
  return {
    subject: counted(words, words.jump_subject, total, values),
    lead: `${counted(words, words.jump_lead, total, values)} ${counted(words, words.jump_usual, usual)}`,
    ...{ shows: [], more: "", news: [], best },
    page: `${publicUrl}/studio/shows/${show_id}/numbers?from=${day}&to=${day}`,
    why: fill(words.why_jumps, { site }),
  };
}

type Links = Readonly<{ end: string; settings: string }>;

const numberText = (n: number, { locale }: Words): string => n.toLocaleString(locale);

const episodeUrl = ({ publicUrl }: Composed, { episode_id }: BestEpisode): string =>
  `${publicUrl}/studio/episodes/${episode_id}/numbers`;

function textOf(mail: Composed, parts: Parts, links: Links): string {
  const { words } = mail;
  const { shows, best, news, more } = parts;
  const rows = shows.map(({ title, now, before }) =>
    [title, numberText(now, words), numberText(before, words)].join(" · "),
  );
  const head = [words.show, words.this_week, words.week_before].join(" · ");
  const lines = best.map(
    (one) =>
      `${one.show_title}: ${one.title} (${numberText(one.total, words)})\n${episodeUrl(mail, one)}`,
  );
  return [
    parts.lead,
    rows.length === 0 ? "" : [head, ...rows].join("\n"),
    more,
    lines.length === 0 ? "" : [words.best, ...lines].join("\n"),
    news.join("\n"),
    `${words.open}:\n${parts.page}`,
    words.utc,
    `-- \n${parts.why}`,
    `${words.end}: ${links.end}\n${words.to_settings}: ${links.settings}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

const CELL = "padding:4px 12px 4px 0;border-bottom:1px solid #ccc;vertical-align:top;";

function htmlOf(mail: Composed, parts: Parts, links: Links): Html {
  const { words } = mail;
  const { shows, best, news, more } = parts;
  const [left, right] = [`${CELL}text-align:left`, `${CELL}text-align:right`];
  return html`<!doctype html><html lang="${words.lang}"><head><meta charset="utf-8"><title>${parts.subject}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:640px">
<p><strong>${parts.lead}</strong></p>
${
  shows.length > 0 &&
  html`<table style="border-collapse:collapse;margin:16px 0">
<tr><th scope="col" style="${left}">${words.show}</th><th scope="col" style="${right}">${words.this_week}</th><th scope="col" style="${right}">${words.week_before}</th></tr>
${shows.map((one) => html`<tr><td style="${left}" dir="auto">${one.title}</td><td style="${right}">${numberText(one.now, words)}</td><td style="${right}">${numberText(one.before, words)}</td></tr>`)}</table>`
}
${more !== "" && html`<p>${more}</p>`}
${best.length > 0 && html`<p>${words.best}</p><ol>${best.map((one) => html`<li dir="auto">${one.show_title}: <a href="${episodeUrl(mail, one)}">${one.title}</a> (${numberText(one.total, words)})</li>`)}</ol>`}
${news.map((line) => html`<p>${line}</p>`)}
<p><a href="${parts.page}">${words.open}</a></p>
<p style="font-size:13px">${words.utc}</p>
<hr><p style="font-size:13px">${parts.why} <a href="${links.end}">${words.end}</a> · <a href="${links.settings}">${words.to_settings}</a></p>
</body></html>`;
}
