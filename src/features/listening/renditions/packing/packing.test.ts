/** Tests that renditions that are stored as differences are sent as the same bytes, and not written so while an upgrade goes on. */
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, digestIn, load, useRenditions } from "../../../../../test/setup/renditions.ts";
import { buildApp } from "../../../../app/build.ts";
import { playbackJobs } from "../../playback/jobs.ts";
import type { Part } from "../schema.ts";
import { contentOf, pack, unpack } from "./rules.ts";

const { ports, world, stage, makeFull, lead } = useRenditions();

const rowOf = (digest: string) =>
  world.deps.db
    .selectFrom("renditions")
    .select(["base_id", "packed", "head"])
    .where("digest", "=", Buffer.from(digest, "hex"))
    .executeTakeFirstOrThrow();

/** The same audio from a server that has nothing in memory. */
async function loadCold(url: string): Promise<Buffer> {
  const app = await buildApp(world.deps, ports);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const bytes = await load(url.replace(world.baseUrl, `http://127.0.0.1:${port}`));
  await app.close();
  return bytes;
}

const heads = fc.uint8Array({ maxLength: 50_000 }).map((bytes) => Buffer.from(bytes));
const parts = fc.array(
  fc.record({ kind: fc.constant("head" as const), bytes: fc.nat() }).map((part): Part => part),
);

test("whatever is packed comes out as it went in, also with a base that has nothing in common", () => {
  const contents = fc.record({ head: heads, parts });
  fc.assert(
    fc.property(contents, contents, (one, other) => {
      const base = contentOf(other);
      expect(unpack(pack(contentOf(one), base), base)).toEqual(one);
      expect(unpack(pack(base, base), base)).toEqual(other);
    }),
    { numRuns: 50 },
  );
});

test("listeners with other ads share a base, and get the bytes that were stitched for them", async () => {
  const { episode_id } = await makeFull();
  const first = await lead(episode_id);
  const ads = stage.ads.slice(0, 2);
  const urls = [first];
  for (const agent of ["Radio/2", "Radio/3"]) {
    stage.ads = agent === "Radio/2" ? ads : [];
    urls.push(await lead(episode_id, { agent }));
  }
  const bases = new Set<number | null>();
  for (const url of urls) {
    const { base_id, packed, head } = await rowOf(digestIn(url));
    bases.add(base_id);
    expect(packed?.length).toBeLessThan(600);
    expect(head).toHaveLength(0);
    expect((await loadCold(url)).equals(await load(url))).toBe(true);
  }
  expect(new Set(urls.map(digestIn)).size).toBe(3);
  expect([bases.size, bases.has(null)]).toEqual([1, false]);
});

test("old renditions of an episode stay what they were when it gets another title", async () => {
  const { episode_id } = await makeFull();
  const before = await lead(episode_id);
  const bytes = await load(before);
  await world.deps.db
    .updateTable("episodes")
    .set({ title: "Another", description: randomBytes(20_000).toString("hex") })
    .where("episode_id", "=", episode_id)
    .execute();
  const after = await lead(episode_id, { agent: "Radio/2" });
  expect(digestIn(after)).not.toBe(digestIn(before));
  expect((await loadCold(before)).equals(bytes)).toBe(true);
  expect((await loadCold(after)).equals(await load(after))).toBe(true);
});

test("on the day of an upgrade renditions are written in full, because older servers read them too", async () => {
  const applied = (version: number, at: Date) =>
    sql`update schema_migrations set applied_at = ${at} where version = ${version}`.execute(
      world.deps.db,
    );
  const now = new Date();
  await applied(1, new Date(now.getTime() - 30 * DAY_MS));
  await applied(196, new Date(now.getTime() - DAY_MS / 2));
  const { episode_id } = await makeFull();
  const today = await lead(episode_id);
  const { base_id, packed, head } = await rowOf(digestIn(today));
  expect([base_id, packed]).toEqual([null, null]);
  expect(head.length).toBeGreaterThan(1000);
  expect((await loadCold(today)).equals(await load(today))).toBe(true);
  await applied(196, new Date(now.getTime() - 2 * DAY_MS));
  stage.ads = [];
  const tomorrow = await lead(episode_id, { agent: "Radio/2" });
  expect((await rowOf(digestIn(tomorrow))).packed).not.toBeNull();
});

test("bases are forgotten with the last rendition that needs them", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id);
  const count = async () =>
    (
      await world.deps.db
        .selectFrom("rendition_bases")
        .select("base_id")
        .where("episode_id", "=", episode_id)
        .execute()
    ).length;
  const forget = async (days: number) => {
    world.setTime(new Date(Date.now() + days * DAY_MS));
    for (const { name, run } of playbackJobs(world.deps))
      if (name === "playback.forget") await run({}, { last: false });
    world.setTime(null);
  };
  await forget(20);
  expect(await count()).toBe(1);
  expect((await loadCold(url)).length).toBeGreaterThan(0);
  await forget(40);
  expect(await count()).toBe(0);
});
