/** Counts logs of edges: as the server itself would have counted, and each request once. */
import { appendFile, rename, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { AGENT, lineOf, part, useEdgeLogs } from "../../../../test/setup/edgelogs.ts";
import { openLogImporter } from "./actions.ts";
import { followLog } from "./following.ts";
import { openReader } from "./formats/formats.ts";

const { world, makeAudio, write, importAll, downloadsOf } = useEdgeLogs();

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
