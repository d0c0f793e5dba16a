/** New episodes as events of those who follow their shows: whom they reach, by which way, and what never is one. */
import { expect, test } from "vitest";
import type { FollowedEpisodePublishedEvent } from "../../../../clients/typescript/src/api.ts";
import { createLongwave, verifyWebhook } from "../../../../clients/typescript/src/index.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSender, LOCAL, makeWebhook, openReceiver } from "../../../../test/setup/receiver.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { notificationLoops } from "../../listening/notifications/announcing/jobs.ts";
import { publishBatch } from "./jobs.ts";

const TYPE = "followed.episode.published";
const world = useWorld({ ...LOCAL, PUBLIC_URL: "https://pods.example" });

/** Does what a worker does with what was published. */
async function announce() {
  while ((await publishBatch(world.deps)) > 0);
  for (const loop of notificationLoops(world.deps)) await loop.run(new AbortController().signal);
  while ((await publishBatch(world.deps)) > 0);
}

const follow = ({ api, user_id }: Person, show_id: number, notifications_enabled = true) =>
  api.put(`/v2/users/${user_id}/favorites/${show_id}`, { notifications_enabled });
const unfollow = ({ api, user_id }: Person, show_id: number) =>
  api.delete(`/v2/users/${user_id}/favorites/${show_id}`);

/** The titles of all episodes that a person has heard of. */
async function titlesOf({ api }: Person, query = `&types=${TYPE}`): Promise<string[]> {
  await announce();
  const { items } = (await api.get(`/v2/events?after=0&limit=100${query}`)).response;
  return items
    .filter(({ type }: { type: string }) => type === TYPE)
    .map(({ data }: { data: { title: string } }) => data.title);
}

async function open() {
  const [ada, bea] = [await world.person(), await world.person()];
  const show_id = await makeShow(world, ada, { title: "Night trains" });
  await follow(bea, show_id);
  return { ada, bea, show_id };
}

test("a follower's program waits for a new episode and gets it once, with what everybody may know", async () => {
  const { ada, bea, show_id } = await open();
  const longwave = createLongwave({ server: world.baseUrl, token: bea.token });
  await announce();
  const { cursor } = await longwave.listEvents();
  const waiting = longwave.listEvents({ after: cursor, types: [TYPE], wait: 25 });
  const episode_id = await makeEpisode(world, show_id, {
    title: "First stop",
    published_at: new Date(Date.now() - 60_000),
  });
  await announce();
  const page = await waiting;
  const { response } = await bea.api.get(`/v2/episodes/${episode_id}`);
  const [event] = page.items as FollowedEpisodePublishedEvent[];
  expect(page.items).toHaveLength(1);
  expect(event).toMatchObject({
    type: TYPE,
    data: {
      show_id,
      episode_id,
      title: "First stop",
      show_title: "Night trains",
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      site_url: `https://pods.example/episode/${episode_id}`,
      playback_url: `https://pods.example/v2/episodes/${episode_id}/play.mp3`,
    },
  });
  expect(event?.data.published_at.slice(0, 19).replace("T", " ")).toBe(
    response.episode.published_at,
  );
  await announce();
  expect((await longwave.listEvents({ after: page.cursor })).items).toEqual([]);
  // Whoever edits the show gets what they may edit, and does not follow it.
  expect(await titlesOf(ada, "")).toEqual([]);
  const { rows } = await world.deps.pool.query("select 1 from events where type = $1", [TYPE]);
  expect(rows).toHaveLength(1);
});

test("it is for those who followed when it was published and still want to hear of it", async () => {
  const { bea, show_id } = await open();
  const people = await Promise.all(Array.from({ length: 5 }, () => world.person()));
  const [silent, left, late, back, stranger] = people as [Person, Person, Person, Person, Person];
  await follow(silent, show_id, false);
  for (const person of [left, back]) await follow(person, show_id);
  await makeEpisode(world, show_id, { title: "First stop" });
  await announce();
  await unfollow(left, show_id);
  await unfollow(back, show_id);
  for (const person of [late, back, silent]) await follow(person, show_id);
  // Following what one follows changes nothing.
  await follow(bea, show_id);
  expect(await titlesOf(bea)).toEqual(["First stop"]);
  for (const person of [silent, left, late, back, stranger])
    expect(await titlesOf(person)).toEqual([]);
  await makeEpisode(world, show_id, { title: "Second stop" });
  for (const person of [late, back, silent])
    expect(await titlesOf(person)).toEqual(["Second stop"]);
  expect(await titlesOf(bea, "")).toEqual(["First stop", "Second stop"]);
  await follow(bea, show_id, false);
  expect(await titlesOf(bea)).toEqual([]);
});

test("nothing that is not public or not new is one, nor what was one before it was hidden", async () => {
  const { ada, bea, show_id } = await open();
  await makeEpisode(world, show_id, { title: "Private", visibility: "PRIVATE" });
  await makeEpisode(world, show_id, { title: "Old", published_at: new Date("2020-01-01") });
  const limited = await makeShow(world, ada, { visibility: "LIMITED" });
  await world.deps.pool.query("insert into favorites (user_id, show_id) values ($1, $2)", [
    bea.user_id,
    limited,
  ]);
  const secret = await makeEpisode(world, limited, { title: "Limited" });
  expect(await titlesOf(bea)).toEqual([]);
  await ada.api.post(`/v2/shows/${limited}`, { visibility: "PUBLIC" });
  for (const hidden of [true, false]) await ada.api.post(`/v2/episodes/${secret}`, { hidden });
  expect(await titlesOf(bea)).toEqual([]);
  const episode_id = await makeEpisode(world, show_id, { title: "First stop" });
  expect(await titlesOf(bea)).toEqual(["First stop"]);
  await ada.api.post(`/v2/episodes/${episode_id}`, { visibility: "PRIVATE" });
  expect(await titlesOf(bea)).toEqual([]);
  await ada.api.post(`/v2/episodes/${episode_id}`, { visibility: "PUBLIC" });
  expect(await titlesOf(bea)).toEqual(["First stop"]);
  await ada.api.post(`/v2/shows/${show_id}`, { visibility: "LIMITED" });
  expect(await titlesOf(bea)).toEqual([]);
});

test("it is sent to webhooks that name its type, in their formats, and to nobody who may not get it any more", async () => {
  const { ada, show_id } = await open();
  const people = await Promise.all(Array.from({ length: 5 }, () => world.person()));
  const [bea, cem, dan, eve, fay] = people as [Person, Person, Person, Person, Person];
  const receiver = await openReceiver();
  const sender = createSender(world);
  await announce();
  await sender.hand();
  const made = new Map<string, Awaited<ReturnType<typeof makeWebhook>>>();
  const hook = async (name: string, person: Person, fields: Record<string, string>) =>
    made.set(name, await makeWebhook(person, `${receiver.url}/${name}`, fields));
  for (const person of [bea, cem, dan, eve]) await follow(person, show_id);
  await hook("bea", bea, { types: TYPE });
  await hook("chat", bea, { types: TYPE, format: "SLACK" });
  await hook("unnamed", bea, {});
  await hook("left", cem, { types: TYPE });
  await hook("suspended", dan, { types: TYPE });
  await hook("closed", eve, { types: TYPE });
  await hook("stranger", fay, { types: TYPE });
  await hook("editor", ada, { types: TYPE });
  const episode_id = await makeEpisode(world, show_id, { title: "First & last" });
  await world.deps.pool.query(
    `update users set suspended_at = now(), suspension_reason = 'test' where user_id = ${dan.user_id};
     update users set deleted_at = now() where user_id = ${eve.user_id}`,
  );
  await announce();
  await sender.hand();
  const { rows } = await world.deps.pool.query<{ url: string }>(
    "select url from webhook_deliveries join webhooks using (webhook_id) where type = $1 order by 1",
    [TYPE],
  );
  expect(rows.map(({ url }) => url.split("/").at(-1))).toEqual(["bea", "chat", "left"]);
  await unfollow(cem, show_id);
  for (const { webhook_id } of made.values()) await sender.send(webhook_id);
  const requests = receiver.received.toSorted((a, b) => a.path.localeCompare(b.path));
  expect(requests.map(({ path }) => path)).toEqual(["/hook/bea", "/hook/chat"]);
  const [event, line] = requests;
  const headers = event?.headers as Record<string, string>;
  const secret = made.get("bea")?.secret ?? "";
  expect(await verifyWebhook(event?.body ?? "", headers, secret)).toMatchObject({
    type: TYPE,
    data: { show_id, episode_id, title: "First & last" },
  });
  expect(JSON.parse(line?.body ?? "")).toEqual({
    text: `New episode: Night trains, First &amp; last https://pods.example/episode/${episode_id}`,
  });
  for (const name of ["bea", "unnamed"]) {
    const { path, webhook_id } = made.get(name) ?? { path: "", webhook_id: 0 };
    await bea.api.post(`${path}/replay`, { from: 1 });
    await sender.send(webhook_id);
  }
  const again = receiver.received.slice(2).filter(({ body }) => body.includes(TYPE));
  expect(again.map(({ path, id }) => [path, id])).toEqual([["/hook/bea", event?.id]]);
  await ada.api.post(`/v2/episodes/${episode_id}`, { visibility: "PRIVATE" });
  const { path, webhook_id } = made.get("bea") ?? { path: "", webhook_id: 0 };
  const [delivery] = (await bea.api.get(`${path}/deliveries`)).response.items;
  const before = receiver.received.length;
  await bea.api.post(`${path}/deliveries/${delivery.delivery_id}/replay`);
  await sender.send(webhook_id);
  expect(receiver.received).toHaveLength(before);
});

test("two workers that read the same publication make one event of it", async () => {
  const { bea, show_id } = await open();
  for (let count = 0; count < 5; count += 1)
    await makeEpisode(world, show_id, { title: `Stop ${count}` });
  await Promise.all(Array.from({ length: 4 }, announce));
  expect(await titlesOf(bea)).toEqual(["Stop 0", "Stop 1", "Stop 2", "Stop 3", "Stop 4"]);
});
