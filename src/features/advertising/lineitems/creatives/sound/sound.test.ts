/** Tests the sound check of creatives: what is measured, the comparison with programmes, old creatives, copies. */
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../../../test/setup/advertising.ts";
import { makeEpisode, makeShow } from "../../../../../../test/setup/factories.ts";
import { createSurfer } from "../../../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../../../test/setup/world.ts";
import type { Job } from "../../../../../platform/jobs/job.ts";
import { continueMigrations } from "../../../../../platform/jobs/migrations/migration.ts";
import { creativeJobs } from "../jobs.ts";
import { soundJobs } from "./jobs.ts";
import { soundMigrations } from "./migrations.ts";

const world = useWorld();
let team: Team;

beforeAll(async () => {
  team = await makeTeam(world);
});

const RATE = 44_100;

/** A WAV of one channel: a tone of `level` times full scale, with silence before and after it, in seconds. */
function wav({ level = 0.2, before = 0, seconds = 1, after = 0 } = {}): File {
  const samples = Math.round(RATE * (before + seconds + after));
  const bytes = Buffer.alloc(44 + 2 * samples);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(2 * RATE, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * samples, 40);
  for (let at = Math.round(RATE * before); at < RATE * (before + seconds); at += 1) {
    const value = 32_767 * level * Math.sin((2 * Math.PI * 440 * at) / RATE);
    bytes.writeInt16LE(Math.round(Math.max(-32_767, Math.min(32_767, value))), 44 + 2 * at);
  }
  return new File([bytes], "spot.wav");
}

const encode = (creative_id: number) => run("encode-creative", creative_id);
const measure = (creative_id: number) => run("measure-creative", creative_id);

/** Made once: each finds out which ffmpeg there is. */
let jobs: Job[] = [];

function run(name: string, creative_id: number): Promise<void> {
  if (jobs.length === 0)
    jobs = [
      ...creativeJobs(world.deps, { profiles: ["mp3-128-stereo"] }),
      ...soundJobs(world.deps),
    ];
  const found = jobs.find((job) => job.name === name);
  if (found === undefined) throw new Error(`there is no job ${name}`);
  return found.run({ creative_id }, { last: true });
}

async function upload(file: File, fields: Record<string, unknown> = {}) {
  const { lineitem_id } = await team.lineitem(fields);
  const path = `/v2/lineitems/${lineitem_id}`;
  const files = { audio_ad_file: file };
  const { response } = await team.boss.api.post(`${path}/creatives`, {}, { files });
  const { creative_id } = response.creative;
  await encode(creative_id);
  const check = async () =>
    (await team.boss.api.get(`${path}/creatives/${creative_id}/sound`)).response.sound_check;
  const creative = async () => (await team.boss.api.get(path)).response.lineitem.creatives[0];
  return { lineitem_id, creative_id, path, check, creative };
}

test("a distorted upload with silence at its ends is measured, and says what to change", async () => {
  const made = await upload(wav({ level: 4, before: 0.7, after: 2 }));
  expect(await made.creative()).toMatchObject({ status: "READY", sound: null });
  expect(await made.check()).toMatchObject({ sound: null, peaks: [], advice: [] });
  await measure(made.creative_id);
  const { sound } = await made.creative();
  expect(sound.source).toMatchObject({ format: "WAV", clipped: true });
  expect(sound.source.true_peak_dbtp).toBeGreaterThan(-0.5);
  expect(Math.abs(sound.loudness_lufs + 16)).toBeLessThan(1);
  expect(Math.abs(sound.silence_start - 700)).toBeLessThan(60);
  expect(Math.abs(sound.silence_end - 2000)).toBeLessThan(60);
  const check = await made.check();
  expect(check.sound).toEqual(sound);
  expect(check.advice).toEqual(["clipped", "silence-start", "silence-end"]);
  expect(check.peaks).toHaveLength(240);
  expect([check.peaks[0], check.peaks.at(-1)]).toEqual([0, 0]);
  expect(check.peaks[100]).toBeGreaterThan(5);
});

test("a clean upload needs no change; its copy has the same sound", async () => {
  const made = await upload(wav());
  await measure(made.creative_id);
  expect((await made.check()).advice).toEqual([]);
  expect((await made.check()).sound.source.clipped).toBe(false);
  const { response } = await team.boss.api.post(`${made.path}/clone`);
  expect(response.lineitem.creatives[0].sound).toEqual((await made.creative()).sound);
});

test("an ad that jumps beside its programmes says so, in the API and on its page", async () => {
  const author = await world.person();
  const { organization_id } = team;
  await world.deps.db
    .insertInto("organization_networks")
    .values({ user_id: author.user_id, organization_id })
    .execute();
  const episode = async (show_id: number, loudness_lufs: number) =>
    makeEpisode(world, show_id, { loudness_lufs });
  const quiet = await makeShow(world, author, { loudness_normalisation: false });
  await episode(quiet, -27);
  await episode(quiet, -18);
  await episode(await makeShow(world, author), -30);
  const made = await upload(wav());
  await measure(made.creative_id);
  const { programmes, advice } = await made.check();
  expect(programmes).toMatchObject({ episodes_count: 3, quietest_lufs: -27, jumps_count: 1 });
  expect(Math.abs(programmes.greatest_jump_lu - 11)).toBeLessThan(1);
  expect(advice).toEqual(["louder"]);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: team.boss.username, password: "correct horse" });
  const { text } = await surfer.open(`/studio/ads/lineitems/${made.lineitem_id}`);
  expect(text).toContain("In 1 of 3 episodes loudness jumps where it begins");
  expect(text).toContain("Turn on loudness normalisation");
  expect(text).toContain('class="ad-wave"');
  const target_shows = { type: "EXCLUDE", values: [quiet] };
  const elsewhere = await upload(wav(), { target_shows: JSON.stringify(target_shows) });
  await measure(elsewhere.creative_id);
  expect((await elsewhere.check()).programmes).toMatchObject({
    episodes_count: 1,
    jumps_count: 0,
  });
});

test("creatives of before are measured by the background migration", async () => {
  const made = await upload(wav());
  const { db } = world.deps;
  const name = "creatives.sound";
  await db.deleteFrom("owned_jobs").where("name", "=", "measure-creative").execute();
  const again = { after: "", done: 0, total: null, finished_at: null };
  await db.updateTable("background_migrations").set(again).where("name", "=", name).execute();
  await continueMigrations(db, soundMigrations);
  const queued = await db
    .selectFrom("owned_jobs")
    .select("payload")
    .where("name", "=", "measure-creative")
    .execute();
  expect(queued.map(({ payload }) => payload)).toContainEqual({ creative_id: made.creative_id });
});
