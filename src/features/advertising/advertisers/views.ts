/** Converts rows of advertisers to their wire shape; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import type { advertiserDetail } from "./schema.ts";
import type { AdvertiserRow } from "./store.ts";

export const advertiserView = (row: AdvertiserRow): z.infer<typeof advertiserDetail> => ({
  advertiser_id: row.advertiser_id,
  name: row.name,
  team_id: row.team_id,
  iab_categories: row.iab_categories,
  domain: row.domain,
  external_id: row.external_id,
  notes: row.notes,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  synched: true,
});
