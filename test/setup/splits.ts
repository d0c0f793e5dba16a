/** Checks that every rendition stays one unchanging file, however it is fetched and whatever changes meanwhile. */
import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect } from "vitest";
import { buildApp } from "../../src/app/build.ts";
import type { DeliveryPorts } from "../../src/features/listening/playback/schema.ts";
import { replaceChapters } from "../../src/features/publishing/episodes/chapters/store.ts";
import { updateEpisode } from "../../src/features/publishing/episodes/store.ts";
import { type Got, partsOf } from "./byteranges.ts";
import { makeAd, makeStitchable, type Stage, type StoredMp3, storeMp3 } from "./stitching.ts";
import type { World } from "./world.ts";

/** Changes that a listener in the middle of an episode must not notice. */
const EVENTS = [
  "none",
  "pause",
  "other ads",
  "end",
  "retitle",
  "chapters",
  "cuepoints",
  "delete",
] as const;
type Event = (typeof EVENTS)[number];

type Made = Awaited<ReturnType<typeof makeStitchable>>;

/** Fetches ranges of renditions from two servers on one database, between changes of campaigns and episodes. */
export async function anySplitStays(
  world: World,
  { stage, ports }: { stage: Stage; ports: DeliveryPorts },
  numRuns: number,
): Promise<void> {
  const profile = "mp3-64-mono";
  const programme = await storeMp3(world, { seconds: 4, kind: "speech" }, profile);
  const spot = await storeMp3(world, { seconds: 1, kind: "sweep" }, profile);
  const other = await storeMp3(world, { seconds: 1.2, kind: "noise" }, profile);
  const made = await makeStitchable(world, programme);
  await setCuepoints(world, made, [0, 1000, 2500, 4000]);
  const ad = { ...(await makeAd(world, made.team_id, spot)), spot, other };
  stage.ads = [0, 1, 1, 2].map((break_index) => ({ ...ad, break_index }));
  const second = await buildApp(world.deps, ports);
  await second.listen({ host: "127.0.0.1", port: 0 });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const serverPorts = [
    Number(new URL(world.baseUrl).port),
    (second.server.address() as AddressInfo).port,
  ];
  const ask = asker(agent, serverPorts);
  try {
    const pathOf = async () => (await lead(ask, made.episode_id)).replace(/\?.*/, "");
    const path = await pathOf();
    const whole = (await ask(0, path, {})).body;
    const sum = sha256(whole);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 7 }),
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        fc.constantFrom(...EVENTS),
        fc.boolean(),
        async (places, numbers, event, together) => {
          const ranges = shuffled(places, whole.length, numbers);
          await happen(world, stage, made, event, ad);
          const asked = together ? [ranges.join(",")] : ranges;
          const answers = await Promise.all(
            asked.map((range, index) =>
              ask((numbers[index] ?? 0) % 2, path, { range: `bytes=${range}` }),
            ),
          );
          const parts = answers.flatMap(partsOf).sort((a, b) => a.start - b.start);
          expect(sha256(Buffer.concat(parts.map(({ bytes }) => bytes)))).toBe(sum);
          expect(answers.every(({ headers }) => headers.etag === answers[0]?.headers.etag)).toBe(
            true,
          );
          if ((numbers[0] ?? 0) % 8 === 0) expect(await pathOf()).toBe(path);
        },
      ),
      { seed: 7233, numRuns },
    );
  } finally {
    agent.destroy();
    await second.close();
  }
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The ranges between `places`, in the order of `numbers`. */
function shuffled(places: readonly number[], length: number, numbers: readonly number[]): string[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), length];
  return edges
    .slice(1)
    .map((end, at) => ({ sort: numbers[at] ?? 0, text: `${edges[at]}-${end - 1}` }))
    .sort((a, b) => a.sort - b.sort)
    .map(({ text }) => text);
}

type Ask = (server: number, path: string, headers: http.OutgoingHttpHeaders) => Promise<Got>;

const asker =
  (agent: http.Agent, ports: readonly number[]): Ask =>
  (server, path, headers) =>
    new Promise((resolve, reject) => {
      const options = { agent, path, headers: { "user-agent": "Radio/1", ...headers } };
      http
        .get({ host: "127.0.0.1", port: ports[server], ...options }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", reject);
          answer.on("end", () => {
            const { statusCode: status = 0, headers } = answer;
            resolve({ status, headers, body: Buffer.concat(chunks) });
          });
        })
        .on("error", reject);
    });

async function lead(ask: Ask, episode_id: number): Promise<string> {
  const { status, headers } = await ask(0, `/v2/episodes/${episode_id}/play`, {});
  expect(status).toBe(302);
  const { pathname } = new URL(headers.location ?? "");
  return pathname;
}

async function setCuepoints({ deps: { db } }: World, { episode_id }: Made, timecodes: number[]) {
  await db.deleteFrom("cuepoints").where("episode_id", "=", episode_id).execute();
  const rows = timecodes.map((timecode) => ({
    episode_id,
    timecode,
    ads_max_count: 2,
    revision: 1,
  }));
  await db.insertInto("cuepoints").values(rows).execute();
}

type Ad = Awaited<ReturnType<typeof makeAd>> & { spot: StoredMp3; other: StoredMp3 };

let count = 0;

async function happen(world: World, stage: Stage, made: Made, event: Event, ad: Ad): Promise<void> {
  const { db } = world.deps;
  const { episode_id } = made;
  const { lineitem_id, creative_id } = ad;
  const lineitem = db.updateTable("lineitems").where("lineitem_id", "=", lineitem_id);
  count += 1;
  if (event === "pause") await lineitem.set({ active: count % 2 === 0 }).execute();
  if (event === "end") await lineitem.set({ end_date: "2026-01-02" }).execute();
  if (event === "other ads") {
    const { key: media_key, bytes, frames } = ad.other;
    const file = { media_key, bytes: bytes.length, frames };
    stage.ads = count % 2 === 0 ? [] : [{ ...ad, ...file, break_index: 0 }];
  }
  if (event === "retitle") await updateEpisode(db, episode_id, { title: `Letter ${count}` });
  if (event === "chapters")
    await replaceChapters(db, episode_id, [{ starts_at: count % 3000, title: `Chapter ${count}` }]);
  if (event === "cuepoints") await setCuepoints(world, made, [0, 500 + (count % 3000)]);
  if (event === "delete") {
    await db.deleteFrom("creative_files").where("creative_id", "=", creative_id).execute();
    const creative = db.updateTable("creatives").where("creative_id", "=", creative_id);
    await creative.set({ deleted_at: new Date() }).execute();
  }
}
