/** The pages of curated lists for admins: all lists, one list with its settings, and the order of its shows. */
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import {
  changeList,
  createList,
  deleteList,
  fillList,
  handPickedShows,
  requireList,
} from "../../discovery/explore/actions.ts";
import { type AdminListRow, listAllLists } from "../../discovery/explore/store.ts";
import { LANGUAGES } from "../../publishing/reference/rules.ts";
import { categoryViews, contentLanguage } from "../../publishing/reference/views.ts";
import { badge, buttonLink, emptyState } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../frame/layout.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { listForm, listId, listsQuery, newListForm, orderForm, ruleForm } from "./listforms.ts";
import { listView, newListView } from "./listviews.ts";
import { findTitles } from "./store.ts";
import { NONE } from "./texts.ts";
import { operateWords, type Words } from "./words.ts";

const PATH = "/studio/operate/lists";
const MOST_ROWS = 10_000;

const listPage = page({
  method: "GET",
  path: PATH,
  summary: "List curated lists to admins, hidden ones too",
  access: "signed-in",
  query: listsQuery,
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    adminOf(call);
    const words = operateWords(call.locale);
    const query = call.query.table;
    const { q, page: number, size, isCsv } = query;
    const rows = await listAllLists(deps.db, {
      q,
      limit: isCsv ? MOST_ROWS : size,
      offset: isCsv ? 0 : (number - 1) * size,
    });
    const columns = columnsOf(words);
    if (isCsv) return { sheet: listSheet("lists", columns, query, rows) };
    const create = buttonLink(`${PATH}/new`, words.new_list);
    return operateLayout(call, deps, {
      title: words.lists,
      actions: create,
      head: script("tables/browser/list.js"),
      done: { deleted: words.was_deleted },
      body: listTable({
        words: tableWords(call.locale),
        caption: words.lists,
        path: PATH,
        query,
        columns,
        rows,
        total: rows[0]?.total ?? 0,
        search: words.name,
        empty: emptyState({ title: words.no_lists_title, text: words.no_lists, actions: create }),
      }),
    });
  },
});

const columnsOf = (words: Words): Column<AdminListRow>[] => [
  {
    key: "name",
    name: words.name,
    cell: ({ list_id, name, subtitle }) =>
      html`<div class="who"><a href="${PATH}/${list_id}">${name}</a>${subtitle !== null && html`<span class="soft">${subtitle}</span>`}</div>`,
    value: ({ name }) => name,
  },
  {
    key: "state",
    name: words.state,
    cell: ({ hidden_at }) =>
      hidden_at === null ? badge(words.shown, "good") : badge(words.hidden),
    value: ({ hidden_at }) => (hidden_at === null ? "shown" : "hidden"),
  },
  {
    key: "shows",
    name: words.shows,
    number: true,
    cell: ({ shows_count }) => shows_count?.toLocaleString(words.locale) ?? words.by_rule,
    value: ({ shows_count }) => shows_count,
  },
  {
    key: "countries",
    name: words.countries,
    cell: ({ countries }) => (countries.length === 0 ? NONE : countries.join(", ")),
    value: ({ countries }) => countries.join(" "),
  },
];

const newPages = formPage({
  path: `${PATH}/new`,
  summary: "Create a curated list",
  access: "signed-in",
  body: newListForm,
  look: STUDIO_LOOK,
  show(call, refusal, deps: Deps) {
    adminOf(call);
    const words = operateWords(call.locale);
    return operateLayout(call, deps, {
      title: words.new_list,
      narrow: true,
      body: newListView({
        words,
        csrf: call.csrf,
        action: `${PATH}/new`,
        back: PATH,
        refusal: problemsOf(words.lang, refusal),
      }),
    });
  },
  async submit(call, value, deps: Deps) {
    adminOf(call);
    const { list_id } = await createList(deps, { ...value, hidden: true });
    return doneAt(`${PATH}/${list_id}`, "created");
  },
});

/** `form`: which of the page's forms was refused. */
async function showList(
  call: StudioCall,
  deps: Deps,
  { list_id, form }: Readonly<{ list_id: number; form: "settings" | "shows" | "rule" }>,
  refusal: Refusal,
): Promise<Html> {
  adminOf(call);
  const words = operateWords(call.locale);
  const list = await requireList(deps.db, list_id);
  const shows = await findTitles(deps.db, await handPickedShows(deps.db, list));
  return operateLayout(call, deps, {
    title: list.name,
    head: script("operate/browser/order.js"),
    done: { created: words.list_created, saved: words.saved },
    body: listView({
      words,
      csrf: call.csrf,
      path: `${PATH}/${list_id}`,
      list,
      shows,
      form,
      refusal: problemsOf(words.lang, refusal),
      ...choicesIn(call.locale, words.lang),
    }),
  });
}

/** Categories and languages by their names in the person's language. */
function choicesIn(locale: StudioCall["locale"], lang: string) {
  const names = new Intl.DisplayNames(lang, { type: "language" });
  return {
    categories: categoryViews(contentLanguage(locale)).map(
      ({ category_id, name, level }) =>
        [String(category_id), level === 1 ? name : `– ${name}`] as const,
    ),
    languages: LANGUAGES.map((code) => [code, names.of(code) ?? code] as const),
  };
}

const ofList = { access: "signed-in", params: listId, look: STUDIO_LOOK } as const;

const settingsPages = formPage({
  ...ofList,
  path: `${PATH}/:list_id`,
  summary: "Show a curated list to admins, and change its name, subtitle, countries and visibility",
  body: listForm,
  show: (call, refusal, deps: Deps) =>
    showList(call, deps, { ...call.params, form: "settings" }, refusal),
  async submit(call, { revision, hidden, ...value }, deps: Deps) {
    adminOf(call);
    const { list_id } = call.params;
    await changeList(deps, list_id, { ...value, hidden: hidden === true }, [revision]);
    return doneAt(`${PATH}/${list_id}`, "saved");
  },
});

const orderPages = formPage({
  ...ofList,
  path: `${PATH}/:list_id/shows`,
  summary: "Set the shows of a curated list and their order",
  body: orderForm,
  show: (call, refusal, deps: Deps) =>
    showList(call, deps, { ...call.params, form: "shows" }, refusal),
  async submit(call, { shows, revision }, deps: Deps) {
    adminOf(call);
    const { list_id } = call.params;
    await fillList(deps, list_id, { shows }, [revision]);
    return doneAt(`${PATH}/${list_id}`, "saved");
  },
});

const rulePages = formPage({
  ...ofList,
  path: `${PATH}/:list_id/rule`,
  summary: "Fill a curated list by a rule",
  body: ruleForm,
  show: (call, refusal, deps: Deps) =>
    showList(call, deps, { ...call.params, form: "rule" }, refusal),
  async submit(call, { revision, ...rule }, deps: Deps) {
    adminOf(call);
    const { list_id } = call.params;
    await fillList(deps, list_id, rule, [revision]);
    return doneAt(`${PATH}/${list_id}`, "saved");
  },
});

const deletion = page({
  ...ofList,
  method: "POST",
  path: `${PATH}/:list_id/delete`,
  summary: "Delete a curated list",
  async handle(call, deps: Deps) {
    adminOf(call);
    await deleteList(deps, call.params.list_id, null);
    return doneAt(PATH, "deleted");
  },
});

export const operateListPages = [
  listPage,
  ...newPages,
  ...settingsPages,
  ...orderPages,
  ...rulePages,
  deletion,
];
