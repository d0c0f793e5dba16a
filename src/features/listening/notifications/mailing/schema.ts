/** Parameters and shapes of what people want to be mailed about new episodes. */
import { z } from "zod";
import { clearableInteger, integer, oneOf, verbatim } from "../../../../platform/http/params.ts";
import {
  audienceMailFields,
  audienceMailParams,
} from "../../../measurement/audiencemails/schema.ts";
import { MAIL_FREQUENCIES } from "./rules.ts";

const STATES = ["OFF", "UNCONFIRMED", "REFUSED", "ACTIVE"] as const;
export type MailState = (typeof STATES)[number];

export const notificationSettings = z
  .object({
    frequency: z.enum(MAIL_FREQUENCIES),
    state: z.enum(STATES).meta({
      description:
        "`UNCONFIRMED`: nothing is mailed before the link of a mail is opened. `REFUSED`: the mail server of the address has refused it for good; set `frequency` to try again.",
    }),
    weekday: z.int().meta({ description: "1 (Monday) to 7, of weekly mails." }),
    hour: z.int().meta({ description: "0 to 23 in `timezone`, of daily and weekly mails." }),
    quiet_from: z.int().nullable().meta({
      description:
        "The first quiet hour in `timezone`, 0 to 23: what is pushed or mailed at once waits.",
    }),
    quiet_to: z.int().nullable().meta({ description: "The hour with which quiet hours end." }),
    timezone: z.string().meta({ description: "That of the account." }),
    ...audienceMailFields,
  })
  .meta({ id: "NotificationSettings" });

const hour = () => integer({ min: 0, max: 23 });
const quietHour = () => clearableInteger({ min: 0, max: 23 }).default(null);

const isPair = ({ quiet_from, quiet_to }: Readonly<Record<"quiet_from" | "quiet_to", unknown>>) =>
  (quiet_from === null) === (quiet_to === null) && (quiet_from === null || quiet_from !== quiet_to);

export const newSettings = z
  .object({
    frequency: oneOf(MAIL_FREQUENCIES).default("OFF"),
    weekday: integer({ min: 1, max: 7 }).default(1),
    hour: hour().default(8),
    quiet_from: quietHour(),
    quiet_to: quietHour(),
  })
  .refine(isPair, {
    path: ["quiet_to"],
    error: "must be another hour than quiet_from, and both or neither must be given",
  });

/** What an app sets: mails about the person's own shows too, which stay as they are if it does not know of them. */
export const newAllSettings = newSettings.safeExtend(audienceMailParams);

/** The code in the link of a mail. */
export const mailCode = verbatim({ max: 100 });
