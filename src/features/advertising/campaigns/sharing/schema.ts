/** Wire shape and parameters of shared reports. */
import { z } from "zod";
import { integer } from "../../../../platform/http/params.ts";

const MOST_DAYS = 366;

export const shareParams = z.object({
  days: integer({ min: 1, max: MOST_DAYS }).default(30).meta({
    description: "For how many days the address works.",
  }),
});

export const shareDetail = z
  .object({
    campaign_id: z.int(),
    url: z.url().meta({ description: "The address. It is shown only in this response." }),
    expires_at: z.string(),
  })
  .meta({ id: "ReportShare" });
