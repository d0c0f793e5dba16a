/** Episodes with ads: real MP3s of a profile, line items for them, and a controllable ad server. */

import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { AdRequest, ChosenAd } from "../../src/features/advertising/adserving/schema.ts";
import type { DeliveryPorts } from "../../src/features/listening/playback/schema.ts";
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";
import { PROFILES } from "../../src/platform/audio/profiles.ts";
import { makeEpisode, makeShow } from "./factories.ts";
import { inspectMp3 } from "./mp3.ts";
import { makeSound, type SoundOptions, testFfmpeg } from "./sounds.ts";
import type { World } from "./world.ts";

/**
 * An ad server that returns the ads it is given and keeps its requests. User agents that contain "bot" are bots, and
 * those that contain "unlisted" are on no list.
 */
export function openStage() {
  const stage = {
    ads: [] as ChosenAd[],
    asked: [] as AdRequest[],
    records: [] as DeliveryRecord[],
    progress: [] as DeliveryRecord[],
    failure: null as Error | null,
  };
  const ports: DeliveryPorts = {
    adserver: {
      async chooseAds(opportunity) {
        stage.asked.push(opportunity);
        if (stage.failure !== null) throw stage.failure;
        return stage.ads.filter(({ break_index }) => break_index < opportunity.breaks.length);
      },
      explainAds: async () => ({ ads: [], losers: [] }),
    },
    recorder: {
      note: (record) => stage.records.push(record),
      noteProgress: (record) => stage.progress.push(record),
      originOf: () => null,
      classify: (user_agent) => ({
        source: "Radio",
        device: "Mobile",
        os: "iOS",
        os_kind: "mobile",
        app: user_agent.includes("unlisted") ? "Unknown" : "Radio",
        network: "consumer",
        country: "IT",
        exclusion: user_agent.includes("bot") ? "bot-ua" : null,
      }),
      listeners: {
        keyOf: ({ address, user_agent }) =>
          createHash("sha256").update(`${address} ${user_agent}`).digest().subarray(0, 16),
      },
    },
  };
  return { stage, ports };
}

export type Stage = ReturnType<typeof openStage>["stage"];

export type StoredMp3 = Readonly<{ key: string; bytes: Buffer; frames: number }>;

/** Stores a sound as the server would have encoded it for `profile`. */
export async function storeMp3(
  { deps }: World,
  options: Omit<SoundOptions, "folder" | "name" | "args">,
  profile = "mp3-128-stereo",
): Promise<StoredMp3> {
  const { bitrate_kbps = 128, channels = 2 } = PROFILES[profile] ?? {};
  const folder = await mkdtemp(path.join(deps.media.tmpDir, "mp3-"));
  const args = [
    ...["-c:a", "libmp3lame", "-b:a", `${bitrate_kbps}k`, "-reservoir", "0"],
    ...["-write_xing", "0", "-id3v2_version", "0"],
  ];
  const file = await makeSound({ ...options, channels, folder, args });
  const bytes = await readFile(file);
  const { frames } = await inspectMp3([bytes] as unknown as AsyncIterable<Buffer>);
  const key = await deps.media.put(file, "audio", "mp3");
  await rm(folder, { recursive: true });
  return { key, bytes, frames };
}

/** A published episode of a new person who is in the network of an organization with a team. */
export async function makeStitchable(
  world: World,
  audio: StoredMp3,
  overrides: Parameters<typeof makeEpisode>[2] = {},
) {
  const owner = await world.person();
  const show_id = await makeShow(world, owner, { title: "The Tide Tables" });
  const episode_id = await makeEpisode(world, show_id, {
    type: "RECORDED",
    media_url: null,
    media_header_bytes: 0,
    title: "Letter 1: Fog",
    media_key: audio.key,
    media_bytes: audio.bytes.length,
    media_frames: audio.frames,
    duration: Math.floor((audio.frames * 1_152_000) / 44_100),
    ...overrides,
  });
  return { owner, show_id, episode_id, ...(await makeTeam(world, owner.user_id)) };
}

async function makeTeam({ deps: { db } }: World, user_id: number) {
  const { organization_id } = await db
    .insertInto("organizations")
    .values({ name: "Coast Radio" })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  const { team_id } = await db
    .insertInto("teams")
    .values({ organization_id })
    .returning("team_id")
    .executeTakeFirstOrThrow();
  await db.insertInto("organization_networks").values({ user_id, organization_id }).execute();
  return { team_id };
}

/** A line item of the team with the creative `audio`; returns it as the ad server would choose it. */
export async function makeAd(
  { deps: { db } }: World,
  team_id: number,
  audio: StoredMp3,
): Promise<Omit<ChosenAd, "break_index">> {
  const { advertiser_id } = await db
    .insertInto("advertisers")
    .values({ team_id, name: "Lamp Oil", iab_categories: "IAB22" })
    .returning("advertiser_id")
    .executeTakeFirstOrThrow();
  const { campaign_id } = await db
    .insertInto("campaigns")
    .values({ team_id, advertiser_id, name: "Winter" })
    .returning("campaign_id")
    .executeTakeFirstOrThrow();
  const { lineitem_id } = await db
    .insertInto("lineitems")
    .values({
      team_id,
      campaign_id,
      name: "Winter, week 1",
      priority_id: 50,
      active: true,
      start_date: "2026-01-01",
      end_date: "2030-01-01",
      goal_pacing: "ASAP",
      price_type: "CPM",
      price_amount: 1_500_000,
    })
    .returning("lineitem_id")
    .executeTakeFirstOrThrow();
  const { creative_id } = await db
    .insertInto("creatives")
    .values({ lineitem_id, filename: "oil.mp3", status: "READY" })
    .returning("creative_id")
    .executeTakeFirstOrThrow();
  const file = { media_key: audio.key, bytes: audio.bytes.length, frames: audio.frames };
  await db
    .insertInto("creative_files")
    .values({ creative_id, profile: "mp3-128-stereo", ...file })
    .execute();
  const ids = { lineitem_id, campaign_id, team_id, creative_id };
  return { position: "preroll", ...ids, price: 1_500_000n, ...file };
}

const run = promisify(execFile);

/** Decodes an MP3 with ffmpeg: samples of 16 bits, interleaved, and all its warnings. */
export async function decodeMp3(bytes: Buffer): Promise<{ samples: Int16Array; log: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-decode-"));
  const file = path.join(folder, `${randomUUID()}.mp3`);
  await writeFile(file, bytes);
  const [program, ...before] = (await testFfmpeg()).command;
  const args = [
    ...before,
    "-hide_banner",
    "-loglevel",
    "warning",
    "-i",
    file,
    "-f",
    "s16le",
    "pipe:1",
  ];
  const { stdout, stderr } = await run(program, args, {
    encoding: "buffer",
    maxBuffer: 2 ** 28,
  });
  await rm(folder, { recursive: true });
  const samples = new Int16Array(new Uint8Array(stdout).buffer);
  return { samples, log: stderr.toString() };
}
