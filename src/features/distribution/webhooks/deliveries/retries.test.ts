/** Tests deliveries that fail: attempts and their times, pauses, the end of a webhook, and its mail. */
import { afterEach, expect, onTestFinished, test } from "vitest";
import { makeShow } from "../../../../../test/setup/factories.ts";
import {
  type Answer,
  createSender,
  LOCAL,
  makeWebhook,
  openReceiver,
} from "../../../../../test/setup/receiver.ts";
import { openMailbox } from "../../../../../test/setup/smtp.ts";
import { openWorld, type Person, useWorld } from "../../../../../test/setup/world.ts";
import { retryAfterMs } from "./rules.ts";

const world = useWorld(LOCAL);
const HOUR = 3_600_000;
const NOW = new Date("2026-11-01T10:00:00Z");
afterEach(() => world.setTime(null));

async function open(answer: Answer) {
  const ada = await world.person();
  const receiver = await openReceiver(answer);
  const sender = createSender(world);
  await sender.hand();
  const webhook = await makeWebhook(ada, receiver.url);
  return { ada, receiver, sender, ...webhook };
}
const logOf = async ({ api }: Person, path: string) =>
  (await api.get(`${path}/deliveries`)).response.items;
const stateOf = async ({ api }: Person, path: string) => (await api.get(path)).response.webhook;

test("ten attempts over about 75 hours, with pauses that vary by a tenth", async () => {
  const { ada, receiver, sender, webhook_id, path } = await open(() => ({ status: 500 }));
  world.setTime(NOW);
  await makeShow(world, ada);
  await sender.hand();
  const pauses: number[] = [];
  let now = NOW;
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    const next = await sender.send(webhook_id);
    expect(receiver.received).toHaveLength(attempts);
    const [delivery] = await logOf(ada, path);
    const problem = { attempts, status: 500, error: "it answers with status 500" };
    expect(delivery).toMatchObject({ ...problem, state: attempts < 10 ? "PENDING" : "FAILED" });
    if (next === null) break;
    pauses.push(next.getTime() - now.getTime());
    // Before that time there is nothing to do.
    world.setTime(new Date(next.getTime() - 1));
    expect(await sender.send(webhook_id)).toEqual(next);
    world.setTime(next);
    now = next;
  }
  expect(receiver.received).toHaveLength(10);
  const planned = [5 / 3600, 1 / 12, 1 / 2, 2, 5, 10, 14, 20, 24];
  expect(pauses).toHaveLength(planned.length);
  for (const [place, hours] of planned.entries()) {
    expect(pauses[place]).toBeGreaterThanOrEqual(0.9 * hours * HOUR - 1);
    expect(pauses[place]).toBeLessThanOrEqual(1.1 * hours * HOUR + 1);
  }
  expect(new Set(pauses.map((pause, place) => pause / (planned[place] ?? 1))).size).toBeGreaterThan(
    5,
  );
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  const timestamps = receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
  expect(new Set(timestamps).size).toBe(10);
  expect(await stateOf(ada, path)).toMatchObject({
    status: "ENABLED",
    failing_since: "2026-11-01 10:00:00",
  });
});

test("after five days of failure a webhook is disabled, and its owner gets a mail", async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const mailing = await openWorld({
    ...LOCAL,
    SMTP_URL: mailbox.url,
    PUBLIC_URL: "https://pods.example",
  });
  try {
    const ada = await mailing.person();
    const receiver = await openReceiver(() => ({ status: 503 }));
    const sender = createSender(mailing);
    const { webhook_id, path } = await makeWebhook(ada, receiver.url);
    mailing.setTime(NOW);
    const show_id = await makeShow(mailing, ada);
    const change = (title: string) => ada.api.post(`/v2/shows/${show_id}`, { title });
    await change("Second");
    await change("Third");
    await sender.hand();
    let now = NOW;
    for (;;) {
      const next = await sender.send(webhook_id);
      if (next === null) break;
      expect((await stateOf(ada, path)).status).toBe("ENABLED");
      mailing.setTime(next);
      now = next;
    }
    const days = (now.getTime() - NOW.getTime()) / (24 * HOUR);
    expect(days).toBeGreaterThanOrEqual(5);
    expect(days).toBeLessThan(6.2);
    expect(await stateOf(ada, path)).toMatchObject({ status: "DISABLED", reason: "FAILING" });
    const log = await logOf(ada, path);
    expect(log).toMatchObject([
      { state: "FAILED", attempts: 0, error: "the webhook was disabled first" },
      { state: "FAILED" },
      { state: "FAILED", attempts: 10 },
    ]);
    const { rows } = await mailing.deps.pool.query(
      "select payload from owned_jobs where name = 'webhooks.mail-disabled'",
    );
    expect(rows).toHaveLength(1);
    await sender.run("webhooks.mail-disabled", rows[0].payload);
    const [mail = ""] = mailbox.mails;
    expect(mail).toContain(`To: ${ada.username}@example.org`);
    expect(mail).toContain("Subject: A webhook was disabled");
    expect(mail).toContain(
      `Your webhook at ${new URL(receiver.url).host} has failed for five days`,
    );
    expect(mail).toContain("it answers with status 503");
    expect(mail).toContain("https://pods.example/settings/webhooks");
    // Nothing is sent any more, until it is enabled: then what happens from now on.
    const count = receiver.received.length;
    await change("Fourth");
    await sender.hand();
    await sender.send(webhook_id);
    expect(receiver.received).toHaveLength(count);
    receiver.behave(() => ({}));
    await ada.api.post(path, { status: "ENABLED" });
    await change("Fifth");
    await sender.hand();
    await sender.send(webhook_id);
    const titles = receiver.received.slice(count).map(({ body }) => JSON.parse(body).data.title);
    expect(titles).toEqual(["Fifth"]);
    expect(await stateOf(ada, path)).toMatchObject({ status: "ENABLED", failing_since: null });
  } finally {
    await mailing.close();
  }
});

test("single failures that are far apart do not disable a webhook", async () => {
  const { ada, sender, webhook_id, path } = await open((_request, count) => ({
    status: count % 2 === 0 ? 500 : 404,
  }));
  const show_id = await makeShow(world, ada);
  for (let day = 0; day < 12; day += 3) {
    world.setTime(new Date(NOW.getTime() + day * 24 * HOUR));
    await ada.api.post(`/v2/shows/${show_id}`, { title: `Day ${day}` });
    await sender.hand();
    await sender.send(webhook_id);
  }
  expect(await stateOf(ada, path)).toMatchObject({
    status: "ENABLED",
    failing_since: "2026-11-10 10:00:00",
  });
});

test("410 disables a webhook at once", async () => {
  const { ada, receiver, sender, webhook_id, path } = await open(() => ({ status: 410 }));
  for (let count = 0; count < 3; count += 1) await makeShow(world, ada);
  await sender.hand();
  expect(await sender.send(webhook_id)).toBeNull();
  expect(await stateOf(ada, path)).toMatchObject({ status: "DISABLED", reason: "GONE" });
  // Those that were on their way together.
  expect(receiver.received.length).toBeLessThanOrEqual(4);
  for (const one of await logOf(ada, path)) expect(one.state).toBe("FAILED");
});

test("a receiver that is overloaded gets a pause, and what it asks for, up to a day", async () => {
  let wait = "3600";
  const { ada, receiver, sender, webhook_id, path } = await open(() => ({
    status: 429,
    ...(wait !== "" && { headers: { "retry-after": wait } }),
  }));
  world.setTime(NOW);
  await makeShow(world, ada);
  await sender.hand();
  expect(await sender.send(webhook_id)).toEqual(new Date(NOW.getTime() + HOUR));
  await makeShow(world, ada);
  await sender.hand();
  world.setTime(new Date(NOW.getTime() + HOUR - 1000));
  await sender.send(webhook_id);
  expect(receiver.received).toHaveLength(1);
  // While it fails, one request at a time; without a wish, it rests for a minute.
  wait = "";
  const later = new Date(NOW.getTime() + HOUR);
  world.setTime(later);
  expect(await sender.send(webhook_id)).toEqual(new Date(later.getTime() + 60_000));
  expect(receiver.received).toHaveLength(2);
  wait = "999999999";
  const last = new Date(later.getTime() + 60_000);
  world.setTime(last);
  await sender.send(webhook_id);
  const waiting = (await logOf(ada, path)).map(({ next_at }: { next_at: string }) => next_at);
  expect(waiting).toContain("2026-11-02 11:01:00");
});

test("`Retry-After` is read as seconds or as a date", () => {
  expect(retryAfterMs("120", NOW)).toBe(120_000);
  expect(retryAfterMs("Sun, 01 Nov 2026 10:00:30 GMT", NOW)).toBe(30_000);
  expect(retryAfterMs("Sun, 01 Nov 2026 09:00:00 GMT", NOW)).toBe(0);
  expect(retryAfterMs("Sun, 01 Nov 2037 09:00:00 GMT", NOW)).toBe(24 * HOUR);
  for (const text of [null, "soon", "-5", ""]) expect(retryAfterMs(text, NOW)).toBeNull();
});

test("a receiver that cannot be reached, does not answer in time or redirects has failed", async () => {
  const { ada, receiver, sender, webhook_id, path } = await open(() => ({
    status: 307,
    headers: { location: "/elsewhere" },
  }));
  const attempt = async () => {
    await makeShow(world, ada);
    await sender.hand();
    await sender.send(webhook_id);
    const [{ status, error }] = await logOf(ada, path);
    return [status, error];
  };
  expect(await attempt()).toEqual([
    307,
    "it redirects (status 307), and redirects are not followed",
  ]);
  expect(receiver.received).toHaveLength(1);
  await receiver.kill();
  expect(await attempt()).toEqual([null, "its host refused the connection"]);
  await ada.api.post(path, { url: "http://unknown.invalid/" });
  expect((await attempt())[1]).toMatch(/^its host (is unknown|could not be looked up)$/);
});

test("a name that leads to a private address is refused when it is used", async () => {
  const closed = await openWorld();
  try {
    const ada = await closed.person();
    const receiver = await openReceiver();
    const sender = createSender(closed);
    const { port } = new URL(receiver.url);
    const { webhook_id, path } = await makeWebhook(ada, `http://localhost:${port}/`);
    await makeShow(closed, ada);
    await sender.hand();
    await sender.send(webhook_id);
    const [delivery] = await logOf(ada, path);
    expect(delivery.error).toMatch(/is a private address/);
    expect(receiver.received).toEqual([]);
  } finally {
    await closed.close();
  }
});

test("an event whose texts are too long is sent with its ids", async () => {
  const { ada, receiver, sender, webhook_id } = await open(() => ({}));
  await makeShow(world, ada);
  await world.deps.pool.query(
    `insert into event_outbox (type, user_id, data)
     values ('show.updated', $1, jsonb_build_object('show_id', 5, 'title', repeat('ä', 11000)))`,
    [ada.user_id],
  );
  await sender.hand();
  await sender.send(webhook_id);
  const bodies = receiver.received.map(({ body }) => body);
  expect(Math.max(...bodies.map((body) => Buffer.byteLength(body)))).toBeLessThan(20_000);
  expect(bodies.map((body) => JSON.parse(body).data)).toContainEqual({ show_id: 5 });
});
