/** Where listeners go when an edge sends the audio, and what the server gives to edges and to others. */
import { expect, test } from "vitest";
import { makeRecording } from "../../../../test/setup/recordings.ts";
import { openStage } from "../../../../test/setup/stitching.ts";
import { openWorld, useWorld } from "../../../../test/setup/world.ts";

const EDGE = "https://audio.cdn.example";
const SECRET = "between us edges only";
const AGENT = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";
const { stage, ports } = openStage();
const world = useWorld(
  { CDN_URL: `${EDGE}/`, CDN_SECRET: SECRET, CDN_NETWORKS: "198.51.100.0/24", TRUST_PROXY: "1" },
  ports,
);

const HOUR = 3_600_000;
const LOCKED = { visibility: "LIMITED", limited_key: "secret" } as const;

async function lead(path: string, headers: Record<string, string> = {}): Promise<URL> {
  const answer = await fetch(world.baseUrl + path, {
    redirect: "manual",
    headers: { "user-agent": AGENT, ...headers },
  });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([302, "no-store"]);
  return new URL(answer.headers.get("location") ?? "");
}

/** What the server answers at the address of an edge. */
const fetchHere = ({ pathname, search }: URL, headers: Record<string, string> = {}) =>
  fetch(world.baseUrl + pathname + search, { headers: { "user-agent": AGENT, ...headers } });

test("players, downloads and enclosures are led to the edge with a ticket that names nobody", async () => {
  const { episode_id, bytes } = await makeRecording(world, { permalink: "night-trains" });
  const tickets = new Set<string | null>();
  for (const [path, query] of [
    [`/v2/episodes/${episode_id}/play`, "?via=play&"],
    [`/v2/episodes/${episode_id}/download.mp3`, "?download=1&"],
    [`/download/episode/${episode_id}/a.mp3`, "?"],
  ] as const) {
    const url = await lead(path, { "x-forwarded-for": "203.0.113.77" });
    expect(url.origin).toBe(EDGE);
    expect(url.pathname).toMatch(/^\/media\/r\/[0-9a-f]{64}\/night-trains\.mp3$/);
    expect(url.search.replace(/[\w-]{42}$/, "")).toBe(`${query}ticket=`);
    tickets.add(url.searchParams.get("ticket"));
    const answer = await fetchHere(url, { "x-longwave-edge": SECRET });
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  // One listener and one rendition have one ticket a day, another listener has another.
  expect(tickets.size).toBe(1);
  const other = await lead(`/v2/episodes/${episode_id}/play`, {
    "x-forwarded-for": "203.0.113.78",
  });
  expect(tickets.has(other.searchParams.get("ticket"))).toBe(false);
});

test("only what a listener fetches from the server itself is recorded", async () => {
  const { episode_id } = await makeRecording(world);
  const url = await lead(`/v2/episodes/${episode_id}/play`);
  stage.records.length = 0;
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetchHere(url, headers);
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await ask({ "x-longwave-edge": SECRET })).toBe(200);
  expect(await ask({ "x-longwave-edge": SECRET, range: "bytes=99999999-" })).toBe(416);
  // The edge's own address, as the proxy in front of this server tells it.
  expect(await ask({ "x-forwarded-for": "198.51.100.9" })).toBe(200);
  expect(await ask({ "x-forwarded-for": "198.51.101.9" })).toBe(200);
  expect(await ask({ "x-longwave-edge": "a guess of some kind" })).toBe(200);
  await expect.poll(() => stage.records.length).toBe(2);
  expect(stage.records.map(({ address }) => address)).toEqual(["198.51.101.9", "127.0.0.1"]);
});

test("audio of a LIMITED show needs a valid ticket of its own, and is kept by no shared cache", async () => {
  const made = await makeRecording(world, LOCKED);
  const other = await makeRecording(world, LOCKED);
  const path = `/v2/episodes/${made.episode_id}/play?key=secret`;
  const url = await lead(path);
  expect([url.origin, url.pathname.slice(0, 14)]).toEqual([EDGE, "/media/signed/"]);
  const good = await fetchHere(url);
  expect(good.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  expect(Buffer.from(await good.arrayBuffer()).equals(made.bytes)).toBe(true);
  const foreign = await lead(`/v2/episodes/${other.episode_id}/play?key=secret`);
  const ticket = url.searchParams.get("ticket") ?? "";
  for (const wrong of [
    foreign.searchParams.get("ticket") ?? "",
    `${ticket.slice(0, -1)}${ticket.endsWith("A") ? "B" : "A"}`,
    `${ticket}A`,
    "",
    null,
  ]) {
    const changed = new URL(url);
    if (wrong === null) changed.searchParams.delete("ticket");
    else changed.searchParams.set("ticket", wrong);
    const refused = await fetchHere(changed, { "x-longwave-edge": SECRET });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("address-expired");
  }
  // Without its folder it is no address at all.
  const open = new URL(url.href.replace("/media/signed/", "/media/r/"));
  expect((await fetchHere(open, { "x-longwave-edge": SECRET })).status).toBe(404);

  const now = Date.now();
  const midnight = Math.ceil((now + 1) / (24 * HOUR)) * 24 * HOUR;
  const again = await lead(path);
  world.setTime(new Date(midnight + 23 * HOUR));
  expect((await fetchHere(again)).status).toBe(200);
  world.setTime(new Date(midnight + 24 * HOUR));
  expect((await fetchHere(again)).status).toBe(403);
  world.setTime(null);
});

test("what is hidden, locked or deleted is no longer given to edges; editors listen at the server itself", async () => {
  const { episode_id, owner, show_id } = await makeRecording(world);
  const url = await lead(`/v2/episodes/${episode_id}/play`);
  const { db } = world.deps;
  const shows = db.updateTable("shows").where("show_id", "=", show_id);
  const status = async () => (await fetchHere(url, { "x-longwave-edge": SECRET })).status;
  expect(await status()).toBe(200);
  await shows.set({ visibility: "LIMITED" }).execute();
  expect(await status()).toBe(404);
  await shows.set({ visibility: "PRIVATE" }).execute();
  expect(await status()).toBe(404);
  const { headers } = await owner.api.get(`/v2/episodes/${episode_id}/play`);
  const preview = new URL(headers.get("location") ?? "");
  expect([preview.origin, preview.pathname.slice(0, 14)]).toEqual([
    world.baseUrl,
    "/media/signed/",
  ]);
  expect((await fetchHere(preview)).status).toBe(200);
  await shows.set({ visibility: "PUBLIC" }).execute();
  expect(await status()).toBe(200);
  expect((await owner.api.delete(`/v2/episodes/${episode_id}`)).status).toBe(200);
  expect(await status()).toBe(404);
  expect((await fetchHere(preview)).status).toBe(403);
});

test("an edge learns from an address without audio that it is recognised; others do not", async () => {
  const nothing = new URL(`/media/r/${"0".repeat(64)}/check.mp3`, EDGE);
  const seen = async (headers: Record<string, string>) => {
    const answer = await fetchHere(nothing, headers);
    return [answer.status, answer.headers.get("x-longwave-edge")];
  };
  expect(await seen({ "x-longwave-edge": SECRET })).toEqual([404, "recognised"]);
  expect(await seen({})).toEqual([404, null]);
});

test("without CDN_URL, listeners stay at the server", async () => {
  const plain = await openWorld({ CDN_SECRET: SECRET });
  const { episode_id } = await makeRecording(plain, LOCKED);
  const answer = await plain.api.get(`/v2/episodes/${episode_id}/play?key=secret`);
  const location = answer.headers.get("location") ?? "";
  expect(location).toMatch(
    new RegExp(`^${plain.baseUrl}/media/r/[0-9a-f]{64}/.*\\.mp3\\?via=play$`),
  );
  expect((await fetch(location)).status).toBe(200);
  await plain.close();
});
