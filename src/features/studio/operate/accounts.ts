/** The pages of accounts for admins: the list, one account, its verified mark and its suspension. */
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { page } from "../../../platform/http/pages.ts";
import {
  changeAccount,
  readAccount,
  type SuspensionDeps,
  suspendUser,
  unsuspendUser,
} from "../../people/administration/actions.ts";
import { accountId } from "../../people/administration/schema.ts";
import { listAccounts } from "../../people/administration/store.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { listSheet } from "../tables/columns.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { accountColumns, accountView } from "./accountviews.ts";
import { adminOf, operateLayout } from "./layout.ts";
import { accountsQuery, suspendForm, verifyForm } from "./schema.ts";
import { operateWords } from "./words.ts";

const PATH = "/studio/operate/accounts";
/** Rows of a CSV. */
const MOST_ROWS = 100_000;

const ofAccount = { access: "signed-in", params: accountId, look: STUDIO_LOOK } as const;

export const operateAccountPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "List accounts to admins",
    access: "signed-in",
    query: accountsQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      adminOf(call);
      const words = operateWords(call.locale);
      const query = call.query.table;
      const { q, page: number, size, sort, descending, isCsv, filters } = query;
      const rows = await listAccounts(deps.db, {
        q,
        state: filters.state as "suspended" | undefined,
        sort: sort as "newest",
        descending,
        limit: isCsv ? MOST_ROWS : size,
        offset: isCsv ? 0 : (number - 1) * size,
      });
      const columns = accountColumns(words, timezoneOf(call.session));
      if (isCsv) return { sheet: listSheet("accounts", columns, query, rows) };
      return operateLayout(call, deps, {
        title: words.accounts,
        head: script("tables/browser/list.js"),
        body: listTable({
          words: tableWords(call.locale),
          caption: words.accounts,
          path: PATH,
          query,
          columns,
          rows,
          total: rows[0]?.total ?? 0,
          search: words.find_account,
          filters: [
            {
              name: "state",
              label: words.state,
              options: [
                ["suspended", words.suspended],
                ["verified", words.verified],
                ["admin", words.admin],
              ],
            },
          ],
          empty: html``,
        }),
      });
    },
  }),
  ...formPage({
    ...ofAccount,
    path: `${PATH}/:user_id`,
    summary: "Show an account to admins, and suspend it with a reason",
    body: suspendForm,
    async show(call, refusal, deps: SuspensionDeps) {
      const words = operateWords(call.locale);
      const row = await readAccount(deps, adminOf(call), call.params.user_id);
      return operateLayout(call, deps, {
        title: row.fullname || row.username,
        subtitle: `@${row.username} · ${row.email}`,
        narrow: true,
        actions: buttonLink(
          `/studio/operate/log?subject=user:${row.user_id}`,
          words.history,
          "quiet",
        ),
        done: {
          suspended: words.was_suspended,
          lifted: words.was_lifted,
          saved: words.saved,
        },
        body: accountView({
          words,
          row,
          csrf: call.csrf,
          path: `${PATH}/${row.user_id}`,
          timezone: timezoneOf(call.session),
          isSelf: row.user_id === call.session.user_id,
          refusal: problemsOf(words.lang, refusal),
        }),
      });
    },
    async submit(call, { reason }, deps: SuspensionDeps) {
      const { user_id } = call.params;
      await suspendUser(deps, adminOf(call), user_id, reason);
      return doneAt(`${PATH}/${user_id}`, "suspended");
    },
  }),
  page({
    ...ofAccount,
    method: "POST",
    path: `${PATH}/:user_id/lift`,
    summary: "End the suspension of an account",
    async handle(call, deps: Deps) {
      const { user_id } = call.params;
      await unsuspendUser(deps, adminOf(call), user_id);
      return doneAt(`${PATH}/${user_id}`, "lifted");
    },
  }),
  page({
    ...ofAccount,
    method: "POST",
    path: `${PATH}/:user_id/verify`,
    summary: "Verify a user, or take the mark away",
    body: verifyForm,
    async handle(call, deps: Deps) {
      const { user_id } = call.params;
      const verified = call.form.ok && call.form.value.verified === "1";
      await changeAccount(deps, adminOf(call), user_id, { verified });
      return doneAt(`${PATH}/${user_id}`, "saved");
    },
  }),
];
