/** A show for the web pages and the player: a cover, real audio with a waveform, chapters. */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { replaceChapters } from "../../src/features/publishing/episodes/chapters/store.ts";
import { renderImage, storeImage } from "../../src/features/publishing/images/actions.ts";
import { makeEpisode, makeShow } from "./factories.ts";
import { makePicture } from "./pictures.ts";
import { makeSound } from "./sounds.ts";
import type { Person, World } from "./world.ts";

/** Stores an image of four colours; returns its id. */
export async function makeImage({ deps }: World): Promise<number> {
  const folder = await mkdtemp(path.join(deps.media.tmpDir, "upload-"));
  const file = path.join(folder, "image_file");
  await writeFile(file, await makePicture({ width: 1400, height: 1400 }));
  const picture = await renderImage(
    deps.gates,
    { path: file, bytes: 1, filename: "cover" },
    undefined,
  );
  return deps.db.transaction().execute((db) => storeImage(db, deps.media, picture, null));
}

/** Stores sound with its waveform. */
async function storeSound({ deps }: World, seconds: number) {
  const folder = await mkdtemp(path.join(deps.media.tmpDir, "sound-"));
  const file = await makeSound({ folder, seconds });
  const { length } = await readFile(file);
  const waveform = path.join(folder, "waveform.json");
  const data = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? -1 : 1) * (20 + (at % 90)));
  const shape = { version: 2, channels: 1, sample_rate: 44_100, samples_per_pixel: 4410, bits: 8 };
  await writeFile(waveform, JSON.stringify({ ...shape, length: data.length / 2, data }));
  return {
    type: "RECORDED" as const,
    media_url: null,
    media_bytes: length,
    duration: seconds * 1000,
    media_key: await deps.media.put(file, "audio", "mp3"),
    waveform_key: await deps.media.put(waveform, "waveforms", "json"),
  } as const;
}

/** A show of two playable episodes of this length; the second has chapters and tags. */
export async function makeListening(world: World, owner: Person, seconds = 20) {
  const image_id = await makeImage(world);
  const show_id = await makeShow(world, owner, {
    title: "The Tide Tables",
    image_id,
    category_id: 93,
    description: "Weekly letters from the coast.",
    description_html: "<p>Weekly letters from the coast, with <em>readings</em>.</p>",
  });
  const sound = await storeSound(world, seconds);
  const first = await makeEpisode(world, show_id, {
    ...sound,
    title: "Letter 1: Fog",
    published_at: new Date("2026-03-01"),
  });
  const episode_id = await makeEpisode(world, show_id, {
    ...sound,
    title: "Letter 2: Low water, spring tide",
    tags: ["sea", "lighthouses"],
    season_number: 1,
    episode_number: 2,
    description_html: "<p>Out to the wreck.</p>",
    published_at: new Date("2026-03-08"),
  });
  await replaceChapters(world.deps.db, episode_id, [
    { starts_at: 0, title: "Hello" },
    { starts_at: 8000, title: "At the wreck" },
    { starts_at: 15_000, title: "Home before dark" },
  ]);
  return { show_id, first, episode_id };
}
