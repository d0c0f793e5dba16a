/** A minimal SMTP server that accepts and keeps every mail. */
import { type AddressInfo, createServer, type Socket } from "node:net";

export type Mailbox = { url: string; mails: string[]; close(): Promise<void> };

/** Listens on loopback. `mails` are complete messages with their transfer encoding decoded. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const server = createServer((socket) => serve(socket, mails));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, mails: string[]): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let message: string[] | null = null;
  let rest = "";
  say("220 mailbox");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString()).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (message !== null && line !== ".") message.push(line);
      else if (message !== null) {
        mails.push(decode(message.join("\n")));
        message = null;
        say("250 kept");
      } else if (/^DATA/i.test(line)) {
        message = [];
        say("354 go on");
      } else if (/^QUIT/i.test(line)) {
        say("221 bye");
        socket.end();
      } else say("250 fine");
    }
  });
  socket.on("error", () => socket.destroy());
}

/** Quoted-printable (RFC 2045 §6.7) back to text. */
const decode = (text: string): string =>
  text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
