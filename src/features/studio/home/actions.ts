/** Collects what the studio's home shows. */
import type { Deps } from "../../../deps.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { canMailLinks } from "../../../platform/mail/mail.ts";
import { addDays, dayAt } from "../../../platform/statistics/calendar.ts";
import { readDailyTotals } from "../../measurement/statistics/days/store.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { myShowsText } from "../frame/myshows.ts";
import { findNeeds } from "./needs/actions.ts";
import { findNewest } from "./newest/actions.ts";
import { findStates } from "./states.ts";
import { listProcessing, listRunningImports } from "./store.ts";
import type { Home } from "./views.ts";
import { DAYS, weeksOf } from "./week/rules.ts";

/** Shows with a row of their own; the rest is in the list of shows. */
const SHOWS = 8;
const PROCESSING = 10;
const IMPORTS = 5;

type Place = Readonly<{
  session: SessionCaller;
  baseUrl: string;
  locale: Locale;
  dateText: (moment: Date) => string;
}>;

export async function findHome(
  deps: Deps,
  { session, baseUrl, locale, dateText }: Place,
): Promise<Home> {
  const { db, clock, config } = deps;
  const { user_id } = session;
  const rows = await listEditableShows(db, user_id);
  const ids = rows.map(({ show_id }) => show_id);
  const yesterday = addDays(dayAt(clock()), -1);
  const days = { from: addDays(yesterday, 1 - 2 * DAYS), to: yesterday };
  const [totals, needs, newest, processing, imports] = await Promise.all([
    readDailyTotals(db, "show", ids, days),
    findNeeds(deps, { user_id, ids, baseUrl, dateText }),
    findNewest(deps, ids),
    listProcessing(db, ids, PROCESSING),
    listRunningImports(db, user_id, IMPORTS),
  ]);
  const { shows, sum } = weeksOf(
    rows.map((row) => showSummaryView(row, baseUrl)),
    totals,
  );
  const shown = shows.slice(0, SHOWS);
  const states = await findStates(
    db,
    shown.map(({ show_id }) => show_id),
  );
  return {
    shows: shown.map((show) => ({ ...show, states: states.get(show.show_id) })),
    showsCount: rows.length,
    sum,
    showsText: myShowsText(locale, rows, user_id),
    days,
    canMail: canMailLinks(config),
    needs,
    newest,
    processing,
    imports,
  };
}
