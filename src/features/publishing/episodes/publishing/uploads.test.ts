/** Uploads over HTTP: required fields, rights, size limits, audio from URLs, damaged files. */
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { useUploads } from "../../../../../test/setup/encoding.ts";
import { serveHttp } from "../../../../../test/setup/feeds.ts";

const CAP = 200_000;
const { world, sound, encode, author, upload, detail, leftovers } = useUploads({
  MAX_UPLOAD_BYTES: String(CAP),
});

afterEach(() => vi.waitFor(async () => expect(await leftovers()).toEqual([])));

const episodesOf = async (who: { api: typeof world.api }, show_id: number) =>
  (await who.api.get(`/v2/shows/${show_id}/episodes?filter=editable`)).response.items;

test("title and audio are required, and only one kind of audio is allowed", async () => {
  const { ada, show_id } = await author();
  const path = `/v2/shows/${show_id}/episodes`;
  const media_file = await sound();
  const media_url = "https://media.example/a.mp3";
  const fieldsOf = async (fields: Record<string, unknown>, files: Record<string, Blob> = {}) => {
    const { status, error } = await ada.api.post(path, fields, { files });
    expect(status).toBe(400);
    return Object.keys(error.fields ?? {});
  };
  const title = "An upload";
  expect(await fieldsOf({}, { media_file })).toEqual(["title"]);
  expect(await fieldsOf({ title: "x".repeat(141) }, { media_file })).toEqual(["title"]);
  expect(await fieldsOf({ title })).toEqual(["media_file"]);
  expect(await fieldsOf({ title }, { media_file: new File([], "a.mp3") })).toEqual(["media_file"]);
  expect(await fieldsOf({ title, media_url }, { media_file })).toEqual(["media_url"]);
  expect(await fieldsOf({ title, type: "EXTERNAL" })).toEqual(["media_url"]);
  expect(await fieldsOf({ title, type: "EXTERNAL" }, { media_file })).toEqual(["type"]);
  const small = new Blob(["no picture"]);
  expect(await fieldsOf({ title }, { media_file, image_file: small })).toEqual(["image_file"]);
  expect(await fieldsOf({ title, published_at: "2090-01-01 00:00:00" }, { media_file })).toEqual([
    "published_at",
  ]);
  expect(await episodesOf(ada, show_id)).toEqual([]);
});

test("only editors can upload, and only to their shows", async () => {
  const { show_id } = await author();
  const { show_id: secret } = await author({ visibility: "PRIVATE" });
  const stranger = await world.person();
  const files = { media_file: await sound() };
  const statusOf = async (api: typeof world.api, show: number) =>
    (await api.post(`/v2/shows/${show}/episodes`, { title: "Mine" }, { files })).status;
  expect(await statusOf(world.api, show_id)).toBe(401);
  expect(await statusOf(stranger.api, show_id)).toBe(403);
  expect(await statusOf(stranger.api, secret)).toBe(404);
  expect(await statusOf(stranger.api, 999_999)).toBe(404);
});

test("a collaborator's upload is an episode of the author", async () => {
  const { ada, show_id } = await author();
  const bob = await world.person();
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  const episode = await upload(bob, show_id, await sound());
  expect(episode).toMatchObject({ author_id: ada.user_id, encoding_status: "PENDING" });
});

test("audio up to the size limit is accepted, and larger audio is rejected while it is received", async () => {
  const { ada, show_id } = await author();
  const path = `/v2/shows/${show_id}/episodes`;
  const files = { media_file: new Blob([new Uint8Array(CAP)]) };
  expect((await ada.api.post(path, { title: "Full" }, { files })).status).toBe(200);
  const over = { media_file: new Blob([new Uint8Array(CAP + 1)]) };
  const refused = await ada.api.post(path, { title: "Over" }, { files: over });
  expect([refused.status, refused.error.fields]).toEqual([
    400,
    { media_file: "must have at most 200,000 bytes" },
  ]);
  const answer = await sendForEver(ada.token, path);
  expect([400, 413]).toContain(answer.status);
  expect(answer.sentBytes).toBeLessThan(64 * 2 ** 20);
  expect(await episodesOf(ada, show_id)).toHaveLength(1);
});

/** Sends a file that never ends; it has to be rejected while it is being received. */
async function sendForEver(token: string, path: string) {
  const sent = { bytes: 0 };
  const body = new ReadableStream({
    start(controller) {
      const head = 'content-disposition: form-data; name="media_file"; filename="a.wav"';
      controller.enqueue(Buffer.from(`--x\r\n${head}\r\n\r\n`));
    },
    pull(controller) {
      sent.bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const answer = await fetch(new URL(path, world.baseUrl), {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
    },
    body,
    duplex: "half",
  });
  return { status: answer.status, sentBytes: sent.bytes };
}

/** Serves `body` under every path except /missing, and returns the base URL. */
const serveAudio = (body: Buffer): Promise<string> =>
  serveHttp((request, response) => {
    if (request.url === "/missing") response.writeHead(404).end();
    else response.end(body);
  });

test("audio at a URL is fetched, encoded and stored", async () => {
  const { ada, show_id } = await author();
  const origin = await serveAudio(Buffer.from(await (await sound()).arrayBuffer()));
  const send = async (media_url: string) => {
    const fields = { title: "Fetched", media_url };
    const { response } = await ada.api.post(`/v2/shows/${show_id}/episodes`, fields);
    expect(response.episode).toMatchObject({ type: "RECORDED", encoding_status: "PENDING" });
    return response.episode;
  };
  const episode = await send(`${origin}/a.mp3`);
  await encode(episode.episode_id, { allowPrivate: true });
  expect(await detail(world, episode)).toMatchObject({ type: "RECORDED", duration: 1000 });

  const missing = await send(`${origin}/missing`);
  await encode(missing.episode_id, { allowPrivate: true, last: false });
  expect(await detail(ada, missing)).toMatchObject({
    encoding_status: "ERROR",
    encoding_error: expect.stringMatching(/status 404\.$/),
  });
  const inside = await send(`${origin}/a.mp3`);
  await encode(inside.episode_id, { last: false });
  expect(await detail(ada, inside)).toMatchObject({
    encoding_status: "ERROR",
    encoding_error: expect.stringMatching(/private/),
  });
});

test("audio at a URL that exceeds the size limit is rejected too", async () => {
  const { ada, show_id } = await author();
  const origin = await serveAudio(Buffer.alloc(CAP + 1));
  const fields = { title: "Large", media_url: `${origin}/a.mp3` };
  const { episode } = (await ada.api.post(`/v2/shows/${show_id}/episodes`, fields)).response;
  await encode(episode.episode_id, { allowPrivate: true, last: false });
  expect((await detail(ada, episode)).encoding_error).toMatch(/200,000 bytes/);
});

test("a host that is down is retried; only the last attempt reports an error", async () => {
  const { ada, show_id } = await author();
  const fields = { title: "Down", media_url: "http://127.0.0.1:9/a.mp3" };
  const { episode } = (await ada.api.post(`/v2/shows/${show_id}/episodes`, fields)).response;
  const attempt = (last: boolean) => encode(episode.episode_id, { allowPrivate: true, last });
  await expect(attempt(false)).rejects.toThrow();
  expect((await detail(ada, episode)).encoding_status).toBe("PROCESSING");
  await attempt(true);
  expect((await detail(ada, episode)).encoding_status).toBe("ERROR");
});

test("type=EXTERNAL is played from its URL at once", async () => {
  const { ada, show_id } = await author();
  const fields = { title: "Linked", type: "EXTERNAL", media_url: "https://media.example/a.mp3" };
  const { episode } = (await ada.api.post(`/v2/shows/${show_id}/episodes`, fields)).response;
  expect(episode).toMatchObject({ type: "EXTERNAL", encoding_status: "READY" });
  expect((await detail(world, episode)).published_at).toBe(episode.published_at);
});

test("any damaged file ends READY or ERROR, and leaves nothing behind", async () => {
  const { ada, show_id } = await author();
  const files = [await sound(), await sound({ name: "a.m4a" }), await sound({ name: "a.ogg" })];
  const damage = fc.record({
    which: fc.nat(files.length - 1),
    cut: fc.double({ min: 0.001, max: 1, noNaN: true }),
    flips: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), {
      maxLength: 20,
    }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ which, cut, flips }) => {
      const whole = Buffer.from(await (files[which] ?? new Blob([])).arrayBuffer());
      const bytes = whole.subarray(0, Math.max(1, Math.floor(whole.length * cut)));
      for (const [place, value] of flips) bytes[Math.floor(place * bytes.length)] = value;
      const episode = await upload(ada, show_id, new Blob([bytes]));
      await encode(episode.episode_id, { last: false });
      const { encoding_status, encoding_error, duration } = await detail(ada, episode);
      if (encoding_status === "READY") expect(duration).toBeGreaterThan(0);
      else expect([encoding_status, encoding_error]).toEqual(["ERROR", expect.any(String)]);
      await vi.waitFor(async () => expect(await leftovers()).toEqual([]));
    }),
    { seed: 10, numRuns: 10 },
  );
});
