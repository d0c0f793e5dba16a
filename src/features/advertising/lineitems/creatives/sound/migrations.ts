/** Measures the creatives that were there before sounds were. */
import type { BackgroundMigration } from "../../../../../platform/jobs/migrations/migration.ts";
import { queueMeasurement } from "./queue.ts";
import { countUnmeasured, listUnmeasured } from "./store.ts";

export const soundMigrations: readonly BackgroundMigration[] = [
  {
    name: "creatives.sound",
    count: countUnmeasured,
    async batch(db, after, most) {
      const rows = await listUnmeasured(db, Number(after || 0), most);
      const last = rows.at(-1);
      if (last === undefined) return null;
      for (const { creative_id, team_id } of rows)
        await queueMeasurement(db, { creative_id }, team_id);
      return { after: String(last.creative_id), done: rows.length };
    },
  },
];
