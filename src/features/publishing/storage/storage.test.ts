/** Storage quotas: users' files are counted to the byte, and limited by their plans. */
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { useUploads } from "../../../../test/setup/encoding.ts";
import { makeEpisode } from "../../../../test/setup/factories.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";
import type { Person } from "../../../../test/setup/world.ts";
import { setUser } from "../../people/users/actions.ts";
import { startEncoding } from "../episodes/encoding/queue.ts";
import { mediaJobs } from "../media/jobs.ts";

const LIMIT = 3_000_000;
const { world, sound, encode, author, upload, detail, leftovers } = useUploads({
  PLANS: `basic=${LIMIT},studio=200MB,unlimited=unlimited`,
});

const used = async (who: Person): Promise<number> =>
  (await who.api.get("/v2/me")).response.user.features.storage_used_bytes;

/** The size of all files below a folder of the data directory. */
async function bytesIn(folder: string): Promise<number> {
  const root = path.join(world.deps.config.dataDir, folder);
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const all = await Promise.all(names.map((name) => stat(path.join(root, name))));
  return all.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0);
}

const filler = (bytes: number) => new File([Buffer.alloc(bytes, `${Math.random()}`)], "filler.wav");

const send = (who: Person, show_id: number, file: File, fields = {}) =>
  who.api.post(
    `/v2/shows/${show_id}/episodes`,
    { title: "An upload", ...fields },
    { files: { media_file: file } },
  );

const begin = (who: Person, length: number) =>
  fetch(`${world.baseUrl}/v2/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${who.token}`,
      "tus-resumable": "1.0.0",
      "upload-length": String(length),
    },
  });

test("the reported usage is the sum of the files on disk, of every kind", async () => {
  const { ada, show_id } = await author();
  expect(await used(ada)).toBe(0);
  const cover = new File([await makePicture({ width: 700, height: 700 })], "cover.jpg");
  const episode = await upload(ada, show_id, await sound());
  await ada.api.post(`/v2/shows/${show_id}`, {}, { files: { image_file: cover } });
  const transcript = new File(["WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n"], "a.vtt");
  const transcripts = `/v2/episodes/${episode.episode_id}/transcripts`;
  await ada.api.post(transcripts, {}, { files: { transcript_file: transcript } });
  expect(await used(ada)).toBe(await bytesIn("media"));
  await encode(episode.episode_id);
  expect((await detail(ada, episode)).encoding_status).toBe("READY");
  expect(await used(ada)).toBe(await bytesIn("media"));
  const unfinished = await begin(ada, 12_345);
  expect(unfinished.status).toBe(201);
  expect(await used(ada)).toBe((await bytesIn("media")) + 12_345);
  const { features } = (await ada.api.get("/v2/me")).response.user;
  expect(features.storage_limit_bytes).toBe(LIMIT);

  await ada.api.delete(`/v2/episodes/${episode.episode_id}`);
  const pictures = (await bytesIn("media/images")) + (await bytesIn("media/originals"));
  expect(await used(ada)).toBe(pictures + 12_345);
});

test("an upload that exceeds the quota is rejected before it is read, and leaves nothing", async () => {
  const { ada, show_id } = await author();
  const refused = await send(ada, show_id, filler(LIMIT + 1));
  expect(refused.status).toBe(403);
  expect(refused.response.error.type).toBe("quota-exceeded");
  expect(refused.headers.get("longwave-limit")).toContain(`storage-per-user;max=${LIMIT}`);
  const begun = await begin(ada, LIMIT + 1);
  expect(begun.status).toBe(403);
  expect(await leftovers()).toEqual([]);
  expect(await used(ada)).toBe(0);
});

test("a body without a declared length is rejected where the quota ends", async () => {
  const { ada, show_id } = await author();
  await setUser(world.deps, ada.username, { plan: "studio" });
  const { port } = new URL(world.baseUrl);
  const boundary = "b0undary";
  const request = http.request({
    port,
    method: "POST",
    path: `/v2/shows/${show_id}/episodes?title=Long`,
    headers: {
      authorization: `Bearer ${ada.token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = once(request, "response");
  request.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="media_file"; filename="a.wav"\r\n\r\n`,
  );
  const piece = Buffer.alloc(2 ** 20);
  let stopped = false;
  answered.then(() => {
    stopped = true;
  });
  for (let sent = 0; sent < 260 && !stopped; sent += 1)
    if (!request.write(piece)) await Promise.race([once(request, "drain"), answered]);
  const [response] = (await answered) as [http.IncomingMessage];
  request.destroy();
  expect(response.statusCode).toBe(403);
  expect(await used(ada)).toBe(0);
});

test("of two concurrent uploads that together exceed the quota, one is stored", async () => {
  const { ada, show_id } = await author();
  const both = await Promise.all([
    send(ada, show_id, filler(1_600_000)),
    send(ada, show_id, filler(1_600_000)),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await used(ada)).toBe(1_600_000);
  const rest = await send(ada, show_id, filler(1_300_000));
  expect(rest.status, rest.text).toBe(200);
});

test("files count towards the quota of the show's author, whoever sends them", async () => {
  const { ada, show_id } = await author();
  const [bob, eve] = [await world.person(), await world.person()];
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  expect((await send(bob, show_id, filler(1_000_000))).status).toBe(200);
  expect([await used(ada), await used(bob)]).toEqual([1_000_000, 0]);
  // Uploads without rights use none of the author's quota either.
  expect((await send(eve, show_id, filler(100_000))).status).toBe(403);
  const full = await send(bob, show_id, filler(2_500_000));
  expect(full.response.error.type).toBe("quota-exceeded");
});

test("the results of an encoding count too: exceeding the quota ends it with an error that says so", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound());
  const before = await used(ada);
  expect((await send(ada, show_id, filler(LIMIT - before - 2000))).status).toBe(200);
  await encode(episode.episode_id);
  const { encoding_status, encoding_error } = await detail(ada, episode);
  expect(encoding_status).toBe("ERROR");
  expect(encoding_error).toMatch(/storage/);
});

test("fetched audio counts too, and is fetched only up to the quota", async () => {
  const { ada, show_id } = await author();
  let sent = 0;
  const host = http.createServer((_request, response) => {
    const piece = Buffer.alloc(100_000);
    const more = () => {
      while (sent < 50_000_000) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  await once(host.listen(0, "127.0.0.1"), "listening");
  const { port } = host.address() as AddressInfo;
  const episode_id = await makeEpisode(world, show_id);
  const source = { source_url: `http://127.0.0.1:${port}/a.wav` };
  await startEncoding(world.deps.db, episode_id, source, { allowPrivate: true });
  await encode(episode_id, { allowPrivate: true });
  host.closeAllConnections();
  host.close();
  const { encoding_status, encoding_error } = await detail(ada, { episode_id });
  expect([encoding_status, encoding_error]).toEqual([
    "ERROR",
    expect.stringContaining("more than 3,000,000 bytes"),
  ]);
  expect(sent).toBeLessThan(40_000_000);
  expect(await used(ada)).toBe(0);
  expect(await leftovers()).toEqual([]);
});

test("deleting frees quota at once, but at most one quota's worth before the sweep", async () => {
  const { ada, show_id } = await author();
  const replace = async () => {
    const answer = await send(ada, show_id, filler(1_900_000));
    if (answer.status === 200)
      await ada.api.delete(`/v2/episodes/${answer.response.episode.episode_id}`);
    return answer.status;
  };
  expect([await replace(), await replace(), await replace()]).toEqual([200, 200, 200]);
  expect(await used(ada)).toBe(0);
  expect(await replace()).toBe(403);
  await mediaJobs(world.deps)[0]?.run({}, { last: true });
  expect(await replace()).toBe(200);
});

test("a write that is rejected after its file was stored cannot fill the disk", async () => {
  const { ada, show_id } = await author();
  const rss_guid = "the same";
  expect((await send(ada, show_id, filler(10_000), { rss_guid })).status).toBe(200);
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1)
    statuses.push((await send(ada, show_id, filler(1_900_000), { rss_guid })).status);
  expect(statuses).toEqual([400, 400, 400, 403]);
});

test("admins and unlimited plans have no limit; an unlisted plan has the limit of basic", async () => {
  const ada = await world.person();
  const admin = await world.person({ admin: true });
  const limitOf = async ({ api }: Person) =>
    (await api.get("/v2/me")).response.user.features.storage_limit_bytes;
  const limitWith = async (plan: string) => {
    await setUser(world.deps, ada.username, { plan });
    return limitOf(ada);
  };
  expect(await limitOf(admin)).toBeNull();
  expect(await limitWith("unlimited")).toBeNull();
  expect(await limitWith("studio")).toBe(200_000_000);
  expect(await limitWith("gold")).toBe(LIMIT);
});
