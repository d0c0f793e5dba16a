/** Episodes with ads in all their breaks, and plays of them by apps. */
import { beforeAll, beforeEach, expect } from "vitest";
import { findManifest } from "../../src/features/listening/renditions/store.ts";
import { inspectMp3 } from "./mp3.ts";
import {
  makeAd,
  makeStitchable,
  openStage,
  type Stage,
  type StoredMp3,
  storeMp3,
} from "./stitching.ts";
import { useWorld, type World } from "./world.ts";

export const DAY_MS = 86_400_000;

/** A stored programme and two stored ads. */
export type Sounds = { programme: StoredMp3; jingle: StoredMp3; spot: StoredMp3 };

/** A world for a file's tests, whose ad server is controlled by `stage`; it returns no ads at first. */
export function useRenditions() {
  const { stage, ports } = openStage();
  const world = useWorld({}, ports);
  const sounds = {} as Sounds;
  beforeAll(async () => {
    sounds.programme = await storeMp3(world, { seconds: 12, kind: "speech", rate: 44_100 });
    sounds.jingle = await storeMp3(world, { seconds: 1.5, kind: "sweep" });
    sounds.spot = await storeMp3(world, { seconds: 2, kind: "bursts" });
  });
  beforeEach(() => {
    Object.assign(stage, { ads: [], asked: [], records: [], progress: [], failure: null });
  });
  return {
    stage,
    ports,
    world,
    sounds,
    makeFull: (overrides = {}) => makeFull(world, stage, sounds, overrides),
    lead: (episode_id: number, play: Play = {}) => lead(world, episode_id, play),
    segmentsOf: (digest: string) => segmentsOf(world, digest),
    told: (count: number) => told(stage, count),
  };
}

/** An episode with a pre-roll, two mid-rolls (one with two ads), and a post-roll. */
async function makeFull(
  world: World,
  stage: Stage,
  { programme, jingle, spot }: Sounds,
  overrides: object,
) {
  const made = await makeStitchable(world, programme, overrides);
  const [one, two] = [
    await makeAd(world, made.team_id, jingle),
    await makeAd(world, made.team_id, spot),
  ];
  await setCuepoints(world, made.episode_id, [0, 4000, 8000, 999_999]);
  stage.ads = [
    { ...one, break_index: 0 },
    { ...two, break_index: 1, position: "midroll" },
    { ...one, break_index: 1, position: "midroll" },
    { ...two, break_index: 2, position: "midroll" },
    { ...one, break_index: 3, position: "postroll" },
  ];
  return made;
}

const setCuepoints = (world: World, episode_id: number, timecodes: number[]) =>
  world.deps.db
    .insertInto("cuepoints")
    .values(timecodes.map((timecode) => ({ episode_id, timecode, ads_max_count: 2, revision: 1 })))
    .execute();

export type Play = {
  agent?: string;
  form?: string;
  method?: string;
  headers?: Record<string, string>;
};

/** The URL that a listener is redirected to. */
async function lead(world: World, episode_id: number, options: Play): Promise<string> {
  const { agent = "Radio/1", form = "play", method = "GET", headers = {} } = options;
  const answer = await fetch(`${world.baseUrl}/v2/episodes/${episode_id}/${form}`, {
    method,
    redirect: "manual",
    headers: { "user-agent": agent, ...headers },
  });
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}

export const digestIn = (url: string): string =>
  /\/media\/r\/([0-9a-f]{64})\//.exec(url)?.[1] ?? "";

export async function load(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(url, { headers });
  expect([200, 206]).toContain(answer.status);
  return Buffer.from(await answer.arrayBuffer());
}

async function segmentsOf(world: World, digest: string) {
  const manifest = await findManifest(world.deps.db, digest);
  return manifest?.parts as { kind: string; bytes: number; start: number; key: string }[];
}

/** Waits for `count` records: they are made after a response, which its reader may see first. */
async function told(stage: Stage, count: number): Promise<void> {
  await expect.poll(() => stage.records.length).toBe(count);
}

export const inspect = (bytes: Buffer) => inspectMp3([bytes] as unknown as AsyncIterable<Buffer>);
