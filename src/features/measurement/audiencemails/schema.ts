/** Parameters and shapes of what people want to be mailed about their own shows. */
import { z } from "zod";
import { boolean, verbatim } from "../../../platform/http/params.ts";

const STATES = ["OFF", "UNCONFIRMED", "REFUSED", "ACTIVE"] as const;
export type AudienceMailState = (typeof STATES)[number];

const weekly = {
  description:
    "A report on the shows that you may edit, on Mondays at 8 in your time zone; none if nothing happened.",
};
const jumps = {
  description:
    "A mail in the morning after a show that you may edit has had far more plays and downloads in a day than usual.",
};

/** Fields of the settings of notifications. */
export const audienceMailFields = {
  weekly_report: z.boolean().meta(weekly),
  jump_notes: z.boolean().meta(jumps),
  reports_state: z.enum(STATES).meta({
    description:
      "Whether these two are mailed. `UNCONFIRMED`: not before the e-mail address of the account is confirmed. `REFUSED`: its mail server has refused it for good; set one of them to try again.",
  }),
};

/** What is not given stays as it is. */
export const audienceMailParams = {
  weekly_report: boolean().optional().meta(weekly),
  jump_notes: boolean().optional().meta(jumps),
};

export type AudienceMailChanges = Readonly<{
  weekly_report?: boolean | undefined;
  jump_notes?: boolean | undefined;
}>;

/** The form has a checkbox for each, which is not sent while it is empty. */
export const audienceMailForm = z.object({
  weekly_report: boolean().default(false),
  jump_notes: boolean().default(false),
});

/** The code in the link of a mail. */
export const mailCode = verbatim({ max: 100 });
