/** Events: written with every change, numbered in an order that skips nothing, readable by those whom they concern. */
import { expect, test } from "vitest";
import { makeCampaign, makeLineitem, makeTeam } from "../../../../test/setup/bookings.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { eventJobs, publishBatch } from "./jobs.ts";
import { EVENT_NAMES } from "./schema.ts";

const world = useWorld();

/** Publishes all events, as the loop of a worker does. */
const publish = async () => {
  while ((await publishBatch(world.deps)) > 0);
};
const watch = () =>
  eventJobs(world.deps)
    .find(({ name }) => name === "events.watch")
    ?.run({}, { last: true });

const cursorOf = async ({ api }: Person): Promise<number> => {
  await publish();
  return (await api.get("/v2/events")).response.cursor;
};
/** Types and data of a person's events since `after`. */
const eventsSince = async ({ api }: Person, after: number, query = ""): Promise<unknown[]> => {
  await publish();
  const { response } = await api.get(`/v2/events?after=${after}&limit=100${query}`);
  return response.items.map(({ type, data }: { type: string; data: unknown }) => [type, data]);
};
const typesSince = async (person: Person, after: number) =>
  (await eventsSince(person, after)).map((event) => (event as [string])[0]);

test("each change of a show and an episode is one event, for those who may edit them", async () => {
  const [ada, eve, admin] = [
    await world.person(),
    await world.person(),
    await world.person({ admin: true }),
  ];
  const after = await cursorOf(ada);
  const made = await ada.api.post("/v2/shows", { title: "Night Trains", language: "en" });
  const { show_id } = made.response.show;
  const episode_id = await makeEpisode(world, show_id, { title: "First stop" });
  await ada.api.post(`/v2/shows/${show_id}`, { title: "Night Trains again" });
  await ada.api.post(`/v2/episodes/${episode_id}`, { title: "Second stop" });
  await ada.api.post(`/v2/episodes/${episode_id}`, { hidden: true });
  await ada.api.post(`/v2/episodes/${episode_id}`, { hidden: false });
  await ada.api.delete(`/v2/episodes/${episode_id}`);
  await ada.api.delete(`/v2/shows/${show_id}`);
  const episode = (title: string) => ({ show_id, episode_id, title });
  expect(await eventsSince(ada, after)).toEqual([
    ["show.created", { show_id, title: "Night Trains" }],
    ["episode.created", episode("First stop")],
    ["episode.published", episode("First stop")],
    ["show.updated", { show_id, title: "Night Trains again" }],
    ["episode.updated", episode("Second stop")],
    ["episode.unpublished", episode("Second stop")],
    ["episode.published", episode("Second stop")],
    ["episode.deleted", episode("Second stop")],
    ["show.deleted", { show_id, title: "Night Trains again" }],
  ]);
  expect(await eventsSince(ada, after, "&types=show.deleted,show.created")).toHaveLength(2);
  // As for webhooks: otherwise a reader without a choice would go past everything.
  expect(await eventsSince(ada, after, "&types=")).toHaveLength(9);
  expect(await eventsSince(eve, after)).toEqual([]);
  expect(await eventsSince(admin, after)).toEqual([]);
  expect(await eventsSince(admin, after, "&everything=true")).toHaveLength(9);
  expect((await eve.api.get("/v2/events?everything=true")).error.type).toBe("not-an-admin");
});

test("an archive that is imported is not announced, and its audio is", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const after = await cursorOf(ada);
  const episode_id = await makeEpisode(world, show_id, {
    published_at: new Date("2020-01-01T00:00:00Z"),
    encoding_status: "PENDING",
  });
  await world.deps.db
    .updateTable("episodes")
    .set({ encoding_status: "READY" })
    .where("episode_id", "=", episode_id)
    .execute();
  expect(await typesSince(ada, after)).toEqual(["episode.created", "episode.processing.done"]);
});

test("an event exists exactly if the change was committed, and one that commits late is not skipped", async () => {
  const ada = await world.person();
  const [show_id, other_id] = [await makeShow(world, ada), await makeShow(world, ada)];
  const after = await cursorOf(ada);
  const [slow, quick, undone] = [
    await world.deps.pool.connect(),
    await world.deps.pool.connect(),
    await world.deps.pool.connect(),
  ];
  try {
    const rename = (title: string) =>
      `update shows set title = '${title}', revision = nextval('revisions') where show_id = ${show_id}`;
    const tag = "insert into show_feeds (show_id, mode, redirect_url) values";
    await slow.query(`begin; ${tag} (${other_id}, 'REDIRECT', 'https://a.example')`);
    await undone.query(`begin; ${rename("Never")}`);
    await undone.query("rollback");
    await quick.query(`begin; ${rename("Quick")}; commit`);
    await publish();
    const first = (await ada.api.get(`/v2/events?after=${after}`)).response;
    expect(first.items.map(({ type }: { type: string }) => type)).toEqual(["show.updated"]);
    await slow.query("commit");
    await publish();
    const second = (await ada.api.get(`/v2/events?after=${first.cursor}`)).response;
    expect(second.items.map(({ type }: { type: string }) => type)).toEqual(["feed.redirected"]);
    expect(second.items[0].sequence).toBeGreaterThan(first.items[0].sequence);
  } finally {
    for (const client of [slow, quick, undone]) client.release();
  }
});

test("many writers and publishers at once: every event once, those of a show in the order of its changes", async () => {
  const ada = await world.person();
  const shows = await Promise.all(Array.from({ length: 4 }, () => makeShow(world, ada)));
  const after = await cursorOf(ada);
  const write = async (show_id: number) => {
    for (let at = 0; at < 25; at += 1)
      await world.deps.db.transaction().execute(async (tx) => {
        await tx
          .updateTable("shows")
          .set((eb) => ({
            title: eb("title", "||", "."),
            revision: eb.fn<number>("nextval", [eb.val("revisions")]),
          }))
          .where("show_id", "=", show_id)
          .execute();
      });
  };
  let writing = true;
  const seen: { sequence: number; data: { show_id: number; title: string } }[] = [];
  const read = async () => {
    for (let cursor = after; ; ) {
      const last = !writing;
      await publishBatch(world.deps);
      const { response } = await ada.api.get(`/v2/events?after=${cursor}&limit=7`);
      seen.push(...response.items);
      cursor = response.cursor;
      if (last && response.items.length === 0) return;
    }
  };
  const reading = read();
  await Promise.all(shows.flatMap((show_id) => [write(show_id), write(show_id), publish()]));
  writing = false;
  await reading;
  expect(seen).toHaveLength(200);
  for (const show_id of shows) {
    const lengths = seen
      .filter(({ data }) => data.show_id === show_id)
      .map(({ data }) => data.title.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(new Set(lengths).size).toBe(50);
  }
});

test("messages, followers, redirects, imports and milestones are events", async () => {
  const [ada, eve] = [await world.person(), await world.person()];
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const after = await cursorOf(ada);
  const { message } = (
    await eve.api.post(`/v2/episodes/${episode_id}/messages`, { text: "Lovely." })
  ).response;
  const { message_id } = message;
  await ada.api.post(`/v2/episodes/${episode_id}/messages/${message_id}/report-abuse`);
  for (const act of ["put", "delete", "put"] as const)
    await eve.api[act](`/v2/users/${eve.user_id}/followings/${ada.user_id}`);
  await eve.api.put(`/v2/users/${eve.user_id}/favorites/${show_id}`);
  const counted = { episode_id, plays_count: 0 };
  const count = (downloads_count: number) =>
    world.deps.db
      .insertInto("episode_plays")
      .values({ ...counted, downloads_count })
      .onConflict((conflict) => conflict.column("episode_id").doUpdateSet({ downloads_count }))
      .execute();
  for (const downloads of [5, 99, 104, 99, 101, 1500]) await count(downloads);
  const about = { show_id, episode_id, message_id };
  expect(await eventsSince(ada, after)).toEqual([
    ["message.created", { ...about, author_id: eve.user_id }],
    ["message.reported", about],
    ["follower.created", { user_id: ada.user_id, follower_id: eve.user_id }],
    ["follower.created", { show_id }],
    ["milestone.reached", { show_id, episode_id, downloads: 100 }],
    ["milestone.reached", { show_id, episode_id, downloads: 1000 }],
  ]);
});

test("a request waits for an event, and no longer than it says; few wait for one user", async () => {
  const ada = await world.person();
  const after = await cursorOf(ada);
  const waiting = ada.api.get(`/v2/events?after=${after}&wait=25`);
  const others = Array.from({ length: 4 }, () => ada.api.get(`/v2/events?after=${after}&wait=2`));
  const answers = await Promise.all(others);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(answers.find(({ status }) => status === 200)?.response).toEqual({
    items: [],
    next_url: null,
    cursor: after,
  });
  const show_id = await makeShow(world, ada);
  await publish();
  expect((await waiting).response.items).toMatchObject([
    { type: "show.created", data: { show_id } },
  ]);
});

test("bookings are events for those who read the team's advertising", async () => {
  const [boss, eve] = [await world.person(), await world.person()];
  const team = await makeTeam(world, boss);
  const { team_id } = team;
  const campaign_id = await makeCampaign(world, team, { budget_amount: 1000 });
  const after = await cursorOf(boss);
  const lineitem_id = await makeLineitem(world, team_id, campaign_id);
  await watch();
  await boss.api.post(`/v2/lineitems/${lineitem_id}`, { name: "Another name" });
  await world.deps.pool.query(
    `insert into pacing (lineitem_id) values (${lineitem_id});
     update pacing set on_track = false where lineitem_id = ${lineitem_id};
     update pacing set on_track = true where lineitem_id = ${lineitem_id};
     update pacing set on_track = false where lineitem_id = ${lineitem_id};
     insert into pixel_counts (lineitem_id, day, sent, failed) values (${lineitem_id}, (now() at time zone 'UTC')::date, 3, 12)`,
  );
  await watch();
  await watch();
  await boss.api.post(`/v2/lineitems/${lineitem_id}`, { active: false });
  await watch();
  expect(await typesSince(boss, after)).toEqual([
    "lineitem.created",
    "lineitem.status",
    "statistics.day.closed",
    "lineitem.updated",
    "lineitem.at_risk",
    "pixel.failing",
    "lineitem.updated",
    "lineitem.status",
  ]);
  expect(await typesSince(eve, after)).toEqual(["statistics.day.closed"]);
  const spent = (revenue: number) =>
    world.deps.pool.query(
      `insert into lineitem_counts (lineitem_id, revenue) values (${lineitem_id}, ${revenue})
       on conflict (lineitem_id) do update set revenue = excluded.revenue`,
    );
  const later = await cursorOf(boss);
  for (const revenue of [799, 800, 900, 1000, 1001]) {
    await spent(revenue);
    await watch();
  }
  expect(await typesSince(boss, later)).toEqual(["campaign.budget.80", "campaign.budget.100"]);
});

test("old events are deleted", async () => {
  const ada = await world.person();
  await makeShow(world, ada);
  await publish();
  await world.deps.pool.query("update events set at = now() - interval '31 days'");
  await eventJobs(world.deps)
    .find(({ name }) => name === "events.purge")
    ?.run({}, { last: true });
  expect((await ada.api.get("/v2/events?after=0")).response.items).toEqual([]);
});

test("every type that the database writes is documented", async () => {
  const { rows } = await world.deps.pool.query<{ source: string }>(
    "select prosrc as source from pg_proc where proname like 'event_of%'",
  );
  const named = rows.flatMap(({ source }) =>
    [
      ...source.matchAll(
        /'((?:show|episode|import|feed|message|follower|milestone|lineitem|creative|recount)\.[a-z_.]+)'/g,
      ),
    ].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  const known: readonly string[] = EVENT_NAMES;
  const steps = ["milestone.", "episode."];
  expect(
    named.filter((name) => !known.includes(name ?? "") && !steps.includes(name ?? "")),
  ).toEqual([]);
});
