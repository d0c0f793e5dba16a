/** Stored audio for tests: bytes that are told apart at every place, and episodes that serve them. */
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { makeEpisode, makeShow } from "./factories.ts";
import type { World } from "./world.ts";

/** `length` bytes, the same for the same seed, without a period that a wrong offset could hide in. */
export function noise(length: number, seed: string = randomUUID()): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash("sha512").update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks, Math.max(blocks.length * 64, 0)).subarray(0, length);
}

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Puts `bytes` into the store as delivered audio; returns their digest. */
export async function storeAudio({ deps }: World, bytes: Buffer): Promise<string> {
  const file = path.join(deps.media.tmpDir, randomUUID());
  await writeFile(file, bytes);
  await deps.media.put(file, "audio", "mp3");
  return sha256(bytes);
}

type Overrides = Parameters<typeof makeEpisode>[2];

/** A published episode with stored audio, of a new person's new show. */
export async function makeRecording(world: World, overrides: Overrides = {}, bytes = noise(5_000)) {
  const owner = await world.person();
  const show_id = await makeShow(world, owner);
  const digest = await storeAudio(world, bytes);
  const recorded = { type: "RECORDED", media_url: null, media_bytes: bytes.length } as const;
  const media_key = `audio/${digest}.mp3`;
  const episode_id = await makeEpisode(world, show_id, { ...recorded, media_key, ...overrides });
  return { owner, show_id, episode_id, digest, bytes };
}
