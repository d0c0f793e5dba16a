/** Tests the formats of logs, and lines that no edge writes. */
import { expect, test } from "vitest";
import { AGENT, lineOf, part, useEdgeLogs } from "../../../../../test/setup/edgelogs.ts";

const { makeAudio, write, importAll, downloadsOf } = useEdgeLogs();

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

test("no field of a line keeps the others from being counted", async () => {
  const audio = await makeAudio();
  const nasty = [
    "\u0000",
    "\ud800",
    "'; drop table downloads; --",
    "x".repeat(60_000),
    "%00",
    "{}",
  ];
  const fields = ["id", "method", "user_agent", "referrer", "range", "content_range", "time"];
  const lines = fields.flatMap((field) =>
    nasty.map((value, at) => lineOf(audio, `93.52.${at}.1`, { [field]: value })),
  );
  const addresses = ["fe80::1%eth0", "::ffff:93.52.9.9", "2001:db8::1", "93.52.9.9:4711", "1e3"];
  const odd = [
    ...addresses.map((address) => lineOf(audio, address)),
    ...[-1, 0, 99, 999_999_999_999, 1.5, null, {}].map((status) =>
      lineOf(audio, "93.52.8.1", { status }),
    ),
    ...[Number.MAX_SAFE_INTEGER, 1e300, "9".repeat(15)].map((bytes) =>
      lineOf(audio, "93.52.8.2", { bytes }),
    ),
    lineOf(audio, "93.52.8.3", part(audio, 999_999_999_999, 999_999_999_999_999)),
    `${"[".repeat(60_000)}\n`,
    `${'{"a":'.repeat(10_000)}\n`,
  ];
  const cloudfront = [
    "#Fields: date time sc-bytes c-ip cs-method cs-uri-stem sc-status cs(User-Agent) cs(Referer)",
    ...["%2500", "%00", "%", "%25%32%35%30%30", "a\u0000b"].map((agent) =>
      [
        ...new Date().toISOString().slice(0, 19).split("T"),
        3_000_000,
        "93.52.7.1",
        "GET",
        audio.target,
        200,
        agent,
        agent,
      ].join("\t"),
    ),
  ];
  const other = await makeAudio();
  const last = lineOf(other, "93.52.10.1");
  await importAll([await write("nasty.log", [...lines, ...odd, last].join(""))]);
  await importAll([await write("nasty-cf.log", `${cloudfront.join("\n")}\n`)], "cloudfront");
  expect(await downloadsOf(other)).toHaveLength(1);
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
