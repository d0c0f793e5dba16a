/** Lists the background migrations of all features. */
import { soundMigrations } from "../features/advertising/lineitems/creatives/sound/migrations.ts";
import { searchMigrations } from "../features/discovery/search/upkeep/migrations.ts";
import type { BackgroundMigration } from "../platform/jobs/migrations/migration.ts";

/** All background migrations, in the order in which they are carried out. */
export const allMigrations: readonly BackgroundMigration[] = [
  ...searchMigrations,
  ...soundMigrations,
];
