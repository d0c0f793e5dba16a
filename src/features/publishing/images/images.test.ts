/** Images: validation, storage, delivery, and the sweep of unused ones. */
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { cornersOf, makePicture, type PictureOptions } from "../../../../test/setup/pictures.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { Failure } from "../../../platform/failure.ts";
import { mediaJobs } from "../media/jobs.ts";
import { type Picture, renderImage, storeImage } from "./actions.ts";
import { imageJobs } from "./jobs.ts";
import { chooseBox } from "./rules.ts";
import { feedImageUrl, imageUrls } from "./views.ts";

const world = useWorld();

/** As in a request: the upload is alone in a folder of the store's tmp. */
async function upload(bytes: Buffer, crop?: string): Promise<Picture> {
  const folder = await mkdtemp(path.join(world.deps.media.tmpDir, "upload-"));
  const file = { path: path.join(folder, "image_file"), bytes: bytes.length, filename: "a.gif" };
  await writeFile(file.path, bytes);
  return renderImage(world.deps.gates, file, crop);
}

const fieldsRefused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Failure) => Object.keys(error.fields ?? {}),
  );

const keep = (picture: Picture) =>
  world.deps.db.transaction().execute((db) => storeImage(db, world.deps.media, picture, null));

const rowOf = (image_id: number) =>
  world.deps.db
    .selectFrom("images")
    .selectAll()
    .where("image_id", "=", image_id)
    .executeTakeFirst();

const read = async (url: string | null, init?: RequestInit) => fetch(String(url), init);
const bytesOf = async (url: string | null) => Buffer.from(await (await read(url)).arrayBuffer());

async function keepNew(options: PictureOptions, crop?: string) {
  const image_id = await keep(await upload(await makePicture(options), crop));
  const row = await rowOf(image_id);
  if (row === undefined) throw new Error("the picture was not kept");
  return { ...row, ...imageUrls(row, world.baseUrl), feed_url: feedImageUrl(row, world.baseUrl) };
}

test("an image is served upright and uncropped, its crop at 200 and 1400 pixels", async () => {
  const turned = { width: 900, height: 600, orientation: 6, format: "png" } as const;
  const kept = await keepNew(turned, "0,0,600,450");
  expect(kept).toMatchObject({ width: 600, height: 900 });
  const original = await read(kept.image_original_url);
  expect(original.headers.get("content-type")).toBe("image/png");
  expect(await cornersOf(Buffer.from(await original.arrayBuffer()))).toBe("blue red yellow green");
  for (const [url, side] of [[kept.image_url, 200] as const, [kept.feed_url, 1400] as const]) {
    const square = await bytesOf(url);
    expect(await sharp(square).metadata()).toMatchObject({
      format: "jpeg",
      width: side,
      height: side,
    });
    expect(await cornersOf(square)).toBe("blue red blue red");
  }
});

test("an image has a type, a length and an ETag, and can be cached forever", async () => {
  const { image_url } = await keepNew({ width: 400, height: 400 });
  const got = await read(image_url);
  const length = (await got.arrayBuffer()).byteLength;
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": String(length),
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
  });
  const etag = got.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const again = await read(image_url, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await read(image_url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([
    200,
    String(length),
    etag,
  ]);
});

test("neither the original upload nor an unknown name is served", async () => {
  const { original_key, square_key } = await keepNew({ width: 450, height: 400 });
  const name = path.basename(original_key);
  for (const address of [
    `/media/${original_key}`,
    `/media/images/${name}`,
    `/media/images/..%2f${encodeURIComponent(original_key)}`,
    `/media/images/../${original_key}`,
    `/media/${square_key.replace(".jpg", ".png")}`,
    `/media/${square_key.replace(".jpg", "")}`,
    `/media/images/${"0".repeat(64)}.jpg`,
    "/media/images/",
  ])
    expect((await world.api.get(address)).status, address).toBe(404);
});

test("400 pixels per side are enough, 399 are not, before and after the crop", async () => {
  const picture = await makePicture({ width: 500, height: 400 });
  for (const size of [
    { width: 400, height: 399 },
    { width: 399, height: 400 },
  ])
    expect(await fieldsRefused(makePicture(size).then((bytes) => upload(bytes)))).toEqual([
      "image_file",
    ]);
  for (const crop of [undefined, "", "0,0,400,400", " 100, 0, 500, 400 "])
    expect(await fieldsRefused(upload(picture, crop)), String(crop)).toBeNull();
  for (const crop of [
    "0,0,399,400",
    "101,0,501,400",
    "-1,0,400,400",
    "400,0,0,400",
    "0,0,0,0",
    "0,0,400",
    "0,0,400,400,1",
    "0,0,400.5,400",
    "a,b,c,d",
    `0,0,${"4".repeat(400)},400`,
  ])
    expect(await fieldsRefused(upload(picture, crop)), crop).toEqual(["image_crop"]);
});

test("a file that is not an image is rejected on image_file, whatever its name", async () => {
  expect(await fieldsRefused(upload(Buffer.from("<svg/>")))).toEqual(["image_file"]);
  const cut = (await makePicture({ width: 400, height: 400 })).subarray(0, 700);
  expect(await fieldsRefused(upload(cut))).toEqual(["image_file"]);
});

test("a crop is accepted exactly if it is inside the image and large enough", () => {
  const side = fc.integer({ min: 400, max: 1200 });
  const edge = fc.integer({ min: -20, max: 1300 });
  fc.assert(
    fc.property(side, side, edge, edge, edge, edge, (width, height, x1, y1, x2, y2) => {
      const fits = x1 >= 0 && y1 >= 0 && x2 <= width && y2 <= height;
      const large = x2 - x1 >= 400 && y2 - y1 >= 400;
      const choose = () => chooseBox(`${x1},${y1},${x2},${y2}`, { width, height });
      if (fits && large)
        expect(choose()).toEqual({ left: x1, top: y1, width: x2 - x1, height: y2 - y1 });
      else expect(choose).toThrow(Failure);
    }),
    { seed: 11, numRuns: 500, examples: [[400, 400, 0, 0, 400, 400]] },
  );
});

const HOUR = 3_600_000;
/** Runs the nightly job as if `hours` had passed. */
async function sweepAfter(hours: number): Promise<void> {
  world.setTime(new Date(Date.now() + hours * HOUR));
  const jobs = [...imageJobs(world.deps), ...mediaJobs(world.deps)];
  for (const { run } of jobs) await run({}, { last: false });
  world.setTime(null);
}
const isServed = async (url: string | null) => (await read(url)).status === 200;
const show = (user_id: number, image_id: number | null) =>
  world.deps.db.updateTable("users").set({ image_id }).where("user_id", "=", user_id).execute();

test("the sweep deletes unused images that are an hour old", async () => {
  const ada = await world.person();
  const [shown, unused] = [
    await keepNew({ width: 640, height: 400 }),
    await keepNew({ width: 650, height: 400 }),
  ];
  await show(ada.user_id, shown.image_id);
  await sweepAfter(0.9);
  expect(await isServed(unused.image_url)).toBe(true);
  await sweepAfter(1.1);
  expect(await rowOf(unused.image_id)).toBeUndefined();
  for (const key of [unused.original_key, unused.upright_key, unused.square_key, unused.feed_key])
    expect(await world.deps.media.find(key), key).toBeNull();
  for (const key of [shown.original_key, shown.upright_key, shown.square_key, shown.feed_key])
    expect(await world.deps.media.find(key), key).not.toBeNull();
  await show(ada.user_id, null);
  await sweepAfter(2);
  expect(await isServed(shown.image_url)).toBe(false);
});

test("the sweep keeps images of organizations", async () => {
  const { image_id, image_url } = await keepNew({ width: 660, height: 400 });
  const text = "insert into organizations (name, image_id) values ('Radio', $1)";
  await world.deps.pool.query(text, [image_id]);
  await sweepAfter(2);
  expect(await isServed(image_url)).toBe(true);
});

test("two records with the same image share files, and the sweep respects that", async () => {
  const [ada, bob] = [await world.person(), await world.person()];
  const [one, two] = [
    await keepNew({ width: 700, height: 400 }),
    await keepNew({ width: 700, height: 400 }),
  ];
  expect(one.square_key).toBe(two.square_key);
  await show(ada.user_id, one.image_id);
  await show(bob.user_id, two.image_id);
  await show(ada.user_id, null);
  await sweepAfter(2);
  expect(await rowOf(one.image_id)).toBeUndefined();
  expect(await isServed(two.image_url)).toBe(true);
  await show(bob.user_id, null);
});

test("a sweep during an upload keeps the files that the upload will use", async () => {
  const ada = await world.person();
  const old = await keepNew({ width: 720, height: 400 });
  const picture = await upload(await makePicture({ width: 720, height: 400 }));
  const { media, db } = world.deps;
  let swept: Promise<void> = Promise.resolve();
  await db.transaction().execute(async (transaction) => {
    const image_id = await storeImage(transaction, media, picture, null);
    await transaction
      .updateTable("users")
      .set({ image_id })
      .where("user_id", "=", ada.user_id)
      .execute();
    swept = sweepAfter(3);
    // Waits until the sweep waits for the lock: by then it considers the files unused.
    for (let waiting = 0; waiting === 0; )
      waiting = (
        await world.deps.pool.query(
          "select 1 from pg_locks where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
        )
      ).rowCount as number;
  });
  await swept;
  expect(await rowOf(old.image_id)).toBeUndefined();
  expect(await isServed(old.image_url)).toBe(true);
});

test("files left by a rolled-back write are deleted by the next sweep", async () => {
  const picture = await upload(await makePicture({ width: 730, height: 400 }));
  const { media, db } = world.deps;
  const refused = db.transaction().execute(async (transaction) => {
    await storeImage(transaction, media, picture, null);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  await sweepAfter(2);
  const left = [];
  for (const kind of ["images", "originals"])
    for await (const key of media.keys(kind)) left.push(key);
  const used = await db.selectFrom("images").selectAll().execute();
  const known = used.flatMap((row) => [
    row.original_key,
    row.upright_key,
    row.square_key,
    ...(row.cover_key === null ? [] : [row.cover_key]),
    row.feed_key,
  ]);
  expect(left.filter((key) => !known.includes(key))).toEqual([]);
});

test("abandoned uploads are deleted, growing ones stay", async () => {
  const { tmpDir } = world.deps.media;
  await upload(await makePicture({ width: 400, height: 400 }));
  await sweepAfter(0.9);
  expect(await readdir(tmpDir)).not.toEqual([]);
  await sweepAfter(1.1);
  expect(await readdir(tmpDir)).toEqual([]);
});

test("storing a file again resets its age", async () => {
  const modified = async () => {
    const { original_key } = await keepNew({ width: 740, height: 400 });
    return (await world.deps.media.find(original_key))?.modifiedAt.getTime() ?? 0;
  };
  const before = await modified();
  expect(await modified()).toBeGreaterThan(before);
});
