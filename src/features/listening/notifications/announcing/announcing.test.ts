/** New episodes on the devices of followers: who gets them, what they read, once, and what a failing service does. */
import { createPublicKey, verify } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { openPushService } from "../../../../../test/setup/pushservice.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { publishBatch } from "../../../distribution/events/jobs.ts";
import { notificationJobs, notificationLoops } from "./jobs.ts";

const world = useWorld({ OUTBOUND_PRIVATE: "127.0.0.0/8", PUBLIC_URL: "https://pods.example" });

const follow = ({ api, user_id }: Person, show_id: number, notifications_enabled = true) =>
  api.put(`/v2/users/${user_id}/favorites/${show_id}`, { notifications_enabled });

/** Registers a browser of the person. */
async function subscribe(
  { api }: Person,
  { browser }: Awaited<ReturnType<typeof openPushService>>,
  name: string,
) {
  const made = browser(name);
  const { response } = await api.post("/v2/me/devices", made.fields);
  return { ...made, device_id: response.device.device_id as number };
}

/** Does what a worker does until nothing is queued. */
async function announceAll(signal = new AbortController().signal) {
  while ((await publishBatch(world.deps)) > 0);
  for (const loop of notificationLoops(world.deps)) await loop.run(signal);
  const [announcing] = notificationJobs(world.deps);
  const { rows } = await world.deps.pool.query(
    "delete from owned_jobs where key like 'announce:%' returning payload",
  );
  for (const { payload } of rows) await announcing?.run(payload, { last: false, signal });
}

async function open() {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { title: "Nachtzüge", language: "de" });
  await announceAll();
  return { ada, show_id, service: await openPushService() };
}

test("each follower who wants it gets a new episode once, encrypted and signed", async () => {
  const { show_id, service } = await open();
  const [bea, cem, dan, eve] = await Promise.all(Array.from({ length: 4 }, () => world.person()));
  if (!bea || !cem || !dan || !eve) throw new Error("four people are needed");
  const phone = await subscribe(bea, service, "bea-phone");
  const desk = await subscribe(bea, service, "bea-desk");
  for (const [person, name] of [
    [cem, "cem"],
    [dan, "dan"],
    [eve, "eve"],
  ] as const)
    await subscribe(person, service, name);
  await follow(bea, show_id);
  await follow(cem, show_id, false);
  await follow(dan, show_id);
  await dan.api.delete(`/v2/users/${dan.user_id}/favorites/${show_id}`);
  const episode_id = await makeEpisode(world, show_id, { title: "Erster Halt" });
  await announceAll();
  await announceAll();
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(["/bea-desk", "/bea-phone"]);
  for (const { path, body } of service.received)
    expect((path === phone.path ? phone : desk).read(body)).toEqual({
      web_push: 8030,
      notification: {
        title: "Nachtzüge",
        body: "Erster Halt",
        lang: "de",
        navigate: `https://pods.example/episode/${episode_id}`,
        tag: `episode-${episode_id}`,
      },
    });
  const { public_key } = (await bea.api.get("/v2/push-key")).response;
  for (const { headers } of service.received) {
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "172800" });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    expect(claimsOf(String(headers.authorization), public_key)).toMatchObject({
      aud: service.origin,
      sub: "https://pods.example",
    });
  }
  expect((await bea.api.get("/v2/me/devices")).response.items).toMatchObject([
    { failing_since: null, delivered_at: expect.any(String) },
    { failing_since: null, delivered_at: expect.any(String) },
  ]);
});

/** The claims of a signature that `key` verifies (RFC 8292 §2). */
function claimsOf(authorization: string, key: string): unknown {
  const [, token = "", shown] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  expect(shown).toBe(key);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x, y } as Record<string, string>,
    format: "jwk",
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", signed, options, Buffer.from(signature, "base64url"))).toBe(true);
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

test("nobody is told of what is not public, is old, or was told before it was hidden", async () => {
  const { ada, show_id, service } = await open();
  const bea = await world.person();
  await subscribe(bea, service, "bea");
  await follow(bea, show_id);
  await makeEpisode(world, show_id, { visibility: "PRIVATE" });
  await makeEpisode(world, show_id, { published_at: new Date("2020-01-01") });
  const limited = await makeShow(world, ada, { visibility: "LIMITED" });
  await world.deps.pool.query("insert into favorites (user_id, show_id) values ($1, $2)", [
    bea.user_id,
    limited,
  ]);
  await makeEpisode(world, limited, {});
  await announceAll();
  expect(service.received).toEqual([]);
  const episode_id = await makeEpisode(world, show_id, {});
  await announceAll();
  for (const visibility of ["PRIVATE", "PUBLIC"]) {
    await ada.api.post(`/v2/episodes/${episode_id}`, { visibility });
    await announceAll();
  }
  expect(service.received).toHaveLength(1);
});

test("a subscription that has ended is forgotten; a busy service is asked again, and its failure is told", async () => {
  const { show_id, service } = await open();
  const bea = await world.person();
  for (const name of ["gone", "busy", "broken", "fine"]) await subscribe(bea, service, name);
  await follow(bea, show_id);
  service.behave((path, count) => {
    if (path === "/gone") return 410;
    if (path === "/busy") return count === 0 ? 503 : 201;
    return path === "/broken" ? 403 : 201;
  });
  await makeEpisode(world, show_id, {});
  await announceAll();
  const paths = service.received.map(({ path }) => path).toSorted();
  expect(paths).toEqual(["/broken", "/busy", "/busy", "/fine", "/gone"]);
  const { items } = (await bea.api.get("/v2/me/devices")).response;
  expect(items.map((one: { failing_since: string | null }) => one.failing_since === null)).toEqual([
    true,
    false,
    true,
  ]);
});

test("an announcement that was interrupted goes on with those who were not told", async () => {
  const { show_id, service } = await open();
  const people = await Promise.all(Array.from({ length: 3 }, () => world.person()));
  for (const [index, person] of people.entries()) {
    await subscribe(person, service, `p${index}`);
    await follow(person, show_id);
  }
  const episode_id = await makeEpisode(world, show_id, {});
  const stopping = new AbortController();
  service.behave(() => {
    stopping.abort();
    return 201;
  });
  await expect(announceAll(stopping.signal)).rejects.toThrow();
  service.behave(() => 201);
  const [announcing] = notificationJobs(world.deps);
  await announcing?.run({ episode_id }, { last: false });
  await announcing?.run({ episode_id }, { last: false });
  expect(new Set(service.received.map(({ path }) => path))).toEqual(new Set(["/p0", "/p1", "/p2"]));
  const { rows } = await world.deps.pool.query(
    "select sent::int, finished_at is not null as finished from announcements where episode_id = $1",
    [episode_id],
  );
  expect(rows).toEqual([{ sent: 3, finished: true }]);
});

test("a device that failed the last time gets one attempt, and the others do not wait for a second one", async () => {
  const { show_id, service } = await open();
  const bea = await world.person();
  for (const name of ["down", "fine"]) await subscribe(bea, service, name);
  await follow(bea, show_id);
  service.behave((path) => (path === "/down" ? 503 : 201));
  const attempts: number[] = [];
  for (const title of ["First", "Second"]) {
    const before = service.received.length;
    await makeEpisode(world, show_id, { title });
    await announceAll();
    attempts.push(service.received.slice(before).filter(({ path }) => path === "/down").length);
  }
  expect(attempts).toEqual([2, 1]);
});

test("two processes that have the same announcement do not send it twice", async () => {
  const { show_id, service } = await open();
  const people = await Promise.all(Array.from({ length: 5 }, () => world.person()));
  for (const [index, person] of people.entries()) {
    await subscribe(person, service, `p${index}`);
    await follow(person, show_id);
  }
  const episode_id = await makeEpisode(world, show_id, {});
  while ((await publishBatch(world.deps)) > 0);
  for (const loop of notificationLoops(world.deps)) await loop.run(new AbortController().signal);
  await Promise.all(
    Array.from({ length: 4 }, () =>
      notificationJobs(world.deps)[0]?.run({ episode_id }, { last: false }),
    ),
  );
  const paths = service.received.map(({ path }) => path).toSorted();
  expect(paths).toEqual(["/p0", "/p1", "/p2", "/p3", "/p4"]);
});

test("a message waits for the end of quiet hours, and is not sent to who follows no more by then", async () => {
  const { show_id, service } = await open();
  const [bea, cem, dan] = [await world.person(), await world.person(), await world.person()];
  for (const [person, name] of [
    [bea, "bea"],
    [cem, "cem"],
    [dan, "dan"],
  ] as const) {
    await subscribe(person, service, name);
    await follow(person, show_id);
  }
  // The clocks of Tokyo are nine hours ahead.
  for (const person of [bea, cem]) {
    await person.api.post(`/v2/users/${person.user_id}`, { timezone: "Asia/Tokyo" });
    await person.api.put("/v2/me/notification-settings", { quiet_from: 22, quiet_to: 7 });
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const night = new Date(`${tomorrow}T20:00:00Z`);
  world.setTime(night);
  onTestFinished(() => world.setTime(null));
  await makeEpisode(world, show_id, { published_at: new Date() });
  await announceAll();
  const paths = () => service.received.map(({ path }) => path);
  expect(paths()).toEqual(["/dan"]);
  await cem.api.delete(`/v2/users/${cem.user_id}/favorites/${show_id}`);
  const send = notificationJobs(world.deps).find(
    ({ name }) => name === "notifications.send-delayed",
  );
  await send?.run({}, { last: false });
  expect(paths()).toEqual(["/dan"]);
  world.setTime(new Date(night.getTime() + 2 * 3_600_000));
  await Promise.all([send?.run({}, { last: false }), send?.run({}, { last: false })]);
  expect(paths()).toEqual(["/dan", "/bea"]);
});

test("without anybody to tell, nothing is kept", async () => {
  const { show_id } = await open();
  await world.deps.pool.query("delete from devices");
  const episode_id = await makeEpisode(world, show_id, {});
  await announceAll();
  const { rows } = await world.deps.pool.query(
    "select 1 from announcements where episode_id = $1",
    [episode_id],
  );
  expect(rows).toEqual([]);
});
