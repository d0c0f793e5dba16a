/** Tests the client's verification of webhooks against what `standardwebhooks` signs. */
import { generateKeyPairSync, sign } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookError } from "../../clients/typescript/src/index.ts";

const SECRET = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another of twenty-four!!").toString("base64")}`;
const NOW = new Date("2026-05-31T10:00:00Z");
const BODY = JSON.stringify({ type: "show.created", data: { title: "Café" } });

const signed = (secret = SECRET, at = NOW) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign("msg_1", at, BODY),
});
const verify = (
  headers: Record<string, string>,
  secrets: string | string[] = SECRET,
  body = BODY,
) => verifyWebhook(body, headers, secrets, NOW.getTime());

test("what standardwebhooks signs is accepted, with one of several signatures or secrets", async () => {
  expect(await verify(signed())).toEqual(JSON.parse(BODY));
  const headers = signed();
  const both = `v1,AAAA v1a,BBBB not-a-signature ${headers["webhook-signature"]}`;
  expect(await verify({ ...headers, "webhook-signature": both })).toEqual(JSON.parse(BODY));
  expect(await verify(headers, [OTHER, SECRET])).toEqual(JSON.parse(BODY));
  expect(await verifyWebhook(BODY, new Headers(headers), SECRET, NOW.getTime())).toBeTruthy();
});

test("a public key verifies ed25519 signatures, and is never taken for a secret", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const key = `whpk_${raw.toString("base64")}`;
  const { "webhook-timestamp": timestamp } = signed();
  const by = sign(null, Buffer.from(`msg_1.${timestamp}.${BODY}`), privateKey).toString("base64");
  const headers = (signature: string) => ({ ...signed(), "webhook-signature": signature });
  expect(await verify(headers(`v1,AAAA v1a,${by}`), [SECRET, key])).toEqual(JSON.parse(BODY));
  const asSecret = signed(`whsec_${raw.toString("base64")}`)["webhook-signature"];
  for (const forged of [asSecret, asSecret.replace("v1,", "v1a,"), `v1,${by}`, "v1a,AAAA"])
    await expect(verify(headers(forged), key)).rejects.toBeInstanceOf(WebhookError);
  await expect(verify(headers(`v1a,${by}`), key, `${BODY} `)).rejects.toBeInstanceOf(WebhookError);
});

test("another secret, body, id, version or time is refused", async () => {
  const headers = signed();
  const refused: [Record<string, string>, string?, string?][] = [
    [headers, OTHER],
    [headers, SECRET, `${BODY} `],
    [{ ...headers, "webhook-id": "msg_2" }],
    [{ ...headers, "webhook-signature": headers["webhook-signature"].replace("v1,", "v2,") }],
    [{ ...headers, "webhook-signature": "v1,%%%" }],
    [{ ...headers, "webhook-timestamp": "soon" }],
    [{ ...headers, "webhook-id": "" }],
    [signed(SECRET, new Date(NOW.getTime() - 301_000))],
    [signed(SECRET, new Date(NOW.getTime() + 301_000))],
  ];
  for (const [given, secret, body] of refused)
    await expect(verify(given, secret, body)).rejects.toBeInstanceOf(WebhookError);
});
