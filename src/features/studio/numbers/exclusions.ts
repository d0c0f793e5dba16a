/** HTML and CSV of the requests that were not counted, each reason in words; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { emptyState } from "../../web/layout/components.ts";
import { barList } from "../charts/bars.ts";
import { chartWords } from "../charts/words.ts";
import { plural } from "../frame/plurals.ts";
import type { NumbersWords } from "./words/en.ts";
import type { Words } from "./words.ts";

export type Excluded = Readonly<{ reason: string; requests_count: number }>;

/** The reason as a person reads it; one that this version does not know, as it is stored. */
export function reasonText(words: Words, reason: string): string {
  const key = `x_${reason.replaceAll("-", "_")}`;
  const text = Object.hasOwn(words, key) ? words[key as keyof NumbersWords] : reason;
  return typeof text === "string" ? text : reason;
}

export function exclusionsView(words: Words, rows: readonly Excluded[]): Html {
  const total = rows.reduce((sum, { requests_count }) => sum + requests_count, 0);
  if (total === 0) return emptyState({ title: words.no_exclusions, text: words.exclusions_lead });
  return html`
${barList({
  words: chartWords(words.locale),
  id: "exclusions",
  title: words.exclusions_title,
  sentence: plural(words, words.exclusions_sentence, total),
  kind: words.reason,
  measure: words.requests,
  bars: rows.map(({ reason, requests_count }) => ({
    name: reasonText(words, reason),
    value: requests_count,
  })),
})}
<p class="soft">${words.exclusions_lead} <a href="/docs/counting">${words.methodology}</a></p>`;
}

export const exclusionsSheet = (words: Words, rows: readonly Excluded[]) => ({
  header: ["code", words.reason, words.requests],
  rows: rows.map(({ reason, requests_count }) => [
    reason,
    reasonText(words, reason),
    requests_count,
  ]),
});
