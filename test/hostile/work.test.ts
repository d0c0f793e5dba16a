/** Tests that one user's slow hosts, large images and thousand jobs do not noticeably affect others. */
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { eventually } from "../journeys/processes.ts";
import { createClient } from "../setup/client.ts";
import { useUploads } from "../setup/encoding.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { makeFeed, serveHttp } from "../setup/feeds.ts";
import { makePicture } from "../setup/pictures.ts";
import type { Person } from "../setup/world.ts";
import { BYSTANDER_P99_MS, type Bystander, startBystander } from "./bystander.ts";
import { serveWithWorker } from "./server.ts";

const { world, sound } = useUploads();
const timeout = { timeout: 180_000 };
/** An acceptable wait: nothing here may take longer because of another user. */
const SOON_MS = 20_000;

async function open() {
  const baseUrl = await serveWithWorker(world);
  const person = async (options = {}) => {
    const made = await world.person(options);
    return { ...made, api: createClient(baseUrl, made.token) };
  };
  const bystander = startBystander(baseUrl);
  await bystander.ready;
  return { baseUrl, person, bystander };
}

async function expectUnharmed(bystander: Bystander): Promise<void> {
  const report = await bystander.stop();
  expect(report).toMatchObject({ failures: 0, reasons: [] });
  expect(report.p99_ms).toBeLessThan(BYSTANDER_P99_MS);
}

/** Writes a byte every 300 ms while the client reads. */
async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write(".");
    await sleep(300);
  }
}

/** Schedules an episode of `who` for in a moment; resolves with its delay in ms. */
async function publishSoon(who: Person, show_id: number): Promise<number> {
  const at = new Date(Date.now() + 3000);
  const { show_id: _, ...episode } = { show_id, title: "On time" };
  const episode_id = await makeEpisode(world, show_id, { published_at: null });
  const auto_published_at = at.toISOString().slice(0, 19).replace("T", " ");
  const path = `/v2/episodes/${episode_id}`;
  const { status, text } = await who.api.post(path, { ...episode, auto_published_at });
  expect(status, text).toBe(200);
  await eventually(async () => (await who.api.get(path)).response.episode.published_at, SOON_MS);
  return Date.now() - at.getTime();
}

test(
  "slow pages of a feed delay neither scheduled episodes nor other imports",
  timeout,
  async () => {
    const { person, bystander } = await open();
    const [mallory, ada] = [await person(), await person({ admin: true })];
    const asked: string[] = [];
    const slow = await serveHttp((request, response) => {
      asked.push(request.url ?? "");
      void drip(response);
    });
    const paged = await serveHttp((request, response) => {
      asked.push(request.url ?? "");
      const more = `<atom:link rel="next" href="${paged}/next"/>`;
      response.end(makeFeed({ more }));
    });
    for (let count = 0; count < 9; count += 1)
      await mallory.api.post("/v2/imports", { feed_url: `${slow}/${count}` });
    await mallory.api.post("/v2/imports", { feed_url: `${paged}/mine` });
    await eventually(async () => asked.length > 0);
    const show_id = await makeShow(world, ada);
    expect(await publishSoon(ada, show_id)).toBeLessThan(SOON_MS);
    const quick = await serveHttp((_request, response) => response.end(makeFeed()));
    const { response } = await ada.api.post("/v2/imports", { feed_url: quick });
    const path = `/v2/imports/${response.import.import_id}`;
    await eventually(
      async () => (await ada.api.get(path)).response.import.state === "DONE",
      SOON_MS,
    );
    // A user's imports run one at a time, and without proof of ownership only the first page is fetched.
    expect(asked).toHaveLength(1);
    expect(asked).not.toContain("/next");
    await expectUnharmed(bystander);
  },
);

test("a second page is fetched only for users who may import the feed", timeout, async () => {
  const { person } = await open();
  const mallory = await person();
  const asked: string[] = [];
  const paged = await serveHttp((request, response) => {
    asked.push(request.url ?? "");
    response.end(makeFeed({ more: `<atom:link rel="next" href="${paged}/next"/>` }));
  });
  const { response } = await mallory.api.post("/v2/imports", { feed_url: `${paged}/theirs` });
  const path = `/v2/imports/${response.import.import_id}`;
  const ended = await eventually(async () => {
    const { import: found } = (await mallory.api.get(path)).response;
    return found.state === "FAILED" && found;
  });
  expect(ended.error_type).toBe("ownership-not-proved");
  expect(asked).toEqual(["/theirs"]);
});

test(
  "a slow download of audio delays no other user's upload, and is given up",
  timeout,
  async () => {
    const { person, bystander } = await open();
    const [mallory, ada] = [await person(), await person()];
    let dripping = 0;
    const slow = await serveHttp((_request, response) => {
      dripping += 1;
      response.on("close", () => {
        dripping -= 1;
      });
      void drip(response);
    });
    const theirs = await makeShow(world, mallory);
    const episodes: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const fields = { title: `Drip ${count}`, media_url: `${slow}/${count}` };
      const { response } = await mallory.api.post(`/v2/shows/${theirs}/episodes`, fields);
      episodes.push(response.episode.episode_id);
    }
    await eventually(async () => dripping === 2);
    const own = await makeShow(world, ada);
    const body = Buffer.from(await (await sound()).arrayBuffer());
    const quick = await serveHttp((_request, response) => response.end(body));
    const ready = async (fields: Record<string, string>, files = {}) => {
      const { response, text } = await ada.api.post(`/v2/shows/${own}/episodes`, fields, { files });
      expect(response.episode, text).toBeDefined();
      const path = `/v2/episodes/${response.episode.episode_id}`;
      await eventually(
        async () => (await ada.api.get(path)).response.episode.encoding_status === "READY",
        SOON_MS,
      );
    };
    await Promise.all([
      ready({ title: "Sent" }, { media_file: await sound() }),
      ready({ title: "Fetched", media_url: `${quick}/a.mp3` }),
    ]);
    expect(dripping).toBe(2);
    // The first two are aborted because they are slow, and the next two get their turn.
    const states = async () =>
      (
        await world.deps.pool.query(
          "select count(*)::int as tried from owned_jobs where kind = 'fetch' and attempts > 0 and locked_by is null",
        )
      ).rows[0].tried;
    await eventually(async () => (await states()) >= 2, 60_000);
    await expectUnharmed(bystander);
  },
);

test(
  "thirty large images of one user delay another's cover by only one or two images",
  timeout,
  async () => {
    const { person, bystander } = await open();
    const [mallory, ada] = [await person(), await person()];
    const theirs = await makeShow(world, mallory);
    const own = await makeShow(world, ada);
    const large = new Blob([
      await makePicture({
        width: 4000,
        height: 4000,
        format: "png",
        progressive: true,
        alpha: true,
        colours: "rgb16",
      }),
    ]);
    let done = 0;
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1)
      mallory.api
        .post(`/v2/shows/${theirs}`, {}, { files: { image_file: large } })
        .then(({ status }) => {
          done += 1;
          statuses.add(status);
        })
        // Some may still be waiting when the test ends.
        .catch(() => {});
    await eventually(async () => done >= 1, 60_000);
    const before = done;
    const cover = await sharp(await makePicture({ width: 1400, height: 1400 })).toBuffer();
    const files = { image_file: new Blob([cover]) };
    const { status, text } = await ada.api.post(`/v2/shows/${own}`, {}, { files });
    expect(status, text).toBe(200);
    expect(done - before).toBeLessThanOrEqual(3);
    expect(done).toBeLessThan(30);
    expect([...statuses]).toEqual([200]);
    await expectUnharmed(bystander);
  },
);

test(
  "a new user's fetch runs within seconds while another user has a thousand waiting",
  timeout,
  async () => {
    const { person, bystander } = await open();
    const [mallory, ada] = [await person({ admin: true }), await person()];
    let asked = 0;
    const slow = await serveHttp((_request, response) => {
      asked += 1;
      setTimeout(() => response.writeHead(503).end(), 1000);
    });
    const items = Array.from({ length: 1000 }, (_, at) => ({
      guid: String(at),
      enclosure: `${slow}/${at}.mp3`,
    }));
    const feed_file = new Blob([makeFeed({ items })]);
    await mallory.api.post("/v2/imports", { media: "copy" }, { files: { feed_file } });
    await eventually(async () => asked >= 4, 60_000);
    const arrived = Promise.withResolvers<number>();
    const quick = await serveHttp((_request, response) => {
      arrived.resolve(Date.now());
      response.writeHead(404).end();
    });
    const own = await makeShow(world, ada);
    const sentAt = Date.now();
    const fields = { title: "Late", media_url: `${quick}/late.mp3` };
    await ada.api.post(`/v2/shows/${own}/episodes`, fields);
    expect((await arrived.promise) - sentAt).toBeLessThan(5000);
    const { rows } = await world.deps.pool.query("select count(*)::int from owned_jobs");
    expect(rows[0].count).toBeGreaterThan(900);
    await expectUnharmed(bystander);
  },
);
