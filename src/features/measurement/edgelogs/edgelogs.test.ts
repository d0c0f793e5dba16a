/** Counts logs of edges: as the server itself would have counted, and each request once. */
import { appendFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeStitchable, type StoredMp3, storeMp3 } from "../../../../test/setup/stitching.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { openLogImporter } from "./actions.ts";
import type { Tally } from "./batches.ts";
import { followLog } from "./following.ts";
import { openReader } from "./formats/formats.ts";
import type { FormatName } from "./schema.ts";

const world = useWorld({ TRUST_PROXY: "loopback" });
const AGENT = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";
let programme = {} as StoredMp3;
let folder = "";
beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 100, kind: "silence" });
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-logs-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** An episode, and the path and size of its audio for a listener. */
async function makeAudio() {
  const { episode_id } = await makeStitchable(world, programme);
  const answer = await fetch(`${world.baseUrl}/v2/episodes/${episode_id}/play`, {
    redirect: "manual",
    headers: { "user-agent": AGENT, "x-forwarded-for": "93.45.10.1" },
  });
  const target = new URL(answer.headers.get("location") ?? "").pathname;
  const head = await fetch(world.baseUrl + target, { method: "HEAD" });
  return { episode_id, target, bytes: Number(head.headers.get("content-length")) };
}
type Audio = Awaited<ReturnType<typeof makeAudio>>;

let ids = 0;
/** A line as nginx writes it with `deploy/nginx/longwave-edge.conf`. */
function lineOf({ target, bytes }: Audio, address: string, fields: object = {}): string {
  ids += 1;
  return `${JSON.stringify({
    time: (Date.now() / 1000).toFixed(3),
    id: `request-${ids}`,
    address,
    method: "GET",
    target: `${target}?via=play`,
    status: "200",
    bytes: String(bytes),
    range: "",
    content_range: "",
    user_agent: AGENT,
    referrer: "",
    ...fields,
  })}\n`;
}

const part = ({ bytes }: Audio, first: number, last: number) => ({
  status: "206",
  bytes: String(last - first + 1),
  content_range: `bytes ${first}-${last}/${bytes}`,
});

async function write(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function importAll(files: readonly string[], format: FormatName = "nginx"): Promise<Tally> {
  const importer = await openLogImporter(world.deps);
  const tally: Tally = { counted: 0 };
  try {
    for (const file of files)
      await importer
        .count({ file, name: file, openReader: () => openReader(format, {}) }, tally)
        .catch((error: NodeJS.ErrnoException) => {
          // A file that was cut is counted up to there.
          if (error.code !== "Z_BUF_ERROR") throw error;
        });
  } finally {
    await importer.close();
  }
  return tally;
}

const downloadsOf = async ({ episode_id }: Audio) =>
  world.deps.db
    .selectFrom("downloads")
    .select(["purpose", "listener"])
    .where("episode_id", "=", episode_id)
    .execute();

test("a log counts what the server itself would have counted", async () => {
  const audio = await makeAudio();
  const whole = lineOf(audio, "93.45.10.1");
  const lines = [
    whole,
    // Half of it twice is not the whole.
    ...[1, 2].map(() => lineOf(audio, "93.45.10.2", part(audio, 0, 500_000))),
    lineOf(audio, "93.45.10.3", part(audio, 800_000, audio.bytes - 1)),
    lineOf(audio, "93.45.10.3", part(audio, 0, 799_999)),
    lineOf(audio, "93.45.10.4", { user_agent: "Googlebot/2.1" }),
    lineOf(audio, "93.45.10.5", { method: "HEAD", bytes: "0" }),
    lineOf(audio, "93.45.10.6", { status: "304", bytes: "0" }),
    // Claims more than there is.
    lineOf(audio, "93.45.10.7", { bytes: "999999999" }),
  ];
  const tally = await importAll([await write("same.log", lines.join(""))]);
  expect(tally).toEqual({ counted: lines.length });
  const counted = await downloadsOf(audio);
  expect(counted).toHaveLength(3);
  expect(counted.every(({ purpose }) => purpose === "play")).toBe(true);
  // The same listener asks the server itself: it is the same download.
  await fetch(`${world.baseUrl}${audio.target}?via=play`, {
    headers: { "user-agent": AGENT, "x-forwarded-for": "93.45.10.1" },
  }).then((answer) => answer.arrayBuffer());
  await expect
    .poll(async () => {
      const { rows } = await world.deps.pool.query(
        "select sum(requests)::int as requests from deliveries where episode_id = $1",
        [audio.episode_id],
      );
      return rows[0].requests;
    })
    .toBeGreaterThan(4);
  expect(await downloadsOf(audio)).toHaveLength(3);
});

test("lines that arrive again, shuffled, compressed or cut count once", async () => {
  const audio = await makeAudio();
  const lines = Array.from({ length: 60 }, (_, at) => lineOf(audio, `93.46.${at}.9`));
  const shuffled = lines.toSorted(() => Math.random() - 0.5);
  const packed = gzipSync(lines.join(""));
  const cut = await write("cut.log.gz", packed.subarray(0, packed.length / 2));
  const half = await write(
    "half.log",
    lines.slice(0, 30).join("") + (lines[30] ?? "").slice(0, 40),
  );
  const first = await importAll([cut, half]);
  expect(first.counted).toBeGreaterThanOrEqual(30);
  await write("half.log", lines.join(""));
  const again = await importAll([
    half,
    await write("shuffled.log.gz", gzipSync(shuffled.join(""))),
    await write("copy.log", lines.join("")),
    await write("cut.log.gz", packed),
    half,
  ]);
  expect(first.counted + again.counted).toBe(60);
  expect(await downloadsOf(audio)).toHaveLength(60);
  // Other lines under the same name and after the same first line.
  const replaced = [lines[0], ...lines.slice(1).map((_, at) => lineOf(audio, `93.47.${at}.9`))];
  await write("half.log", replaced.join(""));
  expect(await importAll([half])).toEqual({ counted: 59, seen: 1 });
  expect(await downloadsOf(audio)).toHaveLength(119);
});

test("two imports of the same lines at the same time count each once", async () => {
  const audio = await makeAudio();
  const text = Array.from({ length: 40 }, (_, at) => lineOf(audio, `93.48.${at}.9`)).join("");
  const files = await Promise.all(["a", "b", "c"].map((name) => write(`${name}.log`, text)));
  const tallies = await Promise.all(files.map((file) => importAll([file])));
  expect(tallies.reduce((sum, { counted }) => sum + counted, 0)).toBe(40);
  expect(await downloadsOf(audio)).toHaveLength(40);
});

test("what cannot be counted is told by reason, and keeps nothing else from being counted", async () => {
  const audio = await makeAudio();
  const unknown = { ...audio, target: audio.target.replace(/[0-9a-f]{64}/, "0".repeat(64)) };
  const days = (count: number) => ({ time: String(Date.now() / 1000 + count * 86_400) });
  const text = [
    "no JSON\n",
    '{"time":1,"status":200}\n',
    "\u0000\ufffd\n",
    `${"x".repeat(300_000)}\n`,
    "[]\n",
    lineOf({ ...audio, target: "/robots.txt" }, "93.49.1.1"),
    lineOf(audio, "93.49.1.2", days(-4)),
    lineOf(audio, "93.49.1.3", days(1)),
    lineOf(audio, "93.49.1.4", { status: "206" }),
    lineOf(unknown, "93.49.1.5"),
    lineOf(audio, "not an address"),
    lineOf(audio, "93.49.1.6"),
    lineOf(audio, "93.49.1.7", { bytes: "-5" }),
  ].join("");
  const tally = await importAll([await write("bad.log", text)]);
  expect(tally).toMatchObject({
    unreadable: 6,
    "too-long": 1,
    other: 1,
    "too-old": 1,
    future: 1,
    unplaced: 1,
    unknown: 1,
  });
  expect(await downloadsOf(audio)).toHaveLength(1);
});

test("a log is counted while it is written, through a rotation", async () => {
  const audio = await makeAudio();
  const file = await write("access.log", lineOf(audio, "93.50.1.1"));
  const importer = await openLogImporter(world.deps);
  const stop = new AbortController();
  let counted = 0;
  const following = followLog(importer, {
    file,
    openReader: () => openReader("nginx", {}),
    signal: stop.signal,
    onLook(tally) {
      counted = tally.counted;
    },
  });
  await expect.poll(() => counted, { timeout: 20_000 }).toBe(1);
  await appendFile(file, lineOf(audio, "93.50.1.2"));
  await rename(file, `${file}.1`);
  await writeFile(file, lineOf(audio, "93.50.1.3"));
  // nginx goes on in the old file until it is told to open the new one.
  await appendFile(`${file}.1`, lineOf(audio, "93.50.1.4"));
  await expect.poll(() => counted, { timeout: 20_000 }).toBe(4);
  stop.abort();
  await following;
  await importer.close();
  expect(await downloadsOf(audio)).toHaveLength(4);
});

test("the formats of CDNs are read by their own fields", async () => {
  const audio = await makeAudio();
  const { target, bytes } = audio;
  const now = new Date();
  const [date, time] = now.toISOString().slice(0, 19).split("T");
  const cloudfront = [
    "#Version: 1.0",
    "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-edge-request-id sc-content-len sc-range-start sc-range-end",
    // Whole, with headers.
    [
      date,
      time,
      "MXP64",
      bytes + 512,
      "93.51.1.1",
      "GET",
      "h",
      target,
      200,
      "-",
      encodeURIComponent(AGENT),
      "via=play",
      "cf-1",
      bytes,
      "-",
      "-",
    ].join("\t"),
    // Broken off: without what its headers may have taken.
    [
      date,
      time,
      "MXP64",
      900_000,
      "93.51.1.2",
      "GET",
      "h",
      target,
      200,
      "-",
      encodeURIComponent(AGENT),
      "-",
      "cf-2",
      bytes,
      "-",
      "-",
    ].join("\t"),
    [
      date,
      time,
      "MXP64",
      1_000_512,
      "93.51.1.3",
      "GET",
      "h",
      target,
      206,
      "-",
      encodeURIComponent(AGENT),
      "-",
      "cf-3",
      "-",
      0,
      999_999,
    ].join("\t"),
  ];
  const cloudflare = JSON.stringify({
    EdgeEndTimestamp: now.getTime() * 1e6,
    RayID: "ray-1",
    ClientIP: "93.51.1.4",
    ClientRequestMethod: "GET",
    ClientRequestURI: target,
    ClientRequestUserAgent: AGENT,
    EdgeResponseStatus: 206,
    EdgeResponseBodyBytes: 1_000_000,
    RequestHeaders: { range: "bytes=0-999999" },
    ResponseHeaders: { "content-range": `bytes 0-999999/${bytes}` },
  });
  const bunny = `HIT|200|${now.getTime()}|${bytes + 2000}|1|93.51.1.5|-|https://pods.example${target}|WA|${AGENT}|bunny-1|DE`;
  const counts = [
    await importAll([await write("cf.log", `${cloudfront.join("\n")}\n`)], "cloudfront"),
    await importAll([await write("ray.log", `${cloudflare}\n`)], "cloudflare"),
    await importAll([await write("bunny.log", `${bunny}\n`)], "bunny"),
  ];
  expect(counts).toEqual([{ counted: 3 }, { counted: 1 }, { counted: 1 }]);
  // 900,000 bytes are less than a minute with the header of the file.
  expect(await downloadsOf(audio)).toHaveLength(4);
});
