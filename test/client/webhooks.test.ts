/** Tests the client's verification of webhooks against what `standardwebhooks` signs. */
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
