/** Sends mail through the operator's SMTP server. */
import { createTransport } from "nodemailer";

export type Mail = Readonly<{ to: string; subject: string; text: string }>;

/** Hands a mail to the SMTP server; throws when that does not take it. */
export type Mailer = (mail: Mail) => Promise<void>;

/** How long a silent SMTP server is waited for, in milliseconds. */
const PATIENCE = 15_000;

/** A mailer for `smtp://user:password@host:port` or `smtps://…`; null without an address. */
export function openMailer(config: { smtpUrl: string | null; mailFrom: string }): Mailer | null {
  if (config.smtpUrl === null) return null;
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  return async ({ to, subject, text }) => {
    // An address object, so that what somebody gave as theirs never parses into several.
    await transport.sendMail({
      from: config.mailFrom,
      to: { name: "", address: to },
      subject,
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}
