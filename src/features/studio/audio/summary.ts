/** HTML of the summary of refused marks at the top of the audio page: each wrong field, with a link to it; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { formatMoment } from "../waveform/moments.ts";
import type { Words as WaveformWords } from "../waveform/words.ts";
import { FAULTS, type Row } from "./rules.ts";
import type { Words } from "./words.ts";

type Summarized = Readonly<{
  words: Words;
  waveform: WaveformWords;
  rows: readonly Row[];
  faults: Readonly<Record<string, string>>;
  duration: number;
}>;

/** What is wrong with a field: a text of this page, or a sentence of the schemas. */
export function faultText(
  { words, faults, duration }: Pick<Summarized, "words" | "faults" | "duration">,
  name: string,
): string | undefined {
  const fault = faults[name];
  if (fault === undefined || !FAULTS.has(fault)) return fault;
  return fill(words[fault as "beyond"], { length: formatMoment(duration) });
}

/** The `id` of the field with this name. */
export const idOf = (name: string): string => name.replace(".", "-");

const PARTS = ["at", "title", "url"] as const;

/** The names of the wrong fields in the order of the page, where breaks come first, each with its row. */
function wrongFields({ rows, faults }: Pick<Summarized, "rows" | "faults">) {
  const ofKind = (kind: Row["kind"]) =>
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ key }, at) => PARTS.map((part) => ({ kind, n: at + 1, name: `${key}.${part}` })));
  return [...ofKind("break"), ...ofKind("chapter")].filter(
    ({ name }) => faults[name] !== undefined,
  );
}

/** The field that gets the focus; undefined if none is wrong. */
export const firstWrong = (page: Pick<Summarized, "rows" | "faults">): string | undefined =>
  wrongFields(page)[0]?.name;

/** What is wrong, so that nobody must look for it far below. Nothing if all is well. */
export function faultsView(page: Summarized): Html {
  const { words, waveform, faults } = page;
  const wrong = wrongFields(page);
  if (wrong.length === 0 && faults.breaks === undefined) return html``;
  return html`
<div class="notice problem" role="alert" data-faults><p>${words.not_saved}</p>
<ul>${faults.breaks !== undefined && html`<li><a href="#breaks">${words.breaks}</a>: ${words.too_many}</li>`}
${wrong.map(({ kind, n, name }) => html`<li><a href="#${idOf(name)}">${fill(waveform[kind], { n })}</a>: ${faultText(page, name)}</li>`)}</ul></div>`;
}
