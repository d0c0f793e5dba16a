/** Collects what a mail about somebody's own shows says, and whether they may read it now. */
import type { Deps } from "../../../../deps.ts";
import { editableShowIds, listEditableShows } from "../../../publishing/shows/editable/store.ts";
import { listBestEpisodes, readDailyTotals } from "../../statistics/days/store.ts";
import { findJump } from "../jumps/store.ts";
import type { ClaimedMail } from "../mails/store.ts";
import { WEEK, weeksBefore } from "../rules.ts";
import type { BestEpisode, Jump, Weekly } from "./message.ts";
import { countNews, listTitles } from "./store.ts";

type Needs = Pick<Deps, "db">;

/** Episodes that a mail names. */
const BEST = 5;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The week before the mail beside the one before that; null if there is nothing to say. */
export async function findWeekly({ db }: Needs, mail: ClaimedMail): Promise<Weekly | null> {
  const { week, both } = weeksBefore(mail.due_at);
  const rows = await listEditableShows(db, mail.user_id);
  const ids = rows.map(({ show_id }) => show_id);
  const [totals, news, best] = await Promise.all([
    readDailyTotals(db, "show", ids, both),
    countNews(db, ids, week),
    findBest({ db }, ids, week),
  ]);
  const shows = rows
    .map(({ show_id, title }) => {
      const days = totals.get(show_id) ?? [];
      return { title, now: sumOf(days.slice(WEEK)), before: sumOf(days.slice(0, WEEK)) };
    })
    .sort((a, b) => b.now - a.now || b.before - a.before);
  const now = sumOf(shows.map((show) => show.now));
  const before = sumOf(shows.map((show) => show.before));
  if (now + before + news.episodes + news.followers === 0) return null;
  return { kind: "weekly", days: week, now, before, shows, best, ...news };
}

/** The day that stood out; null if the person may not edit the show any more, or it is gone. */
export async function findJumpDay({ db }: Needs, mail: ClaimedMail): Promise<Jump | null> {
  const { user_id, show_id, day } = mail;
  if (show_id === null) return null;
  const own = await editableShowIds(db, user_id).where("shows.show_id", "=", show_id).execute();
  const jump = own.length > 0 && (await findJump(db, show_id, day));
  if (!jump) return null;
  const best = await findBest({ db }, [show_id], { from: day, to: day });
  return { kind: "jumps", ...jump, best };
}

async function findBest(
  { db }: Needs,
  show_ids: readonly number[],
  days: Weekly["days"],
): Promise<BestEpisode[]> {
  const best = await listBestEpisodes(db, show_ids, days, BEST);
  const titles = await listTitles(
    db,
    best.map(({ episode_id }) => episode_id),
  );
  return best.flatMap(({ episode_id, total }) => {
    const title = titles.get(episode_id);
    return title === undefined ? [] : { ...title, total };
  });
}
