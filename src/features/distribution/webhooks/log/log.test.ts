/** The log of a webhook, tests, replays of one delivery or a range, and both secrets after a rotation. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeShow } from "../../../../../test/setup/factories.ts";
import {
  createSender,
  LOCAL,
  makeWebhook,
  openReceiver,
  type Received,
} from "../../../../../test/setup/receiver.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld(LOCAL);
const titleOf = ({ body }: Received) => JSON.parse(body).data.title;

async function open() {
  const ada = await world.person();
  const receiver = await openReceiver();
  const sender = createSender(world);
  await sender.hand();
  const webhook = await makeWebhook(ada, receiver.url, { types: "show.created,show.updated" });
  const log = async (query = "") =>
    (await ada.api.get(`${webhook.path}/deliveries${query}`)).response.items;
  const send = async () => {
    await sender.hand();
    await sender.send(webhook.webhook_id);
  };
  return { ada, receiver, sender, log, send, ...webhook };
}

test("the log shows each delivery, newest first, by pages and states, for 30 days", async () => {
  const { ada, receiver, sender, log, send, path } = await open();
  for (const title of ["One", "Two", "Three"]) await makeShow(world, ada, { title });
  await send();
  receiver.behave(() => ({ status: 404 }));
  await makeShow(world, ada, { title: "Four" });
  await send();
  const [four, ...others] = await log();
  expect(four).toMatchObject({
    type: "show.created",
    state: "PENDING",
    attempts: 1,
    status: 404,
    error: "it answers with status 404",
    delivered_at: null,
  });
  expect(four.next_at).not.toBeNull();
  expect(others).toHaveLength(3);
  for (const one of others) {
    expect(one).toMatchObject({ state: "DELIVERED", attempts: 1, status: 204, error: null });
    expect(one).toMatchObject({ next_at: null, delivered_at: one.attempted_at });
    expect(one.duration).toBeGreaterThanOrEqual(0);
  }
  expect(await log("?state=PENDING")).toEqual([four]);
  const { response } = await ada.api.get(`${path}/deliveries?limit=3`);
  const { pathname, search } = new URL(response.next_url);
  expect((await ada.api.get(pathname + search)).response.items).toEqual(others.slice(2));
  const single = await ada.api.get(`${path}/deliveries/${four.delivery_id}`);
  expect(single.response.delivery).toEqual(four);
  await world.deps.pool.query(
    "update webhook_deliveries set created_at = now() - interval '31 days'",
  );
  await sender.run("webhooks.purge", {});
  // What still waits is kept until it has ended.
  expect(await log()).toHaveLength(1);
});

test("one delivery is sent again with its id, and one that waits at once", async () => {
  const { ada, receiver, log, send, path } = await open();
  await makeShow(world, ada, { title: "Again" });
  await send();
  const [{ delivery_id }] = await log();
  receiver.behave(() => ({ status: 500 }));
  const again = await ada.api.post(`${path}/deliveries/${delivery_id}/replay`);
  expect(again.response.delivery).toMatchObject({ delivery_id, state: "PENDING", attempts: 0 });
  await send();
  expect(await log()).toMatchObject([{ delivery_id, state: "PENDING", attempts: 1 }]);
  receiver.behave(() => ({}));
  await send();
  expect(receiver.received).toHaveLength(2);
  await ada.api.post(`${path}/deliveries/${delivery_id}/replay`);
  await send();
  expect(await log()).toMatchObject([{ delivery_id, state: "DELIVERED", attempts: 1 }]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  const unknown = await ada.api.post(`${path}/deliveries/${delivery_id + 1000}/replay`);
  expect(unknown.error.type).toBe("delivery-not-found");
});

test("a range is replayed: what was sent, what was missed, or only what failed", async () => {
  const { ada, receiver, sender, log, send, path, webhook_id } = await open();
  const eve = await world.person();
  await ada.api.post(path, { status: "DISABLED" });
  await makeShow(world, ada, { title: "Missed" });
  await makeShow(world, eve, { title: "Of somebody else" });
  await send();
  await ada.api.post(path, { status: "ENABLED" });
  await makeShow(world, ada, { title: "Sent" });
  await send();
  expect(receiver.received.map(titleOf)).toEqual(["Sent"]);
  const { sequence } = (await log())[0];
  const replay = (body: Record<string, unknown>) => ada.api.post(`${path}/replay`, body);
  const failed = await replay({ from: 1, failed_only: true });
  expect(failed.response).toEqual({ replayed: 1, next_from: null });
  await sender.send(webhook_id);
  expect(receiver.received.map(titleOf)).toEqual(["Sent", "Missed"]);
  expect((await replay({ from: 1 })).response).toEqual({ replayed: 2, next_from: null });
  await sender.send(webhook_id);
  expect(receiver.received.map(titleOf).slice(2).toSorted()).toEqual(["Missed", "Sent"]);
  expect((await replay({ from: sequence, to: sequence })).response.replayed).toBe(1);
  // What waits is not made twice.
  expect((await replay({ from: sequence, to: sequence })).response.replayed).toBe(0);
  await sender.send(webhook_id);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  expect((await replay({ from: 5, to: 4 })).error.fields).toHaveProperty("to");
});

test("a long range is replayed in several requests", async () => {
  const { ada, sender, path } = await open();
  await sender.hand();
  await world.deps.pool.query(
    `insert into event_outbox (type, user_id, data)
     select case when n % 2 = 0 then 'show.updated' else 'show.deleted' end, $1, jsonb_build_object('show_id', n)
     from generate_series(1, 3000) n`,
    [ada.user_id],
  );
  const first = (await ada.api.get("/v2/events")).response.cursor + 1;
  await sender.hand();
  await world.deps.pool.query("update webhook_deliveries set state = 'FAILED'");
  let replayed = 0;
  let requests = 0;
  for (let from: number | null = first; from !== null; requests += 1) {
    const { response } = await ada.api.post(`${path}/replay`, { from });
    replayed += response.replayed;
    from = response.next_from;
  }
  expect(replayed).toBe(1500);
  expect(requests).toBe(2);
});

test("a test is sent once, says so, and neither disables nor delays a webhook", async () => {
  const { ada, receiver, log, send, path, webhook_id, secret } = await open();
  const { response } = await ada.api.post(`${path}/test`);
  expect(response.delivery).toMatchObject({ type: "webhook.test", sequence: null });
  await send();
  const [one] = receiver.received;
  expect(JSON.parse(one?.body ?? "")).toMatchObject({
    type: "webhook.test",
    sequence: 0,
    data: { webhook_id },
  });
  new Webhook(secret).verify(one?.body ?? "", one?.headers as Record<string, string>);
  receiver.behave(() => ({ status: 410 }));
  await ada.api.post(`${path}/test`);
  await send();
  expect(await log("?limit=1")).toMatchObject([{ state: "FAILED", attempts: 1, status: 410 }]);
  expect((await ada.api.get(path)).response.webhook).toMatchObject({
    status: "ENABLED",
    failing_since: null,
  });
  const many = await Promise.all(Array.from({ length: 7 }, () => ada.api.post(`${path}/test`)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(5);
  const [refused] = many.filter(({ status }) => status !== 200);
  expect(refused?.error.type).toBe("busy");
  expect(refused?.headers.get("retry-after")).toBe("5");
});

test("a disabled webhook sends neither tests nor replays", async () => {
  const { ada, log, send, path } = await open();
  await makeShow(world, ada);
  await send();
  const [{ delivery_id }] = await log();
  await ada.api.post(path, { status: "DISABLED" });
  for (const act of ["test", "replay?from=1", `deliveries/${delivery_id}/replay`])
    expect((await ada.api.post(`${path}/${act}`)).error.type).toBe("webhook-disabled");
});

test("after a rotation both secrets verify for a day, then the new one alone", async () => {
  const { ada, receiver, send, path, secret } = await open();
  const now = new Date("2026-11-01T10:00:00Z");
  const verifies = (key: string) => {
    const last = receiver.received.at(-1);
    const headers = { ...(last?.headers as Record<string, string>) };
    // The library compares with the clock of today.
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const mine = new Webhook(key).sign(headers["webhook-id"] ?? "", at, last?.body ?? "");
    return (headers["webhook-signature"] ?? "").split(" ").includes(mine);
  };
  const next = async (title: string) => {
    await makeShow(world, ada, { title });
    await send();
    return String(receiver.received.at(-1)?.headers["webhook-signature"]).split(" ").length;
  };
  try {
    world.setTime(now);
    expect(await next("Before")).toBe(1);
    await ada.api.post(`${path}/rotate-secret`);
    const rotated = (await ada.api.get(`${path}/secret`)).response.secret;
    expect(await next("During")).toBe(2);
    expect([verifies(secret), verifies(rotated)]).toEqual([true, true]);
    world.setTime(new Date(now.getTime() + 24 * 3_600_000));
    expect(await next("After")).toBe(1);
    expect([verifies(secret), verifies(rotated)]).toEqual([false, true]);
  } finally {
    world.setTime(null);
  }
});
