/** The page of what a show can be taken along as, and its files. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import type { Sheet } from "../../../../platform/http/csv.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { callerOf, page, type SessionCaller } from "../../../../platform/http/pages.ts";
import { id, oneOf } from "../../../../platform/http/params.ts";
import { requireScope } from "../../../measurement/audience/actions.ts";
import { datedPlaysView } from "../../../measurement/audience/views.ts";
import type { StatisticsDeps } from "../../../measurement/statistics/schema.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { STUDIO_LOOK } from "../../frame/layout.ts";
import { feedAddress } from "../feed/actions.ts";
import { showId } from "../schema.ts";
import { findOwnShow, type OwnShow, showLayout, showPath } from "../showlayout.ts";
import { listForExport } from "../store.ts";
import { audioSheet, episodesSheet } from "./sheets.ts";
import { exportingWords, type Words } from "./words.ts";

/** Items on a page of the feed. */
const FEED_PAGE = 300;

const topic = (id: string, title: string, body: Html): Html => html`
<section class="topic" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><div>${body}</div></section>`;

function exportView(words: Words, { show }: OwnShow, feed_url: string): Html {
  const { show_id, visibility, listenable_episodes_count } = show;
  const pages = Math.ceil(listenable_episodes_count / FEED_PAGE);
  const file = (what: string, text: string) => html`
<p><a class="button quiet" href="${showPath(show_id, `/export/${what}`)}" download>${text}</a></p>`;
  return html`
<p class="lead">${words.lead}</p>
${topic(
  "feed",
  words.feed,
  html`<p>${words.feed_lead}</p>${
    visibility === "PRIVATE"
      ? html`<p>${words.team_only}</p>`
      : html`${pages > 1 && html`<p class="soft">${fill(words.feed_pages, { n: pages })}</p>`}<p>${buttonLink(feed_url, words.feed_act, "quiet")}</p>`
  }`,
)}
${topic("episodes", words.episodes, html`<p>${words.episodes_lead}</p>${file("episodes", words.episodes_act)}`)}
${topic("audio", words.audio, html`<p>${words.audio_lead}</p>${file("audio", words.audio_act)}`)}
${topic("numbers", words.numbers, html`<p>${words.numbers_lead}</p>${file("numbers", words.numbers_act)}`)}
${topic("moving", words.moving, html`<p>${words.moving_steps}</p><p>${buttonLink(showPath(show_id, "/feed#move"), words.move_act, "quiet")}</p>`)}`;
}

const DAY_MS = 86_400_000;
/** The days before today, which is not over. */
const DAYS = 365;

/** The same digits as the API's statistics of the show by day. */
async function numbersSheet(
  { db, clock, statistics }: Deps & StatisticsDeps,
  session: SessionCaller,
  show_id: number,
  words: Words,
): Promise<Sheet> {
  const scope = await requireScope({ db }, callerOf(session), "show", show_id);
  const dayOf = (ago: number) =>
    new Date(clock().getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  const range = { from: dayOf(DAYS), to: dayOf(1) };
  const question = { facts: "audience", by: "date", scope, range, group: "day" } as const;
  const days = datedPlaysView(await statistics.readAudience(question), range, "day");
  const { day, plays, downloads } = words.columns;
  return {
    name: `show-${show_id}-days-${range.from}-${range.to}`,
    header: [day, plays, downloads],
    rows: days.map(({ date, plays_count, downloads_count }) => [
      date,
      plays_count,
      downloads_count,
    ]),
  };
}

export const exportingPages = [
  page({
    method: "GET",
    path: "/studio/shows/:show_id/export",
    summary: "Show what can be exported of a show",
    access: "signed-in",
    params: showId,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = exportingWords(call.locale);
      const own = await findOwnShow(deps, call, call.params.show_id);
      const body = exportView(words, own, feedAddress(own.show, call.baseUrl));
      return showLayout(call, deps, own.show, { title: words.page, body });
    },
  }),
  page({
    method: "GET",
    path: "/studio/shows/:show_id/export/:what",
    summary: "Export a show's episodes, audio or numbers as CSV",
    access: "signed-in",
    params: z.object({ show_id: id(), what: oneOf(["episodes", "audio", "numbers"]) }),
    async handle(call, deps: Deps & StatisticsDeps) {
      const { show_id, what } = call.params;
      const words = exportingWords(call.locale);
      const { show } = await findOwnShow(deps, call, show_id);
      if (what === "numbers")
        return { sheet: await numbersSheet(deps, call.session, show_id, words) };
      const rows = await listForExport(deps.db, show.show_id);
      const make = what === "episodes" ? episodesSheet : audioSheet;
      return { sheet: make(words, show_id, rows, call.baseUrl) };
    },
  }),
];
