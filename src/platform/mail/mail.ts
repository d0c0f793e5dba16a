/** Sends mail through the operator's SMTP server. */
import { createTransport } from "nodemailer";

export type Mail = Readonly<{ to: string; subject: string; text: string }>;

/** Hands a mail to the SMTP server; throws when that does not take it. */
export type Mailer = (mail: Mail) => Promise<void>;

/** How long a silent SMTP server is waited for, in milliseconds. */
const PATIENCE = 15_000;

type Smtp = Readonly<{ smtpUrl: string }>;

const connect = ({ smtpUrl: url }: Smtp) =>
  createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });

/** Connects and signs in without sending anything; throws when the SMTP server does not let us. */
export async function checkMail(config: Smtp): Promise<void> {
  const transport = connect(config);
  await transport.verify().finally(() => transport.close());
}

/** A mailer for `smtp://user:password@host:port` or `smtps://…`; null without an address. */
export function openMailer(config: { smtpUrl: string | null; mailFrom: string }): Mailer | null {
  const { smtpUrl } = config;
  if (smtpUrl === null) return null;
  const transport = connect({ smtpUrl });
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
