/** The diagnosis of a line item as one sentence, each number of which leads to what it was computed from; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Diagnosis } from "../../advertising/adserving/diagnosing/schema.ts";
import { fillHtml } from "../../people/accounts/times.ts";
import { fill } from "../../web/layout/rules.ts";
import { priorityName } from "../adboard/columns.ts";
import { percentOf } from "../adboard/reasons.ts";
import type { Shown } from "./actions.ts";
import { changeText, proposalId } from "./changetexts.ts";
import { pathOf } from "./links.ts";
import type { Page } from "./page.ts";
import type { Proposal } from "./proposing.ts";
import { diagnosisTexts, type ReasonSentence, wonText } from "./reasons.ts";
import type { Words } from "./words.ts";

/** What takes or misses a smaller share is no reason to act. */
const LEAST = 0.05;
/** Reasons that only repeat that others took its slots, once they are named. */
const TAKEN: ReadonlySet<string> = new Set(["outbid", "no-slot"]);
/** Obstacles that stay. */
const ENDS: ReadonlySet<string> = new Set(["canceled", "over"]);
/** Beside the greatest taker; without one there is room for one more. */
const MOST_REASONS = 1;

/** `A, B and C` in the language of the page, of HTML. */
function listed(
  items: readonly Html[],
  type: "conjunction" | "disjunction",
  { locale }: Pick<Words, "locale">,
): Html {
  const format = new Intl.ListFormat(locale, { type });
  let at = 0;
  return html`${format.formatToParts(items.map(() => "-")).map((part) => {
    if (part.type === "literal") return part.value;
    at += 1;
    return items[at - 1] ?? "";
  })}`;
}

/** Sentences may begin with a word that is written small within them. */
export const capital = (text: string, { locale }: Pick<Words, "locale">): string =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

/** The whole sentence; null if nothing is known of it yet. */
export function sentenceOf(page: Page): Html | null {
  const { words, shown, proposals } = page;
  const { obstacles, reasons } = diagnosisTexts(shown.diagnosis, words);
  const lead = leadOf(shown, words);
  if (lead === null && obstacles.length === 0 && reasons.length === 0) return null;
  // What runs no more loses nothing to others.
  const isOver = obstacles.some(({ reason }) => ENDS.has(reason));
  const found = isOver ? [] : [takerOf(page), ...reasonsOf(shown.diagnosis, reasons)];
  const causes = found.filter((one) => one !== null);
  const start = lead ?? leadOfDays(shown.diagnosis, words);
  const why = obstacles.map(({ text }) => html` ${text}`);
  return html`${start}${causes.length > 0 ? html`: ${listed(causes, "conjunction", words)}.` : "."}${why}${remediesOf(page, proposals?.proposals ?? [])}`;
}

/** Where it stands against its curve; null without one. */
function leadOf({ pace }: Shown, words: Words): Html | null {
  const isRunning = pace?.delivery_status === "DELIVERING" || pace?.delivery_status === "EXTENDED";
  if (pace === undefined || !isRunning || pace.due === null || pace.goal === null) return null;
  const { due, delivered, on_track } = pace;
  if (on_track) return html`<a href="#curve">${words.on_track}</a>`;
  if (due <= delivered) return html`<a href="#curve">${words.at_risk}</a>`;
  const percent = percentOf((due - delivered) / due, words);
  return html`<a href="#curve">${fill(words.behind_by, { percent })}</a>`;
}

const leadOfDays = (diagnosis: Diagnosis, words: Words): Html =>
  html`<a href="#calendar">${wonText(diagnosis, words).replace(/\.$/, "")}</a>`;

/** Who takes most of its slots: the share leads to all of them, the name to its page. */
function takerOf({ words, board, shown: { diagnosis } }: Page): Html | null {
  const { takers, slots_count } = diagnosis;
  const [first] = takers;
  const share = (first?.count ?? 0) / Math.max(1, slots_count);
  if (first === undefined || share < LEAST) return null;
  const { name, lineitem_id, priority_id, count } = first;
  const values = {
    percent: html`<a href="#takers">${percentOf(share, words)}</a>`,
    n: count.toLocaleString(words.locale),
    priority: priorityName(priority_id, board),
  };
  if (name === null || lineitem_id === null) return fillHtml(words.took_others, values);
  return fillHtml(words.took, {
    ...values,
    name: html`<a href="${pathOf({ lineitem_id })}">${name}</a>`,
  });
}

/** What else cost it the most, each leading to its line in the list. */
function reasonsOf({ takers }: Diagnosis, reasons: readonly ReasonSentence[]): Html[] {
  const most = takers.length === 0 ? MOST_REASONS + 1 : MOST_REASONS;
  return reasons
    .filter(({ reason, share }) => {
      if (reason === "won" || share < LEAST) return false;
      return takers.length === 0 || !TAKEN.has(reason);
    })
    .sort((a, b) => b.share - a.share)
    .slice(0, most)
    .map(({ id, text }) => html`<a href="#${id}">${text.replace(/\.$/, "")}</a>`);
}

/** What would help most: the best change, and a second one, together if they bring the same. */
function remediesOf(
  { words, board, row }: Page,
  proposals: readonly Proposal[],
): readonly (Html | string)[] {
  const texts = proposals.slice(0, 2).map((one) => ({
    percent: percentOf(one.share, words),
    id: proposalId(one),
    change: changeText(one, row, words, board),
  }));
  return [...Map.groupBy(texts, ({ percent }) => percent)].map(([percent, same]) => {
    const [first] = same;
    const changes = same.map(
      ({ change }, at) => html`${at === 0 ? capital(change, words) : change}`,
    );
    const sentence = fillHtml(words.would_bring, {
      change: listed(changes, "disjunction", words),
      percent: html`<a href="#${first?.id ?? ""}">${percent}</a>`,
    });
    return html` ${sentence}`;
  });
}
