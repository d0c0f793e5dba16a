/** Announcements: targets, log, retries. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { serveHttp } from "../../../../../test/setup/feeds.ts";
import { readFeed } from "../../../../../test/setup/reader.ts";
import { openWorld } from "../../../../../test/setup/world.ts";
import { publishBatch } from "../../events/jobs.ts";
import { pingJobs } from "./jobs.ts";

type Heard = { method: string; url: string; token: string | undefined; body: string };

async function open(status: () => number = () => 204) {
  const heard: Heard[] = [];
  const service = await serveHttp(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    heard.push({ method, url, token: headers.authorization, body });
    response.writeHead(status()).end();
  });
  const world = await openWorld({
    PUBLIC_URL: "https://podcasts.example",
    WEBSUB_HUBS: `${service}/hub`,
    PODPING_URL: `${service}/podping`,
    PODPING_TOKEN: "secret",
  });
  const jobs = new Map(pingJobs(world.deps).map((job) => [job.name, job]));
  const announce = () => jobs.get("announce-feeds")?.run({}, { last: true });
  /** Runs all queued pings. */
  const work = async (last: boolean) => {
    const queued = await world.deps.pool.query(
      "select ping_id from feed_pings where state = 'PENDING' order by ping_id",
    );
    const runs = queued.rows.map((row) => jobs.get("ping-feed")?.run(row, { last }));
    return (await Promise.allSettled(runs)).filter((run) => run.status === "rejected").length;
  };
  return { world, service, heard, announce, work };
}

test("hubs and podping are notified once of a change, and never of anything private", async () => {
  const { world, service, heard, announce, work } = await open();
  try {
    const ada = await world.person();
    const show_id = await makeShow(world, ada);
    await makeShow(world, ada, { visibility: "PRIVATE" });
    await makeEpisode(world, show_id);
    await makeEpisode(world, show_id);
    await announce();
    await announce();
    expect(await work(true)).toBe(0);
    const feed = `https://podcasts.example/show/${show_id}/episodes/feed`;
    expect(heard.sort((a, b) => a.method.localeCompare(b.method))).toEqual([
      {
        method: "GET",
        token: "secret",
        body: "",
        url: `/podping?${new URLSearchParams({ url: feed, reason: "update", medium: "podcast" })}`,
      },
      {
        method: "POST",
        url: "/hub",
        token: undefined,
        body: new URLSearchParams({ "hub.mode": "publish", "hub.url": feed }).toString(),
      },
    ]);
    const log = await ada.api.get(`/v2/shows/${show_id}/feed-pings`);
    expect(log.response.items).toMatchObject([
      { kind: "PODPING", target: `${service}/podping`, state: "DONE", attempts: 1, error: null },
      { kind: "WEBSUB", target: `${service}/hub`, state: "DONE", attempts: 1, error: null },
    ]);
    const { text } = await world.api.get(`/show/${show_id}/episodes/feed`);
    const links = readFeed(text).atom?.links ?? [];
    expect(links.map(({ rel, href }) => [rel, href])).toContainEqual(["hub", `${service}/hub`]);
    expect(readFeed(text).podcast?.podping?.usesPodping).toBe(true);
    await makeEpisode(world, show_id);
    await announce();
    await work(true);
    expect(heard).toHaveLength(4);
  } finally {
    await world.close();
  }
});

test("a failing service is retried, and the log records the final error", async () => {
  const { world, heard, announce, work } = await open(() => 503);
  try {
    const ada = await world.person();
    const show_id = await makeShow(world, ada);
    await announce();
    expect(await work(false)).toBe(2);
    expect(await work(true)).toBe(0);
    expect(heard).toHaveLength(4);
    const path = `/v2/shows/${show_id}/feed-pings`;
    const { items } = (await ada.api.get(path)).response;
    const failed = { state: "FAILED", attempts: 2, error: "it answers with status 503" };
    expect(items).toMatchObject([failed, failed]);
    expect((await world.api.get(path)).status).toBe(401);
    expect((await (await world.person()).api.get(path)).status).toBe(403);
  } finally {
    await world.close();
  }
});

test("a feed that begins to break rules is an event, once until it keeps them again", async () => {
  const { world, announce } = await open();
  try {
    const [ada, eve] = [await world.person(), await world.person()];
    const good = { category_id: 92, import_image_url: "https://example.org/cover.jpg" };
    const show_id = await makeShow(world, ada, { ...good, description: "Trains at night." });
    const empty = await makeShow(world, ada);
    await makeEpisode(world, show_id);
    const change = (fields: Record<string, string | number>) =>
      ada.api.post(`/v2/shows/${show_id}`, fields);
    const failures = async ({ api }: typeof ada) => {
      await announce();
      await publishBatch(world.deps);
      const { response } = await api.get("/v2/events?after=0&types=feed.check.failed");
      return response.items.map(({ data }: { data: unknown }) => data);
    };
    expect(await failures(ada)).toEqual([]);
    await change({ category_id: "" });
    expect(await failures(ada)).toEqual([{ show_id, rules: ["category"] }]);
    await change({ title: "Another title" });
    expect(await failures(ada)).toHaveLength(1);
    await change({ category_id: 92 });
    expect(await failures(ada)).toHaveLength(1);
    await change({ category_id: "" });
    expect(await failures(ada)).toHaveLength(2);
    expect(await failures(eve)).toEqual([]);
    // A show is checked when it has an episode.
    await makeEpisode(world, empty);
    const [, , last] = await failures(ada);
    expect(last).toMatchObject({ show_id: empty, rules: expect.arrayContaining(["image"]) });
  } finally {
    await world.close();
  }
});
