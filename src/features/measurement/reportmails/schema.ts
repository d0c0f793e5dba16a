/** Parameters and wire shapes of mailed reports. */
import { z } from "zod";
import { commaList } from "../../../platform/http/listparams.ts";
import { lastIdPaging } from "../../../platform/http/paging.ts";
import {
  clearableInteger,
  clearableTimezone,
  id,
  integer,
  oneOf,
} from "../../../platform/http/params.ts";
import { FREQUENCIES } from "../../../platform/text/recurringtimes.ts";
import { MAIL_ATTEMPTS, RECIPIENTS } from "./rules.ts";

const RECIPIENT_STATES = ["READY", "UNCONFIRMED", "UNSUBSCRIBED", "LEFT"] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];
const MAIL_STATES = ["PENDING", "SENT", "SKIPPED", "FAILED"] as const;
const MAIL_REASONS = [
  ...["LEFT", "UNCONFIRMED", "UNSUBSCRIBED", "STOPPED"],
  ...["REFUSED", "UNREACHABLE", "UNANSWERED", "REPORT", "NO_MAIL"],
] as const;
export type SkipReason = "LEFT" | "UNCONFIRMED" | "UNSUBSCRIBED" | "STOPPED";
export type FailReason = "REFUSED" | "UNREACHABLE" | "REPORT" | "NO_MAIL";
export type MailReason = SkipReason | FailReason | "UNANSWERED";

export const scheduleDetail = z
  .object({
    report_id: z.int(),
    frequency: z.enum(FREQUENCIES),
    weekday: z.int().nullable().meta({ description: "1 (Monday) to 7; null unless `WEEKLY`." }),
    day: z.int().nullable().meta({ description: "Day of the month; null unless `MONTHLY`." }),
    hour: z.int(),
    timezone: z.string(),
    status: z.enum(["ACTIVE", "STOPPED"]),
    reason: z.enum(["OWNER_RIGHTS"]).nullable().meta({
      description:
        "Why it has stopped. `OWNER_RIGHTS`: the user who saved the report may no longer read the team's advertising.",
    }),
    next_at: z.string().nullable().meta({ description: "The next mails; null if it has stopped." }),
    recipients: z.array(
      z.object({
        user_id: z.int(),
        fullname: z.string(),
        state: z.enum(RECIPIENT_STATES).meta({
          description:
            "Whether mails go to this recipient. `UNCONFIRMED`: not before they have confirmed their e-mail address; `UNSUBSCRIBED`: they do not want them; `LEFT`: they may no longer read the team's advertising.",
        }),
      }),
    ),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "ReportSchedule" });

export const reportMailDetail = z
  .object({
    mail_id: z.int(),
    user_id: z.int(),
    fullname: z.string(),
    day: z.string().nullable().meta({
      description:
        "The day of the schedule, in its time zone; null for a mail that its recipient asked for.",
    }),
    state: z.enum(MAIL_STATES),
    reason: z
      .enum(MAIL_REASONS as unknown as readonly [MailReason, ...MailReason[]])
      .nullable()
      .meta({
        description:
          "Why it was not sent, or not yet. `STOPPED`: the report is not mailed any more; `REFUSED`: the mail server refuses it; `UNREACHABLE`: the mail server takes no mails; `UNANSWERED` (of one that was sent): the mail server did not say whether it took it; `REPORT`: the report cannot be made, because it has too many rows or its filter is not the team's; `NO_MAIL`: the server sends no mail. Others as in `ReportSchedule`.",
      }),
    attempts: z.int().meta({ description: `At most ${MAIL_ATTEMPTS.value}.` }),
    next_at: z.string().nullable().meta({ description: "The next attempt; null if it has ended." }),
    created_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: "ReportMail" });

const fields = {
  frequency: oneOf(FREQUENCIES),
  weekday: clearableInteger({ min: 1, max: 7 })
    .optional()
    .meta({ description: "1 (Monday) to 7. Required for `WEEKLY`." }),
  day: clearableInteger({ min: 1, max: 31 }).optional().meta({
    description: "Day of the month. Required for `MONTHLY`. Shorter months: the last day.",
  }),
  hour: integer({ max: 23 }).meta({ description: "0 to 23, as clocks in `timezone` show it." }),
  timezone: clearableTimezone()
    .optional()
    .meta({ description: "An IANA time zone. Default: yours, or UTC." }),
};

type Loose = Readonly<{
  frequency: string;
  weekday?: number | null | undefined;
  day?: number | null | undefined;
}>;

function checkTimes({ frequency, weekday, day }: Loose, context: z.core.$RefinementCtx): void {
  const missing = (path: string) =>
    context.addIssue({ code: "custom", path: [path], message: "is required" });
  if (frequency === "WEEKLY" && !weekday) missing("weekday");
  if (frequency === "MONTHLY" && !day) missing("day");
}

const recipients = commaList(id(), { min: 1, max: RECIPIENTS.value }).meta({
  description: `Ids of 1 to ${RECIPIENTS.value} members who may read the team's advertising.`,
});

export const scheduleParams = z.object({ ...fields, recipients }).superRefine(checkTimes);
export type ScheduleParams = z.infer<typeof scheduleParams>;

/** The form has a checkbox for each member: `to_12`. */
export const scheduleForm = z.preprocess(
  (given) => {
    const names = Object.keys(given as object);
    return {
      ...(given as object),
      recipients: names.flatMap((name) => /^to_(\d{1,15})$/.exec(name)?.[1] ?? []),
    };
  },
  z.object({ ...fields, recipients, revision: integer() }).superRefine(checkTimes),
);

export const logQuery = z.object(lastIdPaging());
