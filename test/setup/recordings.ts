/** Stored audio for tests: bytes that differ at every position, and episodes that serve them. */
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { manifestOf } from "../../src/features/listening/renditions/rules.ts";
import type { Part } from "../../src/features/listening/renditions/schema.ts";
import { insertRendition } from "../../src/features/listening/renditions/store.ts";
import { makeEpisode, makeShow } from "./factories.ts";
import type { World } from "./world.ts";

/** `length` bytes that repeat for the same seed, without a period that could hide a wrong offset. */
export function noise(length: number, seed: string = randomUUID()): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash("sha512").update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks, Math.max(blocks.length * 64, 0)).subarray(0, length);
}

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Stores `bytes` as delivered audio; returns their digest. */
export async function storeAudio({ deps }: World, bytes: Buffer): Promise<string> {
  const file = path.join(deps.media.tmpDir, randomUUID());
  await writeFile(file, bytes);
  await deps.media.put(file, "audio", "mp3");
  return sha256(bytes);
}

/**
 * Stores `bytes` as a rendition: its own head, and alternating parts of two files. Returns the digest that it is served
 * under.
 */
export async function storeRendition(world: World, bytes: Buffer): Promise<string> {
  const edges = [0, 0.02, 0.3, 0.5, 0.51, 1].map((share) => Math.floor(share * bytes.length));
  const [head = bytes, ...pieces] = edges
    .slice(1)
    .map((end, index) => bytes.subarray(edges[index], end));
  const owner = await world.person();
  const episode_id = await makeEpisode(world, await makeShow(world, owner));
  const files = [0, 1].map((side) => pieces.filter((_, index) => index % 2 === side));
  const keys = await Promise.all(
    files.map(async (file) => `audio/${await storeAudio(world, Buffer.concat(file))}.mp3`),
  );
  const starts = [0, 0];
  const parts = pieces.map((piece, index): Part => {
    const side = index % 2;
    const start = starts[side] ?? 0;
    starts[side] = start + piece.length;
    const stored = { key: keys[side] ?? "", start, bytes: piece.length };
    return side === 0 ? { kind: "programme", ...stored } : { kind: "ad", ...stored, ad: ANY_AD };
  });
  const media_key = keys[0] ?? "";
  const made = manifestOf({ episode_id, media_key, head, parts, bytes_per_minute: 960_000 });
  await insertRendition(world.deps.db, made, world.deps.clock());
  return made.digest;
}

const ANY_AD = {
  lineitem_id: 1,
  campaign_id: 1,
  team_id: 1,
  creative_id: 1,
  position: "midroll",
  break_at: 0,
  price: "0",
};

type Overrides = Parameters<typeof makeEpisode>[2];

/** A published episode with stored audio, in a new person's new show. */
export async function makeRecording(world: World, overrides: Overrides = {}, bytes = noise(5_000)) {
  const owner = await world.person();
  const show_id = await makeShow(world, owner);
  const digest = await storeAudio(world, bytes);
  const recorded = { type: "RECORDED", media_url: null, media_bytes: bytes.length } as const;
  const media_key = `audio/${digest}.mp3`;
  const episode_id = await makeEpisode(world, show_id, { ...recorded, media_key, ...overrides });
  return { owner, show_id, episode_id, digest, bytes };
}
