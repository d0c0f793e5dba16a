/** The settings with webhooks in a browser without scripts: made, tried, watched, repaired and deleted. */
import { expect, test } from "vitest";
import { makeShow } from "../../../../../test/setup/factories.ts";
import { createSender, LOCAL, openReceiver } from "../../../../../test/setup/receiver.ts";
import { type Surfer, signedInSurfer } from "../../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld(LOCAL);
const LIST = "/settings/webhooks";

async function open() {
  const ada = await world.person();
  const surfer = await signedInSurfer(world.baseUrl, ada.username);
  const receiver = await openReceiver();
  const sender = createSender(world);
  await sender.hand();
  await surfer.open(LIST);
  return { ada, surfer, receiver, sender };
}

/** Makes a webhook with the form; returns its id and the secret that was shown. */
async function make(surfer: Surfer, fields: Record<string, string>) {
  await surfer.open(LIST);
  const { text } = await surfer.submit({ format: "STANDARD", ...fields }, LIST);
  const webhook_id = Number(/\/settings\/webhooks\/(\d+)"/.exec(text)?.[1]);
  return { webhook_id, page: `${LIST}/${webhook_id}`, secret: /whsec_[\w+/=]+/.exec(text)?.[0] };
}

test("a webhook with a key shows the public one, also later, and replaces it", async () => {
  const { surfer, receiver } = await open();
  const { page, secret } = await make(surfer, { url: receiver.url, signature: "v1a" });
  expect(secret).toBeUndefined();
  const keyOf = (text: string) => /whpk_[\w+/]{43}=/.exec(text)?.[0];
  const shown = await surfer.open(page);
  expect(shown.text).toContain("Public key");
  expect(shown.text).not.toContain('name="signature"');
  const asked = await surfer.open(`${page}/rotate`);
  expect(asked.text).toContain("Replace the key of");
  const rotated = await surfer.submit({}, `${page}/rotate`);
  expect(rotated.text).toContain("The new public key");
  expect(keyOf(rotated.text)).toBeDefined();
  expect(keyOf(rotated.text)).not.toBe(keyOf(shown.text));
  expect(keyOf((await surfer.open(page)).text)).toBe(keyOf(rotated.text));
});

test("a webhook is made with its secret shown once, tried, watched, and sent to again", async () => {
  const { ada, surfer, receiver, sender } = await open();
  expect((await surfer.open(LIST)).text).toContain("No webhooks yet.");
  const { webhook_id, page, secret } = await make(surfer, {
    url: receiver.url,
    "type_show.created": "1",
    "type_show.updated": "1",
  });
  const { response } = await ada.api.get(`/v2/webhooks/${webhook_id}`);
  expect(response.webhook.types).toEqual(["show.created", "show.updated"]);
  expect((await ada.api.get(`/v2/webhooks/${webhook_id}/secret`)).response.secret).toBe(secret);
  const { host } = new URL(receiver.url);
  const list = await surfer.open(LIST);
  expect(list.text).toContain(host);
  expect(list.text).toContain("types of events: 2");
  expect(list.text).not.toContain("whsec_");

  const empty = await surfer.open(page);
  expect(empty.text).toContain("Nothing yet.");
  const tested = await surfer.submit({}, `${page}/test`);
  expect(tested.text).toContain("A test is on its way.");
  await sender.send(webhook_id);
  receiver.behave(() => ({ status: 500 }));
  await makeShow(world, ada);
  await sender.hand();
  await sender.send(webhook_id);
  const { text } = await surfer.open(page);
  expect(text).toContain("<code>webhook.test</code>");
  expect(text).toContain("<code>show.created</code>");
  expect(text).toMatch(/badge good">delivered/);
  expect(text).toMatch(/badge signal">waiting/);
  expect(text).toMatch(/500 · \d+ ms/);
  expect(text).toContain("Every request has failed since");
  receiver.behave(() => ({}));
  const delivery_id = /name="delivery_id" value="(\d+)"/.exec(text)?.[1] ?? "";
  const replayed = await surfer.submit({ delivery_id }, `${page}/replay`);
  expect(replayed.text).toContain("The event is on its way again.");
  await sender.send(webhook_id);
  const types = receiver.received.map(({ body }) => JSON.parse(body).type);
  expect(types).toEqual(["webhook.test", "show.created", "show.created"]);
  expect((await surfer.open(page)).text).not.toContain("Every request has failed since");
});

test("a webhook is switched off and on, and what it missed is sent", async () => {
  const { ada, surfer, receiver, sender } = await open();
  const { webhook_id, page } = await make(surfer, { url: receiver.url });
  await surfer.open(page);
  const off = await surfer.submit({}, `${page}/status`);
  expect(off.text).toContain("The webhook is disabled.");
  expect(off.text).toContain("You have disabled it.");
  expect(off.text).not.toContain(`${page}/test`);
  await makeShow(world, ada, { title: "Missed" });
  await sender.hand();
  const on = await surfer.submit({}, `${page}/status`);
  expect(on.text).toContain("It sends what happens from now on.");
  await sender.send(webhook_id);
  expect(receiver.received).toEqual([]);
  const sent = await surfer.submit({}, `${page}/replay`);
  expect(sent.text).toContain("Events that are sent now: 1");
  await sender.send(webhook_id);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.title)).toEqual(["Missed"]);
  // One that is in the log.
  const { text } = await surfer.open(page);
  const delivery_id = /name="delivery_id" value="(\d+)"/.exec(text)?.[1] ?? "";
  const again = await surfer.submit({ delivery_id }, `${page}/replay`);
  expect(again.text).toContain("The event is on its way again.");
  await sender.send(webhook_id);
  expect(receiver.received).toHaveLength(2);
});

test("the secret is replaced and the webhook deleted after a question", async () => {
  const { ada, surfer, receiver } = await open();
  const { webhook_id, page, secret } = await make(surfer, { url: receiver.url });
  const asked = await surfer.open(`${page}/rotate`);
  expect(asked.text).toContain("Replace the secret of");
  const rotated = await surfer.submit({}, `${page}/rotate`);
  const present = (await ada.api.get(`/v2/webhooks/${webhook_id}/secret`)).response.secret;
  expect(present).not.toBe(secret);
  expect(rotated.text).toContain(present);
  const question = await surfer.open(`${page}/delete`);
  expect(question.text).toContain("This cannot be undone.");
  expect((await surfer.submit({}, `${page}/delete`)).text).toContain("Webhook deleted.");
  expect((await ada.api.get("/v2/webhooks")).response.items).toEqual([]);
});

test("a webhook is changed with its form, and a wrong URL is named beside the field", async () => {
  const { ada, surfer, receiver } = await open();
  const { webhook_id, page } = await make(surfer, {
    url: receiver.url,
    "type_episode.published": "1",
  });
  const shown = await surfer.open(page);
  expect(shown.text).toMatch(/name="type_episode.published" value="1" checked/);
  const wrong = await surfer.submit({ url: "http://10.0.0.1/", format: "STANDARD" }, page);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/id="url-error">URL must not be a private address\./);
  expect(wrong.text).toContain('value="http://10.0.0.1/"');
  const done = await surfer.submit({ url: "https://hooks.example/<b>", format: "SLACK" }, page);
  expect(done.text).toContain("Saved.");
  expect(done.text).toContain("https://hooks.example/&lt;b&gt;");
  const { webhook } = (await ada.api.get(`/v2/webhooks/${webhook_id}`)).response;
  expect(webhook).toMatchObject({ format: "SLACK", types: [] });
});

test("the pages of a webhook are its owner's, in their language", async () => {
  const { ada, surfer, receiver } = await open();
  const { page } = await make(surfer, { url: receiver.url });
  const eve = await world.person();
  const other = await signedInSurfer(world.baseUrl, eve.username, { "accept-language": "de" });
  expect((await other.open(LIST)).text).toContain("Noch keine Webhooks.");
  for (const act of ["", "/rotate", "/delete"])
    expect((await other.open(`${page}${act}`)).status).toBe(404);
  await other.open(LIST);
  for (const act of ["/test", "/status", "/replay", "/delete", "/rotate"]) {
    const sent = await other.submit({ status: "DISABLED" }, LIST, `${page}${act}`);
    expect([act, sent.status]).toEqual([act, 404]);
    await other.open(LIST);
  }
  const { items } = (await ada.api.get("/v2/webhooks")).response;
  expect(items).toMatchObject([{ status: "ENABLED" }]);
});

test("twenty are enough: the form says so", async () => {
  const { ada, surfer } = await open();
  for (let count = 0; count < 20; count += 1)
    await ada.api.post("/v2/webhooks", { url: "https://hooks.example" });
  await surfer.open(LIST);
  const refused = await surfer.submit({ url: "https://hooks.example", format: "STANDARD" }, LIST);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("You have 20 webhooks, which is the most.");
});
