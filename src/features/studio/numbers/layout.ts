/** HTML around the figures of each page of numbers: tabs, range, filters, CSV and print. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { tabs } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { rangeControl } from "../range/views.ts";
import { rangeWords } from "../range/words.ts";
import { hrefOf, type Place } from "./place.ts";
import type { Words } from "./words.ts";

export const TABS = [
  "overview",
  "ages",
  "sources",
  "countries",
  "hours",
  "listeners",
  "exclusions",
] as const;
export type Tab = (typeof TABS)[number];

/** The last segment of a tab's path. */
export const pathOfTab = (tab: Tab): string => (tab === "overview" ? "" : `/${tab}`);

type Option = Readonly<{ value: string; text: string }>;
/** Names to choose from, by what they are. */
export type Choices = Readonly<{
  episodes: readonly Option[];
  only: readonly Readonly<{ label: string; options: readonly Option[] }>[];
}>;

type Shown = Readonly<{
  place: Place;
  tab: Tab;
  choices: Choices;
  /** How the chosen name is called. */
  onlyName: string | null;
  body: Html;
  /** Whether the page obeys the range. */
  hasRange: boolean;
}>;

/** The only page whose figures can be narrowed to a country, app or device. */
const NARROWED: Tab = "overview";

export function numbersView(shown: Shown): Html {
  const { place, tab, onlyName, body, hasRange } = shown;
  const { words, range, showsText } = place;
  const links = TABS.map((name) => ({
    href: hrefOf(place, pathOfTab(name)),
    name: words[name],
    current: name === tab,
  }));
  return html`
${tabs(words.views, links)}
${showsText !== null && html`<p class="soft">${showsText}</p>`}
${hasRange && control(shown)}
${hasRange && range.isUnfinished && html`<p class="soft numbers-final">${words.unfinished} ${words.final}</p>`}
${onlyName !== null && onlyNotice(place, tab, onlyName)}
${body}`;
}

function control({ place, tab, choices, onlyName }: Shown): Html {
  const { words, range, root, keep, episode, only } = place;
  const rest = Object.entries(keep).filter(([name]) => {
    if (name === "episode") return choices.episodes.length === 0;
    return name === "only" && tab !== NARROWED;
  });
  return rangeControl({
    words: rangeWords(words.locale),
    range,
    path: `${root}${pathOfTab(tab)}`,
    keep: Object.fromEntries(rest),
    note: words.day_note,
    fields: html`
${
  choices.episodes.length > 0 &&
  select("episode", words.episode, words.all_episodes, [
    html`${choices.episodes.map((one) => option(one, String(episode?.episode_id)))}`,
  ])
}
${
  tab === NARROWED &&
  select("only", words.only, words.everything, [
    only !== null && option({ value: keep.only ?? "", text: onlyName ?? only.name }, keep.only),
    ...choices.only.map(
      ({ label, options }) =>
        html`<optgroup label="${label}">${options.filter(({ value }) => value !== keep.only).map((one) => option(one, keep.only))}</optgroup>`,
    ),
  ])
}`,
  });
}

const option = ({ value, text }: Option, chosen: string | undefined): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;

const select = (
  name: string,
  label: string,
  all: string,
  options: readonly (Html | false)[],
): Html => html`
<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">${all}</option>${options}</select></div>`;

function onlyNotice(place: Place, tab: Tab, name: string): Html {
  const { words } = place;
  const text = tab === NARROWED ? words.only_is : words.not_narrowed;
  return html`<p class="notice plain">${fill(text, { name })} <a href="${hrefOf(place, pathOfTab(tab), { only: "" })}">${words.remove_filter}</a></p>`;
}

/** The ways to take figures along; `csv` null: the list has its own. The button appears with the script. */
export const waysView = (words: Words, csv: string | null): Html =>
  html`${csv !== null && html`<a class="button quiet" href="${csv}" download>${words.csv}</a>`}<button type="button" class="quiet" data-print hidden>${words.print}</button>`;
