/** The calendars of what is published and scheduled, and the page that moves a scheduled episode. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { localTime, momentIn } from "../../../platform/text/localtimes.ts";
import { listDated } from "../../publishing/episodes/editable/store.ts";
import { changeEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { requireEpisodeEditableBy } from "../../publishing/episodes/rights.ts";
import { type EpisodeRow, findEpisode } from "../../publishing/episodes/store.ts";
import { episodeShowView } from "../../publishing/episodes/views.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { changedAt, changeNotice, findChange } from "../episodebulk/changes.ts";
import { backOf } from "../episodebulk/schema.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK, type StudioCall, type StudioPage, studioLayout } from "../frame/layout.ts";
import { momentsOf } from "../range/rules.ts";
import { zoneNote } from "../range/views.ts";
import { rangeWords } from "../range/words.ts";
import { type Zone, zoneOf, zoneOfEpisode, zoneOfShow } from "../range/zones.ts";
import { daysAround, daysOf, firstWeekday } from "./rules.ts";
import { calendarQuery, episodeId, moveForm, moveQuery, showId } from "./schema.ts";
import { calendarView, moveView } from "./views.ts";
import { calendarWords } from "./words.ts";

/** Episodes in one calendar. */
const MOST = 500;

type Place = Readonly<{
  path: string;
  listPath: string;
  whose: Readonly<{ user_id: number; show_id: null } | { user_id: null; show_id: number }>;
  zone: Zone;
}> &
  Pick<StudioPage, "show">;

async function calendarPage(
  call: StudioCall & Readonly<{ query: { month?: string | undefined } }>,
  deps: Deps,
  { path, listPath, whose, zone, show }: Place,
) {
  const words = calendarWords(call.locale);
  const { timezone } = zone;
  const now = deps.clock();
  const thisMonth = localTime(timezone, now).slice(0, 7);
  const month = call.query.month ?? thisMonth;
  const firstDay = firstWeekday(words.locale);
  const { first, last } = daysAround(month, firstDay);
  const { since, until } = momentsOf({ from: first, to: last }, timezone);
  const items = await listDated(deps.db, whose, { from: since, to: until, limit: MOST + 1 });
  const body = calendarView({
    words,
    csrf: call.csrf,
    path,
    listPath,
    month,
    thisMonth,
    timezone,
    days: daysOf(items.slice(0, MOST), { month, firstDay, timezone, now }),
    isMixed: show === undefined,
    cut: items.length > MOST ? MOST : null,
  });
  return studioLayout(call, deps, {
    title: words.calendar,
    subtitle: zoneNote(rangeWords(call.locale), zone),
    show,
    body,
    head: html`${stylesheet("calendar/browser/calendar.css")}${script("calendar/browser/calendar.js")}`,
    done: changeNotice(call, await findChange(deps, call), timezone),
  });
}

/** The time zone that a form was written in, else that of the episode's show. */
function zoneOfMove(
  { session }: StudioCall,
  episode: EpisodeRow,
  given: string | null | undefined,
): Zone {
  const zone = zoneOfEpisode(session, episode);
  return !given || given === zone.timezone ? zone : { timezone: given, show_id: null };
}

const movePages = formPage({
  path: "/studio/episodes/:episode_id/schedule",
  summary: "Move a scheduled episode to another date",
  access: "signed-in",
  params: episodeId,
  query: moveQuery,
  body: moveForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const { session, csrf, query } = call;
    const words = calendarWords(call.locale);
    const row = await findEpisode(deps.db, call.params.episode_id);
    const { episode } = await requireEpisodeEditableBy(deps.db, callerOf(session), row);
    const { auto_published_at } = episode;
    const given = moveForm.shape.timezone.safeParse(refusal.given.timezone).data;
    const zone = zoneOfMove(call, episode, given);
    const { timezone } = zone;
    const body = moveView({
      words,
      csrf,
      refusal: problemsOf(words.lang, refusal),
      back: backOf(refusal.given.back ?? query.back ?? "/studio/calendar"),
      timezone,
      local: auto_published_at === null ? "" : localTime(timezone, auto_published_at),
      episode,
    });
    return studioLayout(call, deps, {
      title: words.move_episode,
      subtitle: zoneNote(rangeWords(call.locale), zone),
      show: episodeShowView(episode, call.baseUrl),
      body,
      narrow: true,
    });
  },
  async submit(call, { at, timezone, back }, deps: Deps) {
    const words = calendarWords(call.locale);
    const caller = callerOf(call.session);
    const { episode_id } = call.params;
    const row = await findEpisode(deps.db, episode_id);
    const { episode } = await requireEpisodeEditableBy(deps.db, caller, row);
    if (episode.auto_published_at === null || episode.published_at !== null)
      throw invalid({ at: words.not_scheduled });
    const moment = momentIn(zoneOfMove(call, episode, timezone).timezone, at);
    if (moment === null) throw invalid({ at: words.no_date });
    // The API would publish it at once; to move it there by a slip of the hand cannot be undone.
    if (moment <= deps.clock()) throw invalid({ at: words.past });
    await changeEpisode(deps, caller, episode_id, { auto_published_at: moment }, {}, null);
    return changedAt(deps, call, {
      back: backOf(back ?? "/studio/calendar"),
      name: "moved",
      episode_id,
    });
  },
});

export const calendarPages = [
  page({
    method: "GET",
    path: "/studio/calendar",
    summary: "Show the calendar of your shows",
    access: "signed-in",
    query: calendarQuery,
    look: STUDIO_LOOK,
    handle: (call, deps: Deps) =>
      calendarPage(call, deps, {
        path: "/studio/calendar",
        listPath: "/studio/episodes",
        whose: { user_id: call.session.user_id, show_id: null },
        zone: zoneOf(call.session),
      }),
  }),
  page({
    method: "GET",
    path: "/studio/shows/:show_id/calendar",
    summary: "Show a show's calendar",
    access: "signed-in",
    params: showId,
    query: calendarQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const { show_id } = call.params;
      const { show } = await requireEditableShow(deps.db, callerOf(call.session), show_id);
      return calendarPage(call, deps, {
        path: `/studio/shows/${show_id}/calendar`,
        listPath: `/studio/shows/${show_id}/episodes`,
        whose: { user_id: null, show_id },
        zone: zoneOfShow(call.session, show),
        show: showSummaryView(show, call.baseUrl),
      });
    },
  }),
  ...movePages,
];
