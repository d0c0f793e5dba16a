/** The pages of advertisers: list, creation, change, deletion. */
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import {
  changeAdvertiser,
  createAdvertiser,
  deleteAdvertiser,
  readAdvertiser,
} from "../../advertising/advertisers/actions.ts";
import {
  canWriteAdvertising,
  readableTeams,
  requireWritableTeams,
} from "../../people/organizations/rights.ts";
import { buttonLink, emptyState } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { listSheet } from "../tables/columns.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { findAdvertisers } from "./actions.ts";
import { advertiserColumns } from "./columns.ts";
import { deletionPages } from "./deletion.ts";
import { advertiserFormView } from "./forms.ts";
import { advertiserForm, advertiserId, advertisersQuery, newAdvertiserForm } from "./schema.ts";
import { textsOf } from "./values.ts";
import { adClientsWords } from "./words.ts";

const PATH = "/studio/ads/advertisers";
const NEW = `${PATH}/new`;

const listPage = page({
  method: "GET",
  path: PATH,
  summary: "List your teams' advertisers",
  access: "signed-in",
  query: advertisersQuery,
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    const words = adClientsWords(call.locale);
    const query = call.query.table;
    const caller = callerOf(call.session);
    const team_ids = await readableTeams(deps.db, caller, undefined);
    const rows = await findAdvertisers(deps, team_ids, query);
    const columns = advertiserColumns(words);
    if (query.isCsv) return { sheet: listSheet("advertisers", columns, query, rows) };
    const canWrite = await canWriteAdvertising(deps.db, caller);
    const create = canWrite ? buttonLink(NEW, words.new_advertiser) : html``;
    return adLayout(call, deps, {
      title: words.advertisers,
      actions: create,
      head: script("tables/browser/list.js"),
      done: { deleted: words.deleted },
      body: listTable({
        words: tableWords(call.locale),
        caption: words.advertisers,
        path: PATH,
        query,
        columns,
        rows,
        total: rows[0]?.total ?? 0,
        search: words.find_advertiser,
        empty: emptyState({
          title: words.no_advertisers_title,
          text: words.no_advertisers,
          actions: create,
        }),
      }),
    });
  },
});

const newPages = formPage({
  path: NEW,
  summary: "Create an advertiser",
  access: "signed-in",
  body: newAdvertiserForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adClientsWords(call.locale);
    const teams = await requireWritableTeams(deps.db, callerOf(call.session));
    return adLayout(call, deps, {
      title: words.new_advertiser,
      narrow: true,
      body: advertiserFormView({
        words,
        csrf: call.csrf,
        action: NEW,
        refusal: problemsOf(words.lang, refusal),
        values: {},
        revision: null,
        back: PATH,
        teams: teams.map(({ team_id, name }) => [String(team_id), name]),
      }),
    });
  },
  async submit({ session }, value, deps: Deps) {
    const { advertiser_id } = await createAdvertiser(deps, callerOf(session), value);
    return doneAt(`${PATH}/${advertiser_id}`, "created");
  },
});

const editPages = formPage({
  path: `${PATH}/:advertiser_id`,
  summary: "Edit an advertiser",
  access: "signed-in",
  params: advertiserId,
  body: advertiserForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adClientsWords(call.locale);
    const { advertiser_id } = call.params;
    const row = await readAdvertiser(deps, callerOf(call.session), advertiser_id, "write");
    const path = `${PATH}/${advertiser_id}`;
    return adLayout(call, deps, {
      title: words.edit_advertiser,
      subtitle: row.name,
      narrow: true,
      actions: buttonLink(`${path}/delete`, words.delete_advertiser, "quiet"),
      done: { saved: words.saved, created: words.created },
      body: advertiserFormView({
        words,
        csrf: call.csrf,
        action: path,
        refusal: problemsOf(words.lang, refusal),
        values: textsOf(row),
        revision: row.revision,
        back: PATH,
        teams: [],
      }),
    });
  },
  async submit({ params, session }, { revision, ...value }, deps: Deps) {
    const { advertiser_id } = params;
    await changeAdvertiser(deps, callerOf(session), advertiser_id, value, [revision]);
    return doneAt(`${PATH}/${advertiser_id}`, "saved");
  },
});

const deletePages = deletionPages({
  path: `${PATH}/:advertiser_id`,
  summary: "Delete an advertiser, after its name was typed",
  params: advertiserId,
  pathOf: ({ advertiser_id }) => `${PATH}/${advertiser_id}`,
  list: PATH,
  read: (deps, caller, { advertiser_id }) => readAdvertiser(deps, caller, advertiser_id, "write"),
  remove: (deps, caller, { advertiser_id }) => deleteAdvertiser(deps, caller, advertiser_id, null),
  texts(locale) {
    const { delete_advertiser, advertiser_lead } = adClientsWords(locale);
    return { title: delete_advertiser, lead: advertiser_lead };
  },
});

export const advertiserPages = [listPage, ...newPages, ...editPages, ...deletePages];
