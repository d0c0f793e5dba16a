/** Sends mail through the operator's SMTP server. */

type Mail = Readonly<{
  /** Name of the sender, unless the operator configured the whole sender. */
  from: string;
  to: string;
  subject: string;
  text: string;
}>;

/** Passes a mail to the SMTP server; throws if that does not accept it. */
export type Mailer = (mail: Mail) => Promise<void>;

/** Timeout in ms for an SMTP server that does not respond. */
const PATIENCE = 15_000;

type Smtp = Readonly<{ smtpUrl: string }>;

/** Loads the library first, which servers without mail never do. */
async function connect({ smtpUrl: url }: Smtp) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
}

/** Connects and authenticates without sending anything; throws if the SMTP server refuses. */
export async function checkMail(config: Smtp): Promise<void> {
  const transport = await connect(config);
  await transport.verify().finally(() => transport.close());
}

type MailConfig = Readonly<{
  smtpUrl: string | null;
  mailFrom: string | null;
  mailAddress: string;
}>;

/** A mailer for `smtp://user:password@host:port` or `smtps://…`; null if no URL is configured. */
export function openMailer(config: MailConfig): Mailer | null {
  const { smtpUrl, mailFrom, mailAddress } = config;
  if (smtpUrl === null) return null;
  let connecting: ReturnType<typeof connect> | null = null;
  return async ({ from, to, subject, text }) => {
    connecting ??= connect({ smtpUrl });
    const transport = await connecting;
    // An address object, so that user input is never parsed as several addresses.
    await transport.sendMail({
      from: mailFrom ?? { name: from, address: mailAddress },
      to: { name: "", address: to },
      subject,
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}
