/** Accrues flat prices with one row per day, and corrects days whose deliveries were recounted. */
import type { Deps } from "../../../../../deps.ts";
import { DAY_MS } from "../../aggregation/rules.ts";
import { insertBatch } from "../batches/store.ts";
import { dueBy } from "./rules.ts";
import {
  type Accrual,
  type FlatLineitem,
  findAccruals,
  findFlat,
  insertAccruals,
} from "./store.ts";

/** Converts 10⁻⁵ of a currency to 10⁻⁸. */
const PRICE_UNITS = 1000n;

/** Brings the accruals up to the end of yesterday (UTC). Idempotent. */
export async function accrue({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const yesterday = new Date(clock().getTime() - DAY_MS).toISOString().slice(0, 10);
  for (const lineitem of await findFlat(db, yesterday))
    await db.transaction().execute(async (tx) => {
      const accruals = lackingOf(
        lineitem,
        await findAccruals(tx, lineitem.lineitem_id, lineitem.start_date, lineitem.last_day),
      );
      if (accruals.length > 0)
        await insertAccruals(tx, await insertBatch(tx, ""), lineitem, accruals);
    });
}

/** The amounts missing for each day, given the accruals of the days before. */
function lackingOf(
  lineitem: FlatLineitem,
  days: Awaited<ReturnType<typeof findAccruals>>,
): Accrual[] {
  const { price_amount, goal_impressions: goal, start_date, end_date } = lineitem;
  const length = Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS) + 1;
  const flight = { price: BigInt(price_amount) * PRICE_UNITS, days: length, goal };
  let delivered = 0;
  let before = 0n;
  return days.flatMap(({ day, impressions, amount, corrections }, index) => {
    delivered += impressions;
    const due = dueBy(flight, index + 1, delivered);
    const lacking = due - before - BigInt(amount);
    before = due;
    return lacking === 0n ? [] : [{ day, correction: corrections, amount: String(lacking) }];
  });
}
