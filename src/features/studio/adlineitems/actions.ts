/** Finds everything that the page of a line item shows. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { readOutlook } from "../../advertising/adserving/control/outlook.ts";
import { diagnose } from "../../advertising/adserving/diagnosing/actions.ts";
import { sumDailyReasons } from "../../advertising/adserving/insight/store.ts";
import { readBoard } from "../../advertising/lineitems/board/store.ts";
import { soundChecksOf } from "../../advertising/lineitems/creatives/sound/actions.ts";
import { findCreatives } from "../../advertising/lineitems/creatives/store.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { listEntries } from "../../people/audit/store.ts";

const DAY = 86_400_000;
/** Days of the diagnosis, and of the calendar. */
const DIAGNOSED = 7;
const CALENDAR = 28;
/** Changes on the calendar. */
export const MOST_CHANGES = 200;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** `canWrite`: who may change a line item may read who changed it. */
export async function findShown(
  deps: Pick<Deps, "db" | "clock">,
  caller: Caller,
  row: LineitemRow,
  canWrite: boolean,
) {
  const { lineitem_id } = row;
  const at = deps.clock();
  const from = (days: number) => new Date(at.getTime() - (days - 1) * DAY);
  const [diagnosis, outlook, daily, creatives, pace] = await Promise.all([
    diagnose(deps, caller, lineitem_id, { from: dayOf(from(DIAGNOSED)), to: dayOf(at) }),
    readOutlook(deps, lineitem_id),
    sumDailyReasons(deps.db, lineitem_id, from(CALENDAR)),
    findCreatives(deps.db, [lineitem_id]),
    findPace(deps, row, at),
  ]);
  const since = new Date(`${dayOf(from(CALENDAR))}T00:00:00Z`);
  const scope = { kind: "lineitem", id: lineitem_id, part: null } as const;
  const changes = canWrite
    ? await listEntries(deps.db, scope, { before: null, limit: MOST_CHANGES, since })
    : [];
  const own = creatives.get(lineitem_id) ?? [];
  const sounds = own.length === 0 ? [] : await soundChecksOf(deps.db, row, own);
  return { diagnosis, outlook, daily, changes, pace, creatives: own, sounds };
}

export type Shown = Awaited<ReturnType<typeof findShown>>;

/** The line item as the board shows it. */
async function findPace({ db }: Pick<Deps, "db">, row: LineitemRow, at: Date) {
  const { rows } = await readBoard(
    db,
    {
      team_ids: [row.team_id],
      danger: null,
      status: null,
      priority: null,
      campaign_id: row.campaign_id,
      lineitem_id: row.lineitem_id,
      q: "",
      sort: "name",
      descending: false,
      limit: 1,
      offset: 0,
    },
    at,
  );
  return rows[0];
}
