/** Tests users who fill the disk: others still read and listen, plays are counted, and space is recovered. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAda, eventually, longwave, serve } from "../journeys/processes.ts";
import { createClient } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { createSurfer } from "../setup/surfer.ts";
import { BYSTANDER_P99_MS, startBystander } from "./bystander.ts";

const MEGABYTE = 1_000_000;
/** The file system also holds the database, which needs about as much as the reserve. */
const DISK = 800 * MEGABYTE;
const RESERVE = 200 * MEGABYTE;
const UPLOAD = 300 * MEGABYTE;
/** The server encodes uploads, and a busy machine needs time for 300 MB. */
const PATIENCE_MS = 300_000;

let mount = "";
beforeAll(async () => {
  mount = await mkdtemp(path.join(os.tmpdir(), "longwave-full-"));
  if (isRoot)
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=0755`, "tmpfs", mount]);
});
afterAll(async () => {
  if (isRoot) execFileSync("umount", ["--lazy", mount]);
  await rm(mount, { recursive: true, force: true });
});

/** Only root can mount a file system of a given size. */
const isRoot = process.getuid?.() === 0;

/** Uploads `bytes` of invalid audio; returns the status, which may arrive before the upload ends. */
function upload(url: string, token: string, show_id: number, bytes: number): Promise<number> {
  const head = '--b\r\ncontent-disposition: form-data; name="media_file"; filename="a.wav"\r\n\r\n';
  const tail = "\r\n--b--\r\n";
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = http.request(`${url}/v2/shows/${show_id}/episodes?title=Large`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": bytes + head.length + tail.length,
    },
  });
  request.once("response", (response) => {
    resolve(response.statusCode ?? 0);
    response.resume();
    if ((response.statusCode ?? 0) >= 400) request.destroy();
  });
  // A refusal arrives before the end of the body and stops the upload.
  pipeline(Readable.from(formOf(head, bytes, tail)), request).catch((error) => reject(error));
  return promise;
}

/** Limited to 1 Gbit/s like a remote sender, so that it does not occupy this machine's processors. */
async function* formOf(head: string, bytes: number, tail: string): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(MEGABYTE);
  yield Buffer.from(head);
  for (let left = bytes; left > 0; left -= piece.length) {
    yield piece;
    await sleep(8);
  }
  yield Buffer.from(tail);
}

/** Signs up a user with a token and a show. */
async function signUp(url: string, username: string) {
  const surfer = createSurfer(url);
  await surfer.open("/sign-up");
  const email = `${username}@example.org`;
  await surfer.submit({ username, email, fullname: username, password: "correct horse" });
  await surfer.open("/settings/tokens");
  const made = await surfer.submit({
    name: "flood",
    scope: "basic",
    days: "0",
    present: "correct horse",
  });
  const token = /lw_[\w-]{43}/.exec(made.text)?.[0] ?? "";
  const { response } = await createClient(url, token).post("/v2/shows", {
    title: username,
    language: "en",
  });
  return { token, show_id: response.show.show_id as number };
}

test.runIf(isRoot)(
  "a flood of uploads stops at the reserve, and a full disk refuses writes and recovers",
  { timeout: PATIENCE_MS },
  async () => {
    const DATA_DIR = path.join(mount, "data");
    const env = {
      DATA_DIR,
      RATE_LIMIT: "0",
      LOG_LEVEL: "fatal",
      PLANS: "basic=400MB",
      DISK_RESERVE_BYTES: String(RESERVE),
    };
    expect((await longwave(createAda, env)).code).toBe(0);
    const server = await serve(env);
    const { url } = server;
    const token = (await longwave(["token", "create", "--user", "ada"], env)).stdout.trim();
    const ada = createClient(url, token);
    const { response } = await ada.post("/v2/shows", { title: "Tides", language: "en" });
    const { show_id } = response.show;
    const sound = await makeSound({ folder: mount, seconds: 5 });
    const file = new File([await readFile(sound)], "a.wav");
    const files = { media_file: file };
    const sent = await ada.post(`/v2/shows/${show_id}/episodes`, { title: "Tide" }, { files });
    const { episode_id } = sent.response.episode;
    const episodeOf = async () => (await ada.get(`/v2/episodes/${episode_id}`)).response.episode;
    await eventually(async () => (await episodeOf()).encoding_status === "READY", 60_000);
    const listen = async (agent: string) => {
      const answer = await fetch(`${url}/v2/episodes/${episode_id}/play.mp3`, {
        headers: { "user-agent": agent },
      });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    };
    const health = async () =>
      ((await (await fetch(`${url}/health/ready`)).json()) as { response: { status: string } })
        .response.status;

    const bystander = startBystander(url, `/v2/episodes/${episode_id}`);
    await bystander.ready;

    // Two uploads of 300 MB do not fit into 400 MB, so only one is kept.
    const flooder = await signUp(url, "flooder");
    const both = await Promise.all(
      [1, 2].map(() => upload(url, flooder.token, flooder.show_id, UPLOAD)),
    );
    expect(both.sort()).toEqual([200, 403]);
    // Another account's upload does not fit beside it on the disk, whatever its plan allows.
    for (const name of ["flood_a", "flood_b"]) {
      const next = await signUp(url, name);
      expect(await upload(url, next.token, next.show_id, UPLOAD)).toBe(507);
    }
    expect(await health()).toBe("ready");
    expect((await ada.put(`/v2/users/me/favorites/${show_id}`)).status).toBe(200);

    // Another file takes the rest.
    const ballast = path.join(mount, "ballast");
    const room = Number(
      execFileSync("df", ["--output=avail", "-B1", mount]).toString().split("\n")[1],
    );
    execFileSync("fallocate", ["-l", String(Math.round(room - RESERVE / 2)), ballast]);
    await eventually(async () => (await health()) === "degraded");
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const refused = await ada.post("/v2/shows", { title: "No room", language: "en" });
    expect([refused.status, refused.error.type]).toEqual([507, "storage-full"]);
    expect((await ada.delete(`/v2/users/me/favorites/${show_id}`)).status).toBe(200);
    const before = (await episodeOf()).plays_count;
    for (let number = 0; number < 5; number += 1) await listen(`AntennaPod/3.${number}.0`);
    await eventually(async () => (await episodeOf()).plays_count === before + 5, 60_000);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^longwave_disk_low 1$/m);

    await rm(ballast);
    await eventually(async () => (await health()) === "ready");
    expect((await ada.put(`/v2/users/me/favorites/${show_id}`)).status).toBe(200);

    const report = await bystander.stop();
    expect(report).toMatchObject({ failures: 0, reasons: [] });
    expect(report.p99_ms).toBeLessThan(BYSTANDER_P99_MS);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  },
);
