/** The report of a campaign for its sponsor, and the pages that share it. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, type PageCall, page } from "../../../platform/http/pages.ts";
import { id, verbatim } from "../../../platform/http/params.ts";
import { sumDeliveredDays } from "../../advertising/adserving/control/store.ts";
import { readCampaign } from "../../advertising/campaigns/actions.ts";
import { endShare, openShared, shareReport } from "../../advertising/campaigns/sharing/actions.ts";
import { shareParams } from "../../advertising/campaigns/sharing/schema.ts";
import { type BoardQuery, readBoard } from "../../advertising/lineitems/board/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { htmlDocument } from "../../web/layout/views.ts";
import { adLayout } from "../adboard/layout.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { reportView, sharingView } from "./views.ts";
import { sponsorReportWords } from "./words.ts";

const MOST_ITEMS = 1000;
const campaignId = z.object({ campaign_id: id() });

const reportPage = page({
  method: "GET",
  path: "/r/:token",
  summary: "Show the report of a campaign to its sponsor",
  access: "anyone",
  params: z.object({ token: verbatim({ max: 100 }) }),
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    const { frame, locale, params } = call;
    const words = sponsorReportWords(locale);
    const row = await openShared(deps, params.token);
    const at = deps.clock();
    const query: BoardQuery = {
      team_ids: [row.team_id],
      campaign_id: row.campaign_id,
      danger: null,
      status: null,
      priority: null,
      q: "",
      sort: "start",
      descending: false,
      limit: MOST_ITEMS,
      offset: 0,
    };
    const { rows } = await readBoard(deps.db, query, at);
    const items = rows.filter(({ delivery_status }) => delivery_status !== "DRAFT");
    const ids = items.map(({ lineitem_id }) => lineitem_id);
    const { name, advertiser_name } = row;
    const body = reportView({
      ...{ words, name, advertiser_name, items, today: at.toISOString().slice(0, 10) },
      days: await sumDeliveredDays(deps.db, ids),
    });
    return htmlDocument({
      title: name,
      frame,
      lang: words.lang,
      head: html`<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">${stylesheet("frame/browser/studio.css")}${script("charts/browser/cursor.js")}`,
      content: html`<body class="studio"><a class="skip" href="#main">${wordsOf(locale).skip}</a><main id="main" tabindex="-1">${body}</main></body>`,
    });
  },
});

type Call = PageCall<Readonly<{ campaign_id: number }>, unknown, unknown, "signed-in">;

async function showSharing(call: Call, deps: Deps, refusal: Refusal, url: string | null) {
  const words = sponsorReportWords(call.locale);
  const { campaign_id } = call.params;
  const row = await readCampaign(deps, callerOf(call.session), campaign_id, "write");
  const until = row.share_expires_at;
  return adLayout(call, deps, {
    title: words.share,
    subtitle: row.name,
    narrow: true,
    done: { ended: words.ended },
    body: sharingView({
      words,
      csrf: call.csrf,
      refusal: problemsOf(words.lang, refusal),
      campaign_id,
      url,
      until: until !== null && until > deps.clock() ? until : null,
    }),
  });
}

const sharePages = formPage({
  path: "/studio/ads/campaigns/:campaign_id/share",
  summary: "Share the report of a campaign",
  access: "signed-in",
  params: campaignId,
  body: shareParams,
  look: STUDIO_LOOK,
  show: (call, refusal, deps: Deps) => showSharing(call, deps, refusal, null),
  async submit(call, { days }, deps: Deps) {
    const { campaign_id } = call.params;
    const { token } = await shareReport(deps, callerOf(call.session), campaign_id, days);
    const blank = { given: {}, fields: {}, message: null };
    return showSharing(call, deps, blank, `${call.baseUrl}/r/${token}`);
  },
});

const unsharePage = page({
  method: "POST",
  path: "/studio/ads/campaigns/:campaign_id/unshare",
  summary: "Stop sharing the report of a campaign",
  access: "signed-in",
  params: campaignId,
  body: z.object({}),
  look: STUDIO_LOOK,
  async handle({ params: { campaign_id }, session }, deps: Deps) {
    await endShare(deps, callerOf(session), campaign_id);
    return doneAt(`/studio/ads/campaigns/${campaign_id}/share`, "ended");
  },
});

export const sponsorReportPages = [reportPage, ...sharePages, unsharePage];
