/** Deliveries to a real receiver on this machine: complete, in order, verifiable, and without harm to others. */
import { createPublicKey, verify } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook } from "../../../../../clients/typescript/src/index.ts";
import { eventually, JOURNEY_MS } from "../../../../../test/journeys/processes.ts";
import { makeTeam } from "../../../../../test/setup/bookings.ts";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import {
  LOCAL,
  makeWebhook,
  openReceiver,
  type Received,
  skipPauses,
  startSending,
} from "../../../../../test/setup/receiver.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { publishBatch } from "../../events/jobs.ts";

const world = useWorld(LOCAL);

const parsed = ({ body }: Received) =>
  JSON.parse(body) as {
    type: string;
    sequence: number;
    timestamp: string;
    data: { show_id?: number };
  };
const typesOf = (requests: readonly Received[]) => requests.map((one) => parsed(one).type);
const rename = (show_id: number, count: number) =>
  world.deps.pool.query(
    "update shows set title = $2, revision = nextval('revisions') where show_id = $1",
    [show_id, `Title ${count}`],
  );

/** Publishes what happened so far, so that a webhook made afterwards does not get it. */
const publish = async () => {
  while ((await publishBatch(world.deps)) > 0);
};

test("an event arrives within a second or two, and the usual libraries verify it unchanged", async () => {
  const ada = await world.person();
  const receiver = await openReceiver();
  const { secret, webhook_id } = await makeWebhook(ada, receiver.url);
  await startSending(world);
  const show_id = await makeShow(world, ada, { title: "Nachtzüge" });
  await eventually(async () => receiver.received.length > 0);
  const [one] = receiver.received;
  if (one === undefined) throw new Error("nothing arrived");
  const { sequence, timestamp, ...rest } = parsed(one);
  expect(rest).toEqual({ type: "show.created", data: { show_id, title: "Nachtzüge" } });
  expect(Number.isInteger(sequence)).toBe(true);
  expect(new Date(timestamp).toISOString()).toBe(timestamp);
  expect(one.headers).toMatchObject({ "content-type": "application/json", "webhook-id": one.id });
  const headers = one.headers as Record<string, string>;
  expect(new Webhook(secret).verify(one.body, headers)).toEqual(JSON.parse(one.body));
  expect(await verifyWebhook(one.body, headers, secret)).toEqual(JSON.parse(one.body));
  const forged = one.body.replace("Nacht", "Tages");
  expect(() => new Webhook(secret).verify(forged, headers)).toThrow();
  await expect(verifyWebhook(forged, headers, secret)).rejects.toThrow();
  expect(one.id).toMatch(new RegExp(`^msg_${webhook_id}_${sequence}_`));
});

test("with v1a, anybody verifies with the public key, during a rotation with either one", async () => {
  const ada = await world.person();
  const receiver = await openReceiver();
  const made = await ada.api.post("/v2/webhooks", { url: receiver.url, signature: "v1a" });
  const { webhook_id, public_key } = made.response.webhook;
  const path = `/v2/webhooks/${webhook_id}`;
  await startSending(world);
  const test = async (count: number) => {
    await ada.api.post(`${path}/test`);
    await eventually(async () => receiver.received.length === count);
    const one = receiver.received[count - 1];
    if (one === undefined) throw new Error("nothing arrived");
    return { ...one, signatures: String(one.headers["webhook-signature"]).split(" ") };
  };
  const first = await test(1);
  expect(first.signatures).toHaveLength(1);
  expect(isSignedBy(public_key, first, first.signatures[0])).toBe(true);
  const rotated = (await ada.api.post(`${path}/rotate-secret`)).response.webhook.public_key;
  const second = await test(2);
  const signers = [rotated, public_key];
  expect(second.signatures).toHaveLength(2);
  expect(second.signatures.map((one, at) => isSignedBy(signers[at], second, one))).toEqual([
    true,
    true,
  ]);
  expect(isSignedBy(public_key, second, second.signatures[0])).toBe(false);
  const headers = second.headers as Record<string, string>;
  for (const key of signers)
    expect(await verifyWebhook(second.body, headers, key)).toEqual(JSON.parse(second.body));
  await expect(verifyWebhook(`${second.body} `, headers, rotated)).rejects.toThrow();
  await expect(verifyWebhook(first.body, first.headers as never, rotated)).rejects.toThrow();
});

/** As docs/guides/webhooks.md describes `v1a`, with Node's cryptography alone. */
function isSignedBy(public_key: string, { headers, body }: Received, signature = ""): boolean {
  const x = Buffer.from(public_key.slice("whpk_".length), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  expect(signature).toMatch(/^v1a,/);
  return verify(null, Buffer.from(content), key, Buffer.from(signature.slice(4), "base64"));
}

test("each owner gets what they may read, of the types that they chose, and nothing from before", async () => {
  const [ada, eve, idle] = [await world.person(), await world.person(), await world.person()];
  const receiver = await openReceiver();
  const show_id = await makeShow(world, ada);
  await publish();
  await makeWebhook(ada, `${receiver.url}/all`);
  await makeWebhook(ada, `${receiver.url}/episodes`, { types: "episode.created,episode.deleted" });
  const off = await makeWebhook(ada, `${receiver.url}/off`);
  await ada.api.post(off.path, { status: "DISABLED" });
  await makeWebhook(eve, `${receiver.url}/eve`);
  await makeWebhook(idle, `${receiver.url}/idle`);
  await world.deps.pool.query(
    "update users set suspended_at = now(), suspension_reason = 'test' where user_id = $1",
    [idle.user_id],
  );
  await startSending(world);
  await rename(show_id, 1);
  await makeEpisode(world, show_id);
  await ada.api.put(`/v2/users/${ada.user_id}/followings/${eve.user_id}`);
  await ada.api.put(`/v2/users/${ada.user_id}/followings/${idle.user_id}`);
  await world.deps.pool.query(
    `insert into event_outbox (type, data) values ('statistics.day.closed', '{"day":"2026-01-01"}')`,
  );
  const at = (end: string) => typesOf(receiver.received.filter(({ path }) => path.endsWith(end)));
  await eventually(async () => at("/eve").length >= 2 && at("/all").length >= 4);
  await sleep(500);
  expect(at("/all").toSorted()).toEqual([
    "episode.created",
    "episode.published",
    "show.updated",
    "statistics.day.closed",
  ]);
  expect(at("/episodes")).toEqual(["episode.created"]);
  expect(at("/eve").toSorted()).toEqual(["follower.created", "statistics.day.closed"]);
  expect([...at("/off"), ...at("/idle")]).toEqual([]);
});

test("the bookings of a team are sent to those who read its advertising, and no more after they left", async () => {
  const boss = await world.person();
  const team = await makeTeam(world, boss);
  const receiver = await openReceiver(() => ({ status: 500 }));
  await publish();
  await makeWebhook(boss, receiver.url);
  await startSending(world);
  await boss.api.post("/v2/advertisers", { name: "Acme", iab_categories: "IAB1" });
  await eventually(async () => receiver.received.length > 0);
  expect(typesOf(receiver.received)).toEqual(["advertiser.created"]);
  await world.deps.pool.query("delete from organization_members where organization_id = $1", [
    team.organization_id,
  ]);
  await eventually(async () => {
    await skipPauses(world);
    const { rows } = await world.deps.pool.query(
      "select 1 from webhook_deliveries where type = 'advertiser.created' and state = 'FAILED'",
    );
    return rows.length === 1;
  });
  expect(receiver.received.length).toBeLessThanOrEqual(2);
});

test(
  "a receiver that fails at random, is slow and is killed gets each event once by id, in order by show",
  async () => {
    const ada = await world.person();
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const receiver = await openReceiver(() => {
      const delayMs = random() < 0.2 ? 300 : random() * 20;
      const dice = random();
      if (dice < 0.1) return { status: 500, delayMs };
      if (dice < 0.15) return { status: 429, headers: { "retry-after": "30" } };
      if (dice < 0.2) return { cut: true, delayMs };
      if (dice < 0.25) return { status: 302, headers: { location: "/elsewhere" } };
      return { status: 200, delayMs };
    });
    const shows = await Promise.all(Array.from({ length: 4 }, () => makeShow(world, ada)));
    await publish();
    const { path } = await makeWebhook(ada, receiver.url);
    const first = await startSending(world);
    const second = await startSending(world);
    for (let count = 0; count < 15; count += 1)
      for (const show_id of shows) await rename(show_id, count);
    await eventually(async () => receiver.accepted().length >= 10);
    await receiver.kill();
    await sleep(1000);
    await receiver.start();
    await eventually(async () => {
      await skipPauses(world);
      if (receiver.accepted().length === 40) await first.stop();
      await sleep(50);
      return receiver.accepted().length >= 60;
    }, 60_000);
    await second.stop();
    const accepted = receiver.accepted().map(parsed);
    expect(accepted).toHaveLength(60);
    for (const show_id of shows) {
      const own = accepted.filter(({ data }) => data.show_id === show_id);
      const sequences = own.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
      expect(sequences).toHaveLength(15);
    }
    const ids = new Map(receiver.received.map((one) => [parsed(one).sequence, one.id]));
    for (const one of receiver.received) expect(one.id).toBe(ids.get(parsed(one).sequence));
    expect(new Set(ids.values()).size).toBe(60);
    expect(receiver.received.length).toBeGreaterThan(60);
    expect(receiver.received.map((one) => one.path)).not.toContain("/elsewhere");
    expect((await ada.api.get(path)).response.webhook.failing_since).toBeNull();
  },
  JOURNEY_MS,
);

test("a slow receiver of one owner does not delay those of others", async () => {
  const [slow, quick] = [await world.person(), await world.person()];
  const receiver = await openReceiver(({ path }) => ({
    delayMs: path.endsWith("/slow") ? 5000 : 0,
  }));
  for (let count = 0; count < 10; count += 1) await makeWebhook(slow, `${receiver.url}/slow`);
  await makeWebhook(quick, receiver.url);
  await startSending(world);
  for (let count = 0; count < 5; count += 1) await makeShow(world, slow);
  await sleep(700);
  const before = performance.now();
  await makeShow(world, quick);
  await eventually(async () => receiver.received.some(({ path }) => !path.endsWith("/slow")));
  expect(performance.now() - before).toBeLessThan(3000);
});
