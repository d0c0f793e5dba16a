/** A minimal SMTP server that accepts and keeps every mail. */
import { type AddressInfo, createServer, type Socket } from "node:net";

export type Mailbox = { url: string; mails: string[]; close(): Promise<void> };

/** What it answers to a command or, as `.`, to the end of a mail; null: as usual; "": nothing. */
type Answering = (line: string) => string | null;

/** Listens on loopback. `mails` are complete messages with their transfer encoding decoded. */
export async function openMailbox(answering: Answering = () => null): Promise<Mailbox> {
  const mails: string[] = [];
  const server = createServer((socket) => serve(socket, mails, answering));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, mails: string[], answering: Answering): void {
  const say = (line: string) => line !== "" && socket.write(`${line}\r\n`);
  let message: string[] | null = null;
  let rest = "";
  const end = (): string => {
    mails.push(decode((message ?? []).join("\n")));
    return "250 kept";
  };
  const take = (line: string): void => {
    if (message !== null && line !== ".") {
      message.push(line);
      return;
    }
    const answer = answering(line) ?? (message === null ? answerTo(line) : end());
    message = answer.startsWith("354") ? [] : null;
    say(answer);
    if (answer.startsWith("221")) socket.end();
  };
  say("220 mailbox");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString()).split("\r\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  });
  socket.on("error", () => socket.destroy());
}

function answerTo(command: string): string {
  if (/^DATA/i.test(command)) return "354 go on";
  return /^QUIT/i.test(command) ? "221 bye" : "250 fine";
}

/** Quoted-printable (RFC 2045 §6.7) in UTF-8 back to text. */
const decode = (text: string): string => {
  const bytes = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
};
