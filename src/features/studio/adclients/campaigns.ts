/** The pages of campaigns: list, one campaign, creation, change, deletion. */
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page, redirect } from "../../../platform/http/pages.ts";
import {
  changeCampaign,
  createCampaign,
  deleteCampaign,
  readCampaign,
} from "../../advertising/campaigns/actions.ts";
import { PUBLIC_STATUSES } from "../../advertising/campaigns/schema.ts";
import { type BoardQuery, readBoard } from "../../advertising/lineitems/board/store.ts";
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
import { listViews } from "../savedviews/store.ts";
import { viewsBar } from "../savedviews/views.ts";
import { savedViewsWords } from "../savedviews/words.ts";
import { listSheet } from "../tables/columns.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { advertiserChoices, findCampaigns } from "./actions.ts";
import { campaignColumns } from "./columns.ts";
import { deletionPages } from "./deletion.ts";
import { campaignFormView } from "./forms.ts";
import { campaignForm, campaignId, campaignsQuery, newCampaignForm } from "./schema.ts";
import { campaignValues } from "./values.ts";
import { campaignFacts, campaignView } from "./views.ts";
import { adClientsWords, type Words } from "./words.ts";

const PATH = "/studio/ads/campaigns";
const NEW = `${PATH}/new`;
/** Line items in the timeline of a campaign. */
const MOST_ITEMS = 500;

const listPage = page({
  method: "GET",
  path: PATH,
  summary: "List your teams' campaigns",
  access: "signed-in",
  query: campaignsQuery,
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    const words = adClientsWords(call.locale);
    const query = call.query.table;
    const caller = callerOf(call.session);
    const team_ids = await readableTeams(deps.db, caller, undefined);
    const rows = await findCampaigns(deps, team_ids, query);
    const columns = campaignColumns(words);
    if (query.isCsv) return { sheet: listSheet("campaigns", columns, query, rows) };
    const canWrite = await canWriteAdvertising(deps.db, caller);
    const create = canWrite ? buttonLink(NEW, words.new_campaign) : html``;
    const saved = savedViewsWords(call.locale);
    const { view_saved, view_deleted } = saved;
    const views = await listViews(deps.db, caller.user_id, "campaigns");
    return adLayout(call, deps, {
      title: words.campaigns,
      actions: create,
      head: script("tables/browser/list.js"),
      done: { deleted: words.deleted, view_saved, view_deleted },
      body: html`${(rows.length > 0 || views.length > 0) && viewsBar({ words: saved, list: "campaigns", query, views })}${listTable(
        {
          words: tableWords(call.locale),
          caption: words.campaigns,
          path: PATH,
          query,
          columns,
          rows,
          total: rows[0]?.total ?? 0,
          search: words.find_campaign,
          filters: [
            {
              name: "status",
              label: words.state,
              options: PUBLIC_STATUSES.map((status) => [status, words[status]] as const),
            },
          ],
          empty: emptyState({
            title: words.no_campaigns_title,
            text: words.no_campaigns,
            actions: create,
          }),
        },
      )}`,
    });
  },
});

const comparison = (campaign_id: number, words: Words) =>
  buttonLink(`${PATH}/${campaign_id}/reconcile`, words.reconcile, "quiet");

const onePageActs = (campaign_id: number, words: Words) =>
  html`${buttonLink(`/studio/ads/lineitems/new?campaign=${campaign_id}`, words.new_line_item)} ${buttonLink(`${PATH}/${campaign_id}/edit`, words.edit_campaign, "quiet")} ${buttonLink(`${PATH}/${campaign_id}/share`, words.share, "quiet")} ${comparison(campaign_id, words)}`;

const onePage = page({
  method: "GET",
  path: `${PATH}/:campaign_id`,
  summary: "Show a campaign with its line items over time",
  access: "signed-in",
  params: campaignId,
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    const words = adClientsWords(call.locale);
    const { campaign_id } = call.params;
    const caller = callerOf(call.session);
    const row = await readCampaign(deps, caller, campaign_id, "read");
    const canWrite = await canWriteAdvertising(deps.db, caller, row.team_id);
    const at = deps.clock();
    const query: BoardQuery = {
      team_ids: [row.team_id],
      danger: null,
      status: null,
      priority: null,
      campaign_id,
      q: "",
      sort: "start",
      descending: false,
      limit: MOST_ITEMS,
      offset: 0,
    };
    const { rows: items } = await readBoard(deps.db, query, at);
    return adLayout(call, deps, {
      title: row.name,
      subtitle: campaignFacts(row, words),
      actions: canWrite ? onePageActs(campaign_id, words) : comparison(campaign_id, words),
      done: { saved: words.saved, created: words.created },
      body: campaignView({ words, row, items, today: at.toISOString().slice(0, 10) }),
    });
  },
});

const newPages = formPage({
  path: NEW,
  summary: "Create a campaign",
  access: "signed-in",
  body: newCampaignForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adClientsWords(call.locale);
    const teams = await requireWritableTeams(deps.db, callerOf(call.session));
    const team_ids = teams.map(({ team_id }) => team_id);
    const advertisers = await advertiserChoices(deps, team_ids);
    if (advertisers.length === 0) return redirect("/studio/ads/advertisers/new");
    return adLayout(call, deps, {
      title: words.new_campaign,
      narrow: true,
      body: campaignFormView({
        words,
        csrf: call.csrf,
        action: NEW,
        refusal: problemsOf(words.lang, refusal),
        values: {},
        revision: null,
        back: PATH,
        advertisers,
      }),
    });
  },
  async submit({ session }, value, deps: Deps) {
    const { campaign_id } = await createCampaign(deps, callerOf(session), value);
    return doneAt(`${PATH}/${campaign_id}`, "created");
  },
});

const editPages = formPage({
  path: `${PATH}/:campaign_id/edit`,
  summary: "Edit a campaign",
  access: "signed-in",
  params: campaignId,
  body: campaignForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adClientsWords(call.locale);
    const { campaign_id } = call.params;
    const row = await readCampaign(deps, callerOf(call.session), campaign_id, "write");
    const path = `${PATH}/${campaign_id}`;
    return adLayout(call, deps, {
      title: words.edit_campaign,
      subtitle: row.name,
      narrow: true,
      actions: buttonLink(`${path}/delete`, words.delete_campaign, "quiet"),
      body: campaignFormView({
        words,
        csrf: call.csrf,
        action: `${path}/edit`,
        refusal: problemsOf(words.lang, refusal),
        values: campaignValues(row),
        revision: row.revision,
        back: path,
        advertisers: await advertiserChoices(deps, [row.team_id]),
      }),
    });
  },
  async submit({ params, session }, { revision, ...value }, deps: Deps) {
    const { campaign_id } = params;
    await changeCampaign(deps, callerOf(session), campaign_id, value, [revision]);
    return doneAt(`${PATH}/${campaign_id}`, "saved");
  },
});

const deletePages = deletionPages({
  path: `${PATH}/:campaign_id`,
  summary: "Delete a campaign, after its name was typed",
  params: campaignId,
  pathOf: ({ campaign_id }) => `${PATH}/${campaign_id}`,
  list: PATH,
  read: (deps, caller, { campaign_id }) => readCampaign(deps, caller, campaign_id, "write"),
  remove: (deps, caller, { campaign_id }) => deleteCampaign(deps, caller, campaign_id, null),
  texts(locale) {
    const { delete_campaign, campaign_lead } = adClientsWords(locale);
    return { title: delete_campaign, lead: campaign_lead };
  },
});

export const campaignPages = [listPage, onePage, ...newPages, ...editPages, ...deletePages];
