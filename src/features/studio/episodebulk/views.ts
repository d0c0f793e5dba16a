/** HTML of the page that changes many episodes: the form, and what it would do to each of them. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { BulkOutcome } from "../../publishing/bulk/schema.ts";
import { buttonLink, emptyState, table } from "../../web/layout/components.ts";
import { checkbox, choice, field, form, notice } from "../../web/layout/views.ts";
import { plural } from "../frame/plurals.ts";
import { breakTexts, HOW, PLACES } from "./breaks.ts";
import type { Words } from "./words.ts";

export type Plan = Readonly<{
  words: Words;
  csrf: string;
  back: string;
  /** Values and errors of the form’s fields, in the language of the page. */
  refusal: Refusal;
  /** What the choice would do; empty changes as long as nothing is chosen. */
  outcomes: readonly BulkOutcome[];
  /** Titles of the episodes that the person may edit. */
  titles: ReadonlyMap<number, string>;
  /** Shows to move to, by id. */
  shows: ReadonlyMap<number, string>;
  /** Whether a change is chosen. */
  isChosen: boolean;
}>;

export function planView(plan: Plan): Html {
  const { words, csrf, back, refusal, outcomes, isChosen } = plan;
  if (outcomes.length === 0)
    return emptyState({
      title: words.title,
      text: words.none,
      actions: buttonLink(back, words.to_list),
    });
  const stuck = outcomes.filter(({ problems }) => problems.length > 0).length;
  const changing = outcomes.filter(({ changes }) => Object.keys(changes).length > 0).length;
  const body = html`
<input type="hidden" name="back" value="${back}">
${outcomes.map(({ episode_id }) => html`<input type="hidden" name="id.${episode_id}" value="1">`)}
<div class="bulk">
<div class="bulk-fields">
<p class="soft">${words.lead}</p>
${notice(refusal.message, "problem")}
${fieldsView(plan)}
<p class="actions"><button type="submit" name="step" value="preview"${isChosen && html` class="quiet"`}>${words.preview}</button> <a href="${back}">${words.to_list}</a></p>
</div>
<section class="bulk-plan" aria-labelledby="${isChosen ? "plan" : "chosen"}">
<h2 id="${isChosen ? "plan" : "chosen"}">${plural(words, isChosen ? words.would : words.count, isChosen ? changing : outcomes.length)}</h2>
${stuck > 0 && html`<div class="notice problem" role="alert"><p>${plural(words, words.in_way, stuck)}</p><button type="submit" class="quiet" name="step" value="leave_out">${words.leave_out}</button></div>`}
${outcomesTable(plan)}
${isChosen && stuck === 0 && changing > 0 && html`<p class="actions bulk-apply"><button type="submit" name="step" value="apply">${plural(words, words.apply, changing)}</button></p>`}
</section>
</div>`;
  return form("/studio/episodes/bulk#plan", csrf, body);
}

function fieldsView({ words, refusal: { given, fields }, shows }: Plan): Html {
  const text = (name: string, label: string, hint: string) =>
    field({ label, name, value: given[name], error: fields[name], hint, maxlength: 1300 });
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    choice({
      label,
      name,
      value: given[name],
      error: fields[name],
      options: [["", words.keep], ...options],
    });
  const flag = (yes: string, no: string) => [["true", yes] as const, ["false", no] as const];
  return html`
${text("add_tags", words.add_tags, words.tags_hint)}
${text("remove_tags", words.remove_tags, words.tags_hint)}
${text("season", words.season, words.season_hint)}
${select(
  "visibility",
  words.visibility,
  (["PUBLIC", "LIMITED", "PRIVATE"] as const).map((value) => [value, words[value]] as const),
)}
${select("hidden", words.hidden, flag(words.hide, words.shown))}
${select("explicit", words.explicit, flag(words.yes, words.no))}
${
  shows.size > 1 &&
  select(
    "show_id",
    words.move,
    [...shows].map(([id, title]) => [String(id), title] as const),
  )
}
<fieldset class="group bulk-breaks"><legend>${words.breaks}</legend>
${select(
  "breaks",
  words.breaks_how,
  HOW.map((how) => [how, words[`breaks_${how}`]] as const),
)}
${Object.keys(PLACES).map((name) =>
  checkbox({
    name,
    label: words[name as keyof typeof PLACES],
    checked: (given[name] ?? "") !== "",
  }),
)}
${text("break_times", words.break_times, words.break_times_hint)}
${choice({
  label: words.break_ads,
  name: "break_ads",
  value: given.break_ads ?? "1",
  options: ADS.map((ads) => [ads, ads] as const),
})}
</fieldset>`;
}

/** As many as a break can hold. */
const ADS = ["1", "2", "3", "4", "5"] as const;

/** Problems first, then what changes, then what stays. */
function outcomesTable(plan: Plan): Html {
  const { words, outcomes, titles, isChosen } = plan;
  const rank = ({ problems, changes }: BulkOutcome) =>
    problems.length > 0 ? 0 : Object.keys(changes).length > 0 ? 1 : 2;
  const rows = outcomes.toSorted((a, b) => rank(a) - rank(b));
  const name = ({ episode_id }: BulkOutcome) => {
    const title = titles.get(episode_id);
    return title === undefined
      ? `#${episode_id}`
      : html`<a href="/studio/episodes/${episode_id}">${title}</a>`;
  };
  const columns = [{ name: words.episode }, ...(isChosen ? [{ name: words.what }] : [])];
  return table(
    words.title,
    columns,
    rows.map((row) => (isChosen ? [name(row), changesView(row, plan)] : [name(row)])),
  );
}

function changesView({ changes, problems }: BulkOutcome, plan: Plan): Html {
  const { words } = plan;
  if (problems.length > 0)
    return html`<ul class="bulk-changes">${problems.map(({ field: name, message }) => html`<li class="error">${sentence(nameOf(name, words), message)}</li>`)}</ul>`;
  const entries = Object.entries(changes);
  if (entries.length === 0) return html`<span class="soft">${words.unchanged}</span>`;
  return html`<ul class="bulk-changes">${entries.map(
    ([name, { before, after }]) =>
      html`<li><span class="soft">${nameOf(name, words)}</span> ${changeView(name, { before, after }, plan)}</li>`,
  )}</ul>`;
}

/** A list shows what stays plainly, and marks what goes and what is new; any other value is new as a whole. */
function changeView(
  name: string,
  { before, after }: BulkOutcome["changes"][string],
  plan: Plan,
): Html {
  const isNew = (text: string) => html`<ins>${text}</ins>`;
  const [was, is] = [listOf(before), listOf(after)];
  if (was === null || is === null)
    return html`${valueText(name, before, plan)} → ${isNew(valueText(name, after, plan))}`;
  const items = [
    ...was.map((one) => (is.includes(one) ? html`${one}` : html`<del>${one}</del>`)),
    ...is.filter((one) => !was.includes(one)).map(isNew),
  ];
  return html`${items.map((item, at) => html`${at > 0 && ", "}${item}`)}`;
}

/** The entries of a list as texts; null for a single value. */
const listOf = (value: Value): string[] | null =>
  Array.isArray(value)
    ? value.flatMap((one) => (typeof one === "string" ? [one] : breakTexts([one])))
    : null;

const sentence = (name: string, message: string): string =>
  message.endsWith(".") ? message : `${name} ${message}.`;

const NAMES = {
  show_id: "show_id",
  tags: "tags",
  visibility: "visibility",
  hidden: "hidden",
  explicit: "explicit",
  season_number: "season",
  cuepoints: "breaks",
  episode_id: "episode",
} as const;

const nameOf = (name: string, words: Words): string =>
  Object.hasOwn(NAMES, name) ? words[NAMES[name as keyof typeof NAMES]] : name;

type Value = BulkOutcome["changes"][string]["before"];

function valueText(name: string, value: Value, { words, shows }: Plan): string {
  const list = listOf(value);
  if (value === null || list?.length === 0) return words.empty_value;
  if (list !== null) return list.join(", ");
  if (name === "show_id") return shows.get(Number(value)) ?? `#${value}`;
  if (name === "hidden") return value === true ? words.hide : words.shown;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === "PUBLIC" || value === "LIMITED" || value === "PRIVATE") return words[value];
  return String(value);
}
