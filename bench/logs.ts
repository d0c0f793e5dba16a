/**
 * `npm run bench -- logs`: how fast the lines of an edge's log are read, judged and made known by their fingerprint, which is
 * all that comes before the database. Beside it, the limit: the same file read into lines that nobody looks at.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { fileBytes } from "../src/features/measurement/edgelogs/bytes.ts";
import { openReader } from "../src/features/measurement/edgelogs/formats/formats.ts";
import { readBatches } from "../src/features/measurement/edgelogs/lines.ts";
import { fingerprintOf, refusalOf } from "../src/features/measurement/edgelogs/rules.ts";
import { makeRow, median, reportRows, spreadOf } from "./rows.ts";

const { lines, rounds } = new Command("logs")
  .option("--lines <number>", "lines of the log", Number, 300_000)
  .option("--rounds <number>", "how often it is read", Number, 5)
  .parse()
  .opts<{ lines: number; rounds: number }>();

const AGENT = "AppleCoreMedia/1.0.0.20K71 (iPhone; U; CPU OS 16_1 like Mac OS X; en_au)";
const START = Date.now() - 3_600_000;

/** A line as `deploy/nginx/edge.conf` has it written: a part of one of 1,000 renditions. */
function lineOf(digests: readonly string[], at: number): string {
  const [first, last] = [(at % 40) * 65_536, (at % 40) * 65_536 + 65_535];
  return JSON.stringify({
    time: String((START + at) / 1000),
    id: randomBytes(16).toString("hex"),
    address: `84.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    method: "GET",
    target: `/media/r/${digests[at % digests.length]}/night-trains.mp3?t=${"k".repeat(96)}`,
    status: "206",
    bytes: "65536",
    range: `bytes=${first}-${last}`,
    content_range: `bytes ${first}-${last}/28800000`,
    user_agent: AGENT,
    referrer: "",
  });
}

type Round = Readonly<{ limit: number; rate: number; processor: number }>;

async function measure(file: string): Promise<Round> {
  let began = performance.now();
  let seen = 0;
  for await (const batch of readBatches(fileBytes(file), 0)) seen += batch.lines.length;
  const limit = seen / ((performance.now() - began) / 1000);
  const read = openReader("nginx", {});
  const used = process.cpuUsage();
  began = performance.now();
  let good = 0;
  for await (const batch of readBatches(fileBytes(file), 0))
    for (const line of batch.lines) {
      const request = line === null ? null : read(line);
      if (request === null || typeof request === "string" || line === null) continue;
      if (refusalOf(request, Date.now()) === null && fingerprintOf(request, line).length === 16)
        good += 1;
    }
  if (good !== lines) throw new Error(`${good} of ${lines} lines were understood`);
  const rate = good / ((performance.now() - began) / 1000);
  const { user, system } = process.cpuUsage(used);
  return { limit, rate, processor: (user + system) / lines };
}

const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-logs-"));
try {
  const file = path.join(folder, "audio.log");
  const digests = Array.from({ length: 1000 }, () => randomBytes(32).toString("hex"));
  const text = Array.from({ length: lines }, (_, at) => lineOf(digests, at)).join("\n");
  await writeFile(file, `${text}\n`);
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const found = await measure(file);
    results.push(found);
    const { limit, rate, processor } = found;
    process.stdout.write(
      `${Math.round(rate).toLocaleString("en")} lines a second, ${processor.toFixed(1)} µs of processor a line; only split: ${Math.round(limit).toLocaleString("en")}\n`,
    );
  }
  reportRows([
    makeRow({
      name: `logs: ${lines.toLocaleString("en")} lines of nginx`,
      peer: "the lines, unread",
      ratio: spreadOf(results.map(({ rate, limit }) => rate / limit)),
      figure: spreadOf(results.map(({ rate }) => rate)),
      unit: "/s",
      better: "more",
      aim: { of: "figure", value: 100_000 },
      processor: median(results.map(({ processor }) => processor)),
    }),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
