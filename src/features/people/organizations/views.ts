/** Converts rows of organizations to API objects; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import type { organizationDetail } from "./schema.ts";
import type { OrganizationRow } from "./store.ts";

export const organizationView = (
  row: OrganizationRow,
  baseUrl: string,
): z.infer<typeof organizationDetail> => ({
  organization_id: row.organization_id,
  name: row.name,
  description: row.description,
  site_url: `${baseUrl}/organization/${row.organization_id}`,
  ...imageUrls(row, baseUrl),
  team_id: row.team_id,
  members_count: Number(row.members_count),
  shows_count: Number(row.shows_count),
  download_window: row.download_window,
  created_at: wireTime(row.created_at),
});
