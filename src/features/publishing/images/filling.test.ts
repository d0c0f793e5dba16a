/** Images of older versions get the size and the colour that pages show. */
import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { renderImage, storeImage } from "./actions.ts";
import { fillCovers } from "./filling.ts";
import { imageJobs } from "./jobs.ts";

const world = useWorld();
const FAILING = `images/${"0".repeat(64)}.jpg`;

/** An image as it was stored before pages had a size of their own. */
async function keepOlder(user_id: number, changes: { feed_key?: string } = {}): Promise<number> {
  const { db, media, gates } = world.deps;
  const bytes = await makePicture({ width: 500, height: 400 });
  const file = path.join(await mkdtemp(path.join(media.tmpDir, "upload-")), "image_file");
  await writeFile(file, bytes);
  const upload = { path: file, bytes: bytes.length, filename: "a.jpg" };
  const picture = await renderImage(gates, upload, "0,0,400,400");
  const image_id = await db
    .transaction()
    .execute((transaction) => storeImage(transaction, media, picture, user_id));
  const older = { cover_key: null, tint: null, bytes: 1000, ...changes };
  await db.updateTable("images").set(older).where("image_id", "=", image_id).execute();
  return image_id;
}

const rowOf = (image_id: number) =>
  world.deps.db
    .selectFrom("images")
    .selectAll()
    .where("image_id", "=", image_id)
    .executeTakeFirstOrThrow();

const usedBy = async (user_id: number) =>
  (
    await world.deps.db
      .selectFrom("storage_use")
      .select("bytes")
      .where("user_id", "=", user_id)
      .executeTakeFirstOrThrow()
  ).bytes;

async function runJob(): Promise<void> {
  const fill = imageJobs(world.deps).find(({ name }) => name === "fill-images");
  await fill?.run({}, { last: false });
}

test("older images get a cover and its colour, and the cover counts as stored", async () => {
  const { user_id } = await world.person();
  const ids = [await keepOlder(user_id), await keepOlder(user_id)];
  await runJob();
  for (const image_id of ids) {
    const { cover_key, tint, bytes } = await rowOf(image_id);
    const cover = await fetch(`${world.baseUrl}/media/${cover_key}`);
    const picture = Buffer.from(await cover.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({
      format: "jpeg",
      width: 600,
      height: 600,
    });
    expect(tint).toMatch(/^#[0-9a-f]{6}$/);
    expect(bytes).toBe(1000 + picture.length);
  }
  const rows = await Promise.all(ids.map(rowOf));
  expect(await usedBy(user_id)).toBe(rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0));
});

test("what cannot be read keeps its size for feeds, and others are still filled in", async () => {
  const { user_id } = await world.person();
  const lost = await keepOlder(user_id, { feed_key: FAILING });
  const sound = await keepOlder(user_id);
  await runJob();
  expect(await rowOf(lost)).toMatchObject({ cover_key: FAILING, tint: null, bytes: 1000 });
  expect((await rowOf(sound)).tint).not.toBeNull();
});

test("a run that is told to stop leaves the rest to the next one", async () => {
  const image_id = await keepOlder((await world.person()).user_id);
  await fillCovers(world.deps, AbortSignal.abort());
  expect((await rowOf(image_id)).cover_key).toBeNull();
  await runJob();
  expect((await rowOf(image_id)).cover_key).not.toBeNull();
});
