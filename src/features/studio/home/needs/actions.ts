/** Finds what needs the person. */
import type { Deps } from "../../../../deps.ts";
import { listChannelFaults } from "../../../distribution/feeds/channels.ts";
import { countReported, countUnanswered } from "../../../listening/messages/store.ts";
import { type AnyNeed, needsOf } from "./rules.ts";
import { listBadCovers, listBadImports, listFailed, listOldDrafts, listUnready } from "./store.ts";

/** Lines of each kind. */
const LIMIT = 3;

type Place = Readonly<{
  user_id: number;
  /** The shows that the person may edit. */
  ids: readonly number[];
  baseUrl: string;
  dateText: (moment: Date) => string;
}>;

export async function findNeeds(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { user_id, ids, baseUrl, dateText }: Place,
): Promise<AnyNeed[]> {
  const asked = { ids, limit: LIMIT, now: clock() };
  const [failed, unready, oldDrafts, badCovers, faults, reported, unanswered, badImports] =
    await Promise.all([
      listFailed(db, asked),
      listUnready(db, asked),
      listOldDrafts(db, asked),
      listBadCovers(db, asked),
      listChannelFaults({ db }, ids, baseUrl),
      countReported(db, { show_ids: ids }),
      countUnanswered(db, { show_ids: ids, user_id }),
      listBadImports(db, user_id, asked),
    ]);
  const brokenFeeds = faults
    .map(({ show_id, title, findings }) => ({ show_id, title, n: findings.length }))
    .slice(0, LIMIT);
  return needsOf(
    { failed, unready, oldDrafts, badCovers, brokenFeeds, reported, unanswered, badImports },
    dateText,
  );
}
