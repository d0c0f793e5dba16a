/** Hands a mail to the SMTP server, so that nobody gets it twice. */
import { type Mailer, statusOf } from "./mail.ts";

/**
 * What became of a mail. "unanswered": its end was sent, and no answer came. It may have arrived, so it is never sent again.
 * "not taken": `error` says why; what was noted before its end has to be taken back.
 */
export type Handover = Readonly<
  { is: "taken" } | { is: "unanswered" | "not taken"; error: unknown; isNoted: boolean }
>;

/**
 * Sends `mail`. Before its end, `note` notes that it was sent; false: it is another process's by now, and is not sent from
 * here.
 */
export async function handOver(
  mailer: Mailer,
  mail: Parameters<Mailer>[0],
  note: () => Promise<boolean>,
): Promise<Handover> {
  let isNoted = false;
  try {
    await mailer(mail, async () => {
      isNoted = await note();
      if (!isNoted) throw new Error("another process sends this mail");
    });
    return { is: "taken" };
  } catch (error) {
    const isUnanswered = isNoted && statusOf(error) === null;
    return { is: isUnanswered ? "unanswered" : "not taken", error, isNoted };
  }
}
