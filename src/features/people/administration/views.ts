/** Converts rows of accounts to API objects for admins; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import type { accountDetail } from "./schema.ts";
import type { AccountRow } from "./store.ts";

export const accountView = ({
  created_at,
  suspended_at,
  ...row
}: AccountRow): z.infer<typeof accountDetail> => ({
  ...row,
  created_at: wireTime(created_at),
  suspended_at: suspended_at && wireTime(suspended_at),
});
