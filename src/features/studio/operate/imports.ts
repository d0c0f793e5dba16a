/** The page of everybody's imports for admins, and its acts. */
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { cancelImport, retryImport } from "../../publishing/imports/administration.ts";
import { importId } from "../../publishing/imports/schema.ts";
import { type ListedImport, listImports } from "../../publishing/imports/store.ts";
import { badge, emptyState } from "../../web/layout/components.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { importsQuery } from "./schema.ts";
import { actForm, english, momentView, NONE, personLink } from "./texts.ts";
import { operateWords, type Words } from "./words.ts";

const PATH = "/studio/operate/imports";
const MOST_ROWS = 100_000;

const act = { access: "signed-in", params: importId, look: STUDIO_LOOK, method: "POST" } as const;

export const operateImportPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "List everybody's imports to admins",
    access: "signed-in",
    query: importsQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      adminOf(call);
      const words = operateWords(call.locale);
      const query = call.query.table;
      const { q, page: number, size, isCsv, filters } = query;
      const rows = await listImports(deps.db, {
        q,
        state: filters.state as "FAILED" | undefined,
        limit: isCsv ? MOST_ROWS : size,
        offset: isCsv ? 0 : (number - 1) * size,
      });
      const columns = columnsOf(words, timezoneOf(call.session), () => call.csrf);
      if (isCsv) return { sheet: listSheet("imports", columns, query, rows) };
      return operateLayout(call, deps, {
        title: words.imports,
        head: script("tables/browser/list.js"),
        done: { retried: words.was_retried, canceled: words.was_canceled },
        body: listTable({
          words: tableWords(call.locale),
          caption: words.imports,
          path: PATH,
          query,
          columns,
          rows,
          total: rows[0]?.total ?? 0,
          search: words.find_import,
          filters: [
            {
              name: "state",
              label: words.state,
              options: [
                ["PENDING", words.PENDING],
                ["RUNNING", words.RUNNING],
                ["DONE", words.DONE],
                ["FAILED", words.FAILED],
              ],
            },
          ],
          empty: emptyState({ title: words.no_imports_title, text: words.no_imports }),
        }),
      });
    },
  }),
  page({
    ...act,
    path: `${PATH}/:import_id/retry`,
    summary: "Run a failed import again",
    async handle(call, deps: Deps) {
      await retryImport(deps, adminOf(call), call.params.import_id);
      return doneAt(PATH, "retried");
    },
  }),
  page({
    ...act,
    path: `${PATH}/:import_id/cancel`,
    summary: "Cancel an import that waits or runs",
    async handle(call, deps: Deps) {
      await cancelImport(deps, adminOf(call), call.params.import_id);
      return doneAt(PATH, "canceled");
    },
  }),
];

const KINDS = { PENDING: "accent", RUNNING: "signal", DONE: "good", FAILED: "bad" } as const;

const columnsOf = (words: Words, timezone: string, csrf: () => string): Column<ListedImport>[] => [
  {
    key: "feed",
    name: words.feed,
    cell: ({ show_id, show_title, feed_url }) =>
      html`<div class="who">${show_id === null ? (feed_url ?? words.uploaded_file) : html`<a href="/studio/shows/${show_id}">${show_title}</a>`}${show_id !== null && html`<span class="soft">${feed_url ?? words.uploaded_file}</span>`}</div>`,
    value: ({ feed_url }) => feed_url,
  },
  {
    key: "person",
    name: words.person,
    cell: ({ user_id, username, fullname }) => personLink(user_id, fullname || username),
    value: ({ username }) => username,
  },
  {
    key: "state",
    name: words.state,
    cell: ({ state, dry_run }) =>
      html`${badge(words[state], KINDS[state])}${dry_run && html` ${badge(words.dry_run)}`}`,
    value: ({ state }) => state,
  },
  {
    key: "error",
    name: words.error,
    cell: ({ error }) => english(error),
    value: ({ error }) => error,
  },
  {
    key: "newest",
    name: words.changed_at,
    cell: ({ updated_at }) => momentView(updated_at, timezone, words),
    value: ({ updated_at }) => wireTime(updated_at),
  },
  {
    key: "acts",
    name: words.acts,
    cell: ({ import_id, state, feed_url }) => {
      if (state === "PENDING" || state === "RUNNING")
        return actForm(`${PATH}/${import_id}/cancel`, csrf(), words.cancel);
      if (state === "FAILED" && feed_url !== null)
        return actForm(`${PATH}/${import_id}/retry`, csrf(), words.retry);
      return NONE;
    },
    value: () => null,
  },
];
