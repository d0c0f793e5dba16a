/** Checks that the rollups equal the ledgers. */
import { expect } from "vitest";
import type { StatisticsEngine } from "../../src/features/measurement/statistics/schema.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { INVENTED, readTruth } from "./ledger.ts";

/** Compares the sales of each team and the plays of each show with the ledger rows. */
export async function expectSums(db: Database, engine: StatisticsEngine): Promise<void> {
  const truth = await readTruth(db);
  for (const id of INVENTED.teams) {
    const scope = { level: "team", id } as const;
    const [row] = await engine.readAds({ facts: "ads", by: "nothing", scope, range: null });
    const own = truth.sold.filter(({ team }) => team === id);
    expect(row?.impressions).toBe(own.reduce((sum, one) => sum + one.impressions, 0));
    expect(row?.revenue).toBe(own.reduce((sum, one) => sum + one.revenue, 0n));
  }
  for (const id of INVENTED.shows) {
    const question = { scope: { level: "show", id }, range: null } as const;
    const own = truth.heard.filter(({ show }) => show === id);
    const [row] = await engine.readAudience({ facts: "audience", by: "nothing", ...question });
    expect(row?.plays).toBe(own.reduce((sum, one) => sum + one.plays, 0));
    const names = await engine.readNames({
      facts: "names",
      by: "name",
      dimension: "device",
      ...question,
    });
    expect(names.reduce((sum, { count }) => sum + count, 0)).toBe(
      own.reduce((sum, one) => sum + one.plays + one.downloads, 0),
    );
  }
}
