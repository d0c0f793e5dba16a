/** Finds shows with far more plays and downloads than usual on a full day, and makes the mails about them. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { addDays, type Day, dayAt } from "../../../../platform/statistics/calendar.ts";
import { listBusy, readDailyTotals } from "../../statistics/days/store.ts";
import { insertMail } from "../mails/store.ts";
import {
  JUDGED_DAYS,
  JUMP_DAYS,
  JUMP_MORE,
  JUMP_PAUSE_DAYS,
  nextMorning,
  usualIfJump,
} from "../rules.ts";
import { hasReaders, insertJump, type Judged, listJudged, listReaders } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** Judges the last full days. A day is judged again while it is one of them, because logs of edges come late. */
export async function findJumps({ db, clock }: Needs): Promise<void> {
  if (!(await hasReaders(db))) return;
  const now = clock();
  for (let ago = JUDGED_DAYS; ago > 0; ago -= 1)
    await db.transaction().execute((tx) => judge(tx, addDays(dayAt(now), -ago), now));
}

async function judge(tx: Executor, day: Day, now: Date): Promise<void> {
  const busy = await listBusy(tx, "show", day, JUMP_MORE);
  const since = addDays(day, -JUMP_DAYS);
  const shows = await listJudged(tx, busy, {
    since,
    quietFrom: addDays(day, -JUMP_PAUSE_DAYS),
    // A late log must not add a note about the day before one.
    quietTo: addDays(day, JUDGED_DAYS),
  });
  const ids = shows.map(({ show_id }) => show_id);
  const totals = await readDailyTotals(tx, "show", ids, { from: since, to: day });
  for (const show of shows) {
    const days = totals.get(show.show_id) ?? [];
    const total = days.at(-1) ?? 0;
    const usual = usualIfJump(total, days.slice(0, -1));
    if (usual !== null) await announce(tx, show, { day, total, usual }, now);
  }
}

/** Notes the day, and makes a mail for the next morning of each person who wants it. */
async function announce(
  tx: Executor,
  show: Judged,
  jump: Readonly<{ day: Day; total: number; usual: number }>,
  now: Date,
): Promise<void> {
  const { show_id } = show;
  const readers = await listReaders(tx, show);
  if (readers.length === 0 || !(await insertJump(tx, { show_id, ...jump }))) return;
  for (const { user_id, timezone } of readers)
    await insertMail(tx, {
      user_id,
      show_id,
      kind: "JUMP",
      day: jump.day,
      due_at: nextMorning(timezone, now),
      now,
    });
}
