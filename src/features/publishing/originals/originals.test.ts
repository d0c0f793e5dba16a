/** Originals: what was uploaded comes back byte for byte, to editors only, with the crop of images. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createClient } from "../../../../test/setup/client.ts";
import { useUploads } from "../../../../test/setup/encoding.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { createToken } from "../../people/users/actions.ts";

const { world, sound, encode, author, upload } = useUploads();

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Requests as the user do not parse bytes, so this one sends their token itself. */
async function fetcher({ username }: { username: string }) {
  const token = await createToken(world.deps, username, { scope: "read" });
  return async (path: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${token}`;
    const got = await fetch(new URL(path, world.baseUrl), {
      headers: { authorization, ...headers },
    });
    return { got, bytes: Buffer.from(await got.arrayBuffer()) };
  };
}

test("an editor gets the uploaded audio back, whole, in ranges, and only if it changed", async () => {
  const { ada, show_id } = await author();
  const file = await sound({ seconds: 1, name: "night.flac" });
  const sent = Buffer.from(await file.arrayBuffer());
  const episode = await upload(ada, show_id, file);
  const path = `/v2/episodes/${episode.episode_id}/original-audio`;
  const read = await fetcher(ada);
  expect((await ada.api.get(path)).error.type).toBe("audio-not-found");
  await encode(episode.episode_id);
  const { got, bytes } = await read(path);
  expect(bytes.equals(sent)).toBe(true);
  const etag = `"${sha256(sent)}"`;
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": "attachment",
    "content-length": String(sent.length),
    "cache-control": "private, no-cache",
    etag,
  });
  const part = await read(path, { range: "bytes=100-199" });
  expect([part.got.status, part.bytes.equals(sent.subarray(100, 200))]).toEqual([206, true]);
  const known = await read(path, { "if-none-match": etag });
  expect([known.got.status, known.bytes.length]).toEqual([304, 0]);
  const beyond = await read(path, { range: "bytes=99999999-" });
  expect(beyond.got.status).toBe(416);
});

test("a public episode's original is closed to everyone but its editors", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound());
  await encode(episode.episode_id);
  const path = `/v2/episodes/${episode.episode_id}/original-audio`;
  expect((await (await fetcher(ada))(path)).got.status).toBe(200);
  const stranger = await world.person();
  expect((await (await fetcher(stranger))(path)).got.status).toBe(403);
  expect((await createClient(world.baseUrl, null).get(path)).status).toBe(401);
});

test("covers come back as they were uploaded, with their crop", async () => {
  const { ada, show_id } = await author();
  const bytes = await makePicture({ width: 900, height: 600, orientation: 6, author: "Ada" });
  const file = new File([bytes], "cover.jpg");
  const draft = { title: "Draft", show_id };
  const { episode } = (await ada.api.post("/v2/episodes/drafts", draft)).response;
  const chapters = `/v2/episodes/${episode.episode_id}/chapters`;
  const { chapter } = (await ada.api.post(chapters, { starts_at: 0, title: "One" })).response;
  const records = [
    `/v2/shows/${show_id}`,
    `/v2/episodes/${episode.episode_id}`,
    `${chapters}/${chapter.chapter_id}`,
  ];
  const read = await fetcher(ada);
  for (const record of records) {
    const path = `${record}/original-image`;
    expect((await ada.api.get(path)).error.type, path).toBe("picture-not-found");
    const crop = { image_crop: " 0,10, 600,610" };
    await ada.api.post(record, crop, { files: { image_file: file } });
    const { got, bytes: back } = await read(path);
    expect(back.equals(bytes), path).toBe(true);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "longwave-image-crop": "0,10,600,610",
      "cache-control": "private, no-cache",
      etag: `"${sha256(bytes)}"`,
    });
    const known = await read(path, { "if-none-match": `"${sha256(bytes)}"` });
    expect(known.got.status).toBe(304);
    await ada.api.post(record, {}, { files: { image_file: file } });
    expect((await read(path)).got.headers.get("longwave-image-crop")).toBeNull();
  }
});

test("an episode without an image of its own has no original, whatever its show has", async () => {
  const { ada, show_id } = await author();
  const file = new File([await makePicture({ width: 400, height: 400 })], "cover.jpg");
  await ada.api.post(`/v2/shows/${show_id}`, {}, { files: { image_file: file } });
  const draft = { title: "Draft", show_id };
  const { episode } = (await ada.api.post("/v2/episodes/drafts", draft)).response;
  const path = `/v2/episodes/${episode.episode_id}/original-image`;
  expect((await ada.api.get(path)).error.type).toBe("picture-not-found");
});
