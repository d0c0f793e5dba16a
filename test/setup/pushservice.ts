/** A push service on this machine and browsers that it reaches, which decrypt what they get (RFC 8030, 8188, 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Push = Readonly<{ path: string; headers: IncomingHttpHeaders; body: Buffer }>;

/** Listens on 127.0.0.1 until the test ends; answers as `status` says, 201 at first. */
export async function openPushService() {
  const received: Push[] = [];
  let status = (_path: string, _count: number): number => 201;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = "", headers } = request;
    const before = received.filter((one) => one.path === path).length;
    received.push({ path, headers, body: Buffer.concat(chunks) });
    response.writeHead(status(path, before)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    behave(next: (path: string, count: number) => number) {
      status = next;
    },
    browser: (name: string) => makeBrowser(`${origin}/${name}`),
  };
}

/** What a browser gives away when it subscribes, and how it reads what it gets. */
function makeBrowser(endpoint: string) {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  const hkdf = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
  return {
    path: new URL(endpoint).pathname,
    fields: {
      endpoint,
      public_key: publicKey.toString("base64url"),
      auth: auth.toString("base64url"),
    },
    /** RFC 8188 §2.1: salt, record size, length of the sender's key, the key, one record. */
    read(body: Buffer): unknown {
      const [salt, sender, record] = [
        body.subarray(0, 16),
        body.subarray(21, 86),
        body.subarray(86),
      ];
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = hkdf(curve.computeSecret(sender), auth, info, 32);
      const key = hkdf(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = hkdf(secret, salt, "Content-Encoding: nonce\0", 12);
      const cipher = createDecipheriv("aes-128-gcm", key, nonce);
      cipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      // The last record ends with 2 and zeros.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}
