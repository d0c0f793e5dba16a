/** Sends mail through the operator's SMTP server. */
import { Readable } from "node:stream";
import type { SendMailOptions, Transporter } from "nodemailer";

type Mail = Readonly<{
  /** Name of the sender, unless the operator configured the whole sender. */
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same as HTML. */
  html?: string;
  attachments?: readonly Attachment[];
  /** Without angle brackets: a mail that is sent again has the same, so that mailboxes know it. */
  messageId?: string;
  headers?: Readonly<Record<string, string>>;
}>;

type Attachment = Readonly<{ filename: string; contentType: string; content: string }>;

/**
 * Passes a mail to the SMTP server; throws if that does not accept it. `beforeEnd` runs when the server has all but the
 * end of the mail, which only arrives if it resolves: what it records is true from then on, even if this process is killed.
 */
export type Mailer = (mail: Mail, beforeEnd?: () => Promise<void>) => Promise<void>;

/** Timeout in ms for an SMTP server that does not respond. */
const PATIENCE = 15_000;

type Smtp = Readonly<{ smtpUrl: string }>;

/** Loads the library first, which servers without mail never do. */
async function connect({ smtpUrl: url }: Smtp): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  transport.use("stream", ({ data, message }, done) => {
    const { beforeEnd } = data as Ending;
    if (beforeEnd) message.processFunc((mail) => Readable.from(endingAfter(mail, beforeEnd)));
    done();
  });
  return transport;
}

type Ending = SendMailOptions & Readonly<{ beforeEnd?: (() => Promise<void>) | undefined }>;

/** The mail, which is only read once the server waits for it. */
async function* endingAfter(mail: Readable, beforeEnd: () => Promise<void>) {
  for await (const chunk of mail) yield chunk;
  await beforeEnd();
}

/** Connects and authenticates without sending anything; throws if the SMTP server refuses. */
export async function checkMail(config: Smtp): Promise<void> {
  const transport = await connect(config);
  await transport.verify().finally(() => transport.close());
}

/** The status with which the SMTP server has answered that it does not take a mail; null without an answer. */
export const statusOf = (error: unknown): number | null => {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === "number" ? responseCode : null;
};

/** Whether the SMTP server has refused a mail for good (RFC 5321 §4.2.1), so that sending it again is useless. */
export const isRefused = (error: unknown): boolean => (statusOf(error) ?? 0) >= 500;

/** Enhanced codes that say that there is no such mailbox, or that it takes no mail (RFC 3463 §3.2, §3.3). */
const NO_MAILBOX = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/**
 * Whether the SMTP server refused the address itself for good, and not, for example, this server, its password or what it
 * sends: servers without enhanced codes say so by 550, 551 or 553 to the recipient (RFC 5321 §4.2.3).
 */
export function isNoMailbox(error: unknown): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown };
  if (command !== "RCPT TO" || !isRefused(error)) return false;
  const text = typeof response === "string" ? response : "";
  if (/\b5\.\d{1,3}\.\d{1,3}\b/.test(text)) return NO_MAILBOX.test(text);
  return [550, 551, 553].includes(statusOf(error) ?? 0);
}

/** Whether mails with links can be sent: without an address of its own a server cannot write links that end its mails. */
export const canMailLinks = ({
  smtpUrl,
  publicUrl,
}: Readonly<{ smtpUrl: string | null; publicUrl: string | null }>): boolean =>
  smtpUrl !== null && publicUrl !== null;

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
  return async ({ from, to, attachments = [], messageId, headers = {}, ...content }, beforeEnd) => {
    connecting ??= connect({ smtpUrl });
    const transport = await connecting;
    // An address object, so that user input is never parsed as several addresses.
    const mail: Ending = {
      from: mailFrom ?? { name: from, address: mailAddress },
      to: { name: "", address: to },
      ...content,
      attachments: [...attachments],
      ...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
      headers,
      beforeEnd,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    await transport.sendMail(mail);
  };
}
