/** Converts rows of lists to API objects; pure. */
import type { z } from "zod";
import type { adminList, curatedList, listSettings } from "./schema.ts";
import type { AdminListRow, ListRow } from "./store.ts";

export const listView = (row: ListRow): z.infer<typeof curatedList> => ({
  list_id: row.list_id,
  name: row.name,
  subtitle: row.subtitle,
  type: row.type,
});

/** `shows`: the shows of the list's current edition. */
export const listSettingsView = (
  row: ListRow,
  shows: readonly number[],
): z.infer<typeof listSettings> => ({
  countries: row.countries,
  hidden: row.hidden_at !== null,
  filled_by: row.filled_by,
  shows: [...shows],
  category_id: row.category_id,
  language: row.language,
  max_age_days: row.max_age_days,
});

/** A list as admins find it among all. */
export function adminListView(row: AdminListRow): z.infer<typeof adminList> {
  const { shows: _, ...settings } = listSettingsView(row, []);
  return { ...listView(row), ...settings, shows_count: row.shows_count };
}
