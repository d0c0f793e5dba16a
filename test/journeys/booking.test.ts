/** Tests a booked ad from booking to ledger: spliced in, played, counted once, and reported consistently. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import type { Client } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { decodeMp3 } from "../setup/stitching.ts";
import { addOrganization, book, CUE_S, day, publish } from "./booked.ts";
import { addAda, eventually, JOURNEY_MS, makeDataDir } from "./processes.ts";
import { openSite } from "./site.ts";

const PROGRAMME_S = 20;
const AD_S = 2;
/** Bytes per second of mp3-128-stereo, the default profile. */
const BYTES_A_SECOND = 16_000;
const OVERCAST = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";
/** A range that holds even if midnight passes meanwhile. */
const RANGE = `from=${day(-1)}&to=${day(1)}`;

type Site = Awaited<ReturnType<typeof openSite>>;

test(
  "a booked ad plays at its cuepoint, is counted once at its price, and is reported consistently",
  async () => {
    const DATA_DIR = await makeDataDir();
    const token = await addAda(DATA_DIR);
    const organization_id = await addOrganization({ DATA_DIR });
    const site = await openSite(DATA_DIR, token);
    const sound = async (kind: "speech" | "sweep", seconds: number) => {
      const name = `${kind}.wav`;
      const file = await makeSound({ folder: path.dirname(DATA_DIR), name, kind, seconds });
      return new Blob([await readFile(file)]);
    };
    const { show_id, episode_id } = await publish(site.api(), await sound("speech", PROGRAMME_S));
    const { campaign_id, lineitem_id } = await book(site.api(), await sound("sweep", AD_S));
    const played = await play(site.stranger(), episode_id);
    await expectSpliced(site.api(), played, { episode_id, lineitem_id });

    const lineitem = `/v2/lineitems/${lineitem_id}`;
    await eventually(async () => {
      const { response } = await site.api().get(lineitem);
      return response.lineitem.impressions_tracked === 1;
    });
    // Counts in memory are written at the latest when the server stops.
    await site.restartWeb();
    expect(await ledgerOf(site)).toEqual({
      impressions: [{ lineitem_id, campaign_id, episode_id, price: 1_850_001, quantity: 1 }],
      downloads: [{ episode_id, purpose: "play", quantity: 1 }],
    });
    const [campaign, all] = [
      `/v2/campaigns/${campaign_id}`,
      `/v2/organizations/${organization_id}`,
    ];
    for (const scope of [lineitem, campaign, all])
      await eventually(async () => {
        const { response } = await site.api().get(`${scope}/campaign-statistics?${RANGE}`);
        return response.statistics.impressions_sold > 0 && expectSold(response.statistics);
      });
    const csv = await site
      .api()
      .get(`${lineitem}/campaign-statistics/impressions.csv?${RANGE}&group=day`);
    expect(csv.text.split("\r\n").filter((line) => /,1,0\.01850001$/.test(line))).toHaveLength(1);
    await expectAudience(site.api(), {
      organization: organization_id,
      show: show_id,
      episode: episode_id,
    });
    const { diagnosis } = (await site.api().get(`${lineitem}/diagnosis?${RANGE}`)).response;
    expect(diagnosis).toMatchObject({ opportunities_count: 1, won_count: 1 });
    await site.stop();
  },
  JOURNEY_MS,
);

/** The audio that a listener's app gets when it plays the episode. */
async function play(stranger: Client, episode_id: number): Promise<Buffer> {
  const headers = { "user-agent": OVERCAST };
  const led = await stranger.get(`/v2/episodes/${episode_id}/play`, { headers });
  expect(led.status).toBe(302);
  expect(led.headers.get("location")).toMatch(/\/media\/r\/[0-9a-f]{64}\/[^/?]+\.mp3\?via=play$/);
  return bytesOf(led.headers.get("location") ?? "", headers);
}

async function bytesOf(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(url, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Expects the programme up to the cuepoint, the whole ad, and the rest of the programme; and that it decodes. */
async function expectSpliced(
  editor: Client,
  heard: Buffer,
  { episode_id, lineitem_id }: { episode_id: number; lineitem_id: number },
): Promise<void> {
  const { lineitem } = (await editor.get(`/v2/lineitems/${lineitem_id}`)).response;
  const ad = await bytesOf(lineitem.audio_ad_url);
  const preview = await editor.get(`/v2/episodes/${episode_id}/play`);
  const plain = await bytesOf(preview.headers.get("location") ?? "");
  const [head, at] = [headBytes(heard), heard.indexOf(ad)];
  expect(headBytes(plain)).toBe(head);
  const without = Buffer.concat([heard.subarray(head, at), heard.subarray(at + ad.length)]);
  expect(without.equals(plain.subarray(head))).toBe(true);
  expect(Math.abs((at - head) / BYTES_A_SECOND - CUE_S)).toBeLessThan(0.3);
  expect(Math.abs(ad.length / BYTES_A_SECOND - AD_S)).toBeLessThan(0.2);
  const [one, other] = [await decodeMp3(heard), await decodeMp3(plain)];
  expect([one.log, other.log]).toEqual(["", ""]);
  const frames = Math.round((ad.length / BYTES_A_SECOND) * (44_100 / 1152));
  expect(one.samples.length - other.samples.length).toBe(frames * 1152 * 2);
}

/** The length of an ID3 tag (in its bytes 6 to 9 by seven bits each) and a frame of 417 or 418 bytes. */
function headBytes(audio: Buffer): number {
  const tag = [6, 7, 8, 9].reduce((bytes, at) => bytes * 128 + (audio[at] ?? 0), 0) + 10;
  return tag + 417 + (((audio[tag + 2] ?? 0) >> 1) & 1);
}

/** Reads the ledgers directly. */
async function ledgerOf({ databaseUrl }: Site) {
  const pool = openPool({ connectionString: databaseUrl }, pino({ level: "silent" }), 1);
  const db = openDatabase(pool);
  const impressions = await db
    .selectFrom("impressions")
    .select(["lineitem_id", "campaign_id", "episode_id", "price", "quantity"])
    .execute();
  const downloads = await db
    .selectFrom("downloads")
    .select(["episode_id", "purpose", "quantity"])
    .execute();
  await pool.end();
  return { impressions, downloads };
}

const expectSold = (statistics: object): true => {
  expect(statistics).toMatchObject({ impressions_sold: 1, revenue_amount: "0.01850001" });
  return true;
};

/** Expects the play in the statistics of its episode, show and organization, by day, in total, and by app. */
async function expectAudience(
  api: Client,
  ids: Record<"organization" | "show" | "episode", number>,
) {
  for (const [level, id] of Object.entries(ids)) {
    const scope = `/v2/${level}s/${id}/statistics`;
    const once = { plays_count: 1, plays_ondemand_count: 1, downloads_count: 0 };
    expect((await api.get(scope)).response.statistics).toMatchObject(once);
    const plays = (await api.get(`${scope}/plays?${RANGE}&group=day`)).response.statistics;
    expect(plays).toHaveLength(3);
    expect(plays.map((one: typeof once) => one.plays_count).sort()).toEqual([0, 0, 1]);
    const sources = (await api.get(`${scope}/sources?${RANGE}&group=day`)).response.statistics;
    expect(sources.overall).toEqual([{ name: "Overcast", plays_count: 1, percentage: 100 }]);
  }
}
