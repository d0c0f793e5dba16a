/** HTML of lists of episodes: states with their numbers, the rows, what to do with the chosen ones. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { EPISODE_STATES } from "../../publishing/episodes/editable/rules.ts";
import { buttonLink, emptyState } from "../../web/layout/components.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import { type TableQuery, tableParams } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { type Around, type Row, stateIn } from "./actions.ts";
import type { Words } from "./words.ts";

type List = Readonly<{
  words: Words;
  path: string;
  query: TableQuery;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  around: Around;
  csrf: string;
  /** Where a new episode is made. */
  newPath: string;
}>;

export function episodesView(list: List): Html {
  const { words, path, query, columns, rows, around, csrf } = list;
  const { counts, seasons, tags } = around;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const state = stateIn(query);
  const acts = html`<input type="hidden" name="back" value="${addressOf(list)}"><button type="submit">${words.change}</button>`;
  return html`
${(all > 0 || state !== null) && statesView(list, all)}
${listTable({
  words: tableWords(words.locale),
  caption: words.episodes,
  path,
  query,
  columns,
  rows,
  total: state === null ? all : (counts.get(state) ?? 0),
  search: words.find,
  filters: [
    { name: "season", label: words.season, options: seasons.map((n) => same(String(n))) },
    { name: "tag", label: words.tag, options: tags.map(same) },
  ].filter(({ options }) => options.length > 0),
  empty: emptyState({
    title: words.empty_title,
    text: words.empty,
    actions: buttonLink(list.newPath, words.new_episode),
  }),
  bulk: {
    action: "/studio/episodes/bulk",
    csrf,
    id: ({ episode_id }) => episode_id,
    name: ({ title }) => title,
    acts,
  },
})}
${all > 0 && html`<p class="soft list-note">${query.sort === "plan" && `${words.plan_order} `}${words.figures} ${words.incomplete}</p>`}`;
}

/** An option whose text is its value. */
const same = (text: string) => [text, text] as const;

/** The list as it is, to return to. */
export const addressOf = ({ path, query }: Pick<List, "path" | "query">): string =>
  `${path}?${new URLSearchParams(tableParams(query, { page: query.page }))}`;

/** The states that episodes are in, each leading to the list of those. */
function statesView({ words, path, query, around: { counts } }: List, all: number): Html {
  const state = stateIn(query);
  const link = (value: (typeof EPISODE_STATES)[number] | null, count: number) => {
    const { state: _, ...others } = query.filters;
    const filters = value === null ? others : { ...others, state: value };
    const href = `${path}?${new URLSearchParams(tableParams(query, { filters }))}`;
    return html`<li><a href="${href}"${value === state && html` aria-current="true"`}>${value === null ? words.all : words[value]} <span class="count">${count.toLocaleString(words.locale)}</span></a></li>`;
  };
  const shown = EPISODE_STATES.filter((one) => one === state || (counts.get(one) ?? 0) > 0);
  return html`<nav class="states" aria-label="${words.states}"><ul>${link(null, all)}${shown.map((one) => link(one, counts.get(one) ?? 0))}</ul></nav>`;
}

/** The list without its acts, which are no figures. */
export const episodesSheet = (
  columns: readonly Column<Row>[],
  query: TableQuery,
  rows: readonly Row[],
) =>
  listSheet(
    "episodes",
    columns.filter(({ key }) => key !== "acts"),
    query,
    rows,
  );
