/** Tests the decision list of PTMG v2.3 rule by rule (delivery §2), from the record to the count. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AD_BYTES,
  delivery,
  HEAD_BYTES,
  MINUTE,
  makeRendition,
  PLAYER,
  somebody,
} from "../../../../test/setup/counting.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import type { DeliveryRecord } from "../../listening/renditions/requests/schema.ts";
import { openRequestRecorder } from "./actions.ts";
import { unpacked } from "./journalsegments/packing.ts";
import type { RequestRecorder } from "./schema.ts";

const world = useWorld();
let recorder: RequestRecorder;
let show_id: number;
beforeAll(async () => {
  recorder = await openRequestRecorder(world.deps);
  show_id = await makeShow(world, await world.person());
});
afterAll(() => recorder.close());

const NOON = Date.parse("2026-05-04T12:00:00Z");
const HOUR = 3_600_000;

/** An episode with one rendition: head, half a minute of ad, four minutes of programme. */
async function makeAudio(overrides: { programme?: number; minute?: number } = {}) {
  const episode_id = await makeEpisode(world, show_id);
  const { digest, bytes } = await makeRendition(
    world,
    episode_id,
    [
      { kind: "head", bytes: HEAD_BYTES },
      { kind: "ad", bytes: AD_BYTES, ad: AD },
      { kind: "programme", bytes: overrides.programme ?? 4 * MINUTE },
    ],
    overrides.minute,
  );
  return { episode_id, digest, bytes };
}
const AD = { lineitem_id: 1, campaign_id: 1, team_id: 1, creative_id: 1, price: "0" };
type Audio = Awaited<ReturnType<typeof makeAudio>>;

/** The counts of these records for one new episode, and the reasons of the others. */
async function count(
  make: (audio: Audio) => Partial<DeliveryRecord>[],
  overrides: Parameters<typeof makeAudio>[0] = {},
) {
  const audio = await makeAudio(overrides);
  for (const record of make(audio)) recorder.note(delivery(audio, { at: NOON, ...record }));
  await recorder.drain();
  const { rows } = await world.deps.pool.query(
    "select reason, sum(requests_count)::int as requests from exclusions where episode_id = $1 group by 1 order by 1",
    [audio.episode_id],
  );
  const { response } = await world.api.get(`/v2/episodes/${audio.episode_id}`);
  const excluded = Object.fromEntries(rows.map(({ reason, requests }) => [reason, requests]));
  return { downloads: response.episode.downloads_count, excluded };
}

/** Bytes of the programme from its start, in minutes. */
const programme = (from: number, to: number): [number, number] => [
  HEAD_BYTES + AD_BYTES + from * MINUTE,
  HEAD_BYTES + AD_BYTES + to * MINUTE - 1,
];

type Case = [
  rule: string,
  make: (audio: Audio) => Partial<DeliveryRecord>[],
  downloads: number,
  excluded: Record<string, number>,
  overrides?: Parameters<typeof makeAudio>[0],
];

const one = (record: Partial<DeliveryRecord>) => () => [record];

const CASES: Case[] = [
  ["1 HEAD is never counted", one({ method: "HEAD" }), 0, { head: 1 }],
  ["2 only GET counts", one({ method: "POST" }), 0, { method: 1 }],
  ["2 200 counts", one({}), 1, {}],
  ["2 206 counts by its bytes", one({ status: 206, sent: [programme(1, 2)] }), 1, {}],
  ["2 304 never counts", one({ status: 304, sent: [] }), 0, { "not-modified": 1 }],
  ["2 another status never counts", one({ status: 416 }), 0, { status: 1 }],
  ["3 a probe of two bytes is excluded", one({ range: "bytes=0-1", status: 206 }), 0, { probe: 1 }],
  ["3 a longer range is no probe", one({ range: "bytes=0-", status: 206 }), 1, {}],
  ["4 a known bot", one({ user_agent: "Googlebot/2.1" }), 0, { "bot-ua": 1 }],
  ["4 a self-declared bot", one({ user_agent: "Fetchling/1 (a bot)" }), 0, { "bot-ua": 1 }],
  ["4 a library", one({ user_agent: "Apache-HttpClient/4.5 (Java/11)" }), 0, { "library-ua": 1 }],
  ["4 a library that plays", one({ user_agent: "AppleCoreMedia/1.0.0" }), 1, {}],
  ["4 no user agent", one({ user_agent: "" }), 0, { "malformed-ua": 1 }],
  ["4 an attack", one({ user_agent: "<script>alert(1)</script>" }), 0, { "malformed-ua": 1 }],
  [
    "4 a malformed user agent is repaired",
    one({ user_agent: `"${encodeURIComponent(PLAYER)}"` }),
    1,
    {},
  ],
  ["5 a data centre", one({ address: "52.95.110.1" }), 0, { "dc-ip": 1 }],
  ["5 a bot's network", one({ address: "66.249.66.1" }), 0, { "bot-ip": 1 }],
  ["5 a VPN", one({ address: "31.13.189.226" }), 0, { "vpn-ip": 1 }],
  ["5 Apple's private relay carries people", one({ address: "104.28.28.3" }), 1, {}],
  [
    "7 an Apple Watch's second request",
    one({ user_agent: "atc/1.0 watchOS/10.1" }),
    0,
    { watch: 1 },
  ],
  [
    "7 its other user agent",
    one({ user_agent: "Podcasts/1 (null)/(null) watchOS/10" }),
    0,
    { watch: 1 },
  ],
  [
    "8 a browser with a forged referrer",
    one({ user_agent: CHROME(), referrer: "not an address" }),
    0,
    { referrer: 1 },
  ],
  [
    "8 a browser with a real referrer",
    one({ user_agent: CHROME(), referrer: "https://a.example/" }),
    1,
    {},
  ],
  ["9 a minute of programme", one({ sent: [programme(0, 1)] }), 1, {}],
  [
    "9 one byte less than a minute",
    one({ sent: [[HEAD_BYTES + AD_BYTES + 1, programme(0, 1)[1]]] }),
    0,
    { "not-enough-bytes": 1 },
  ],
  [
    "9 header and ads are not programme",
    one({ sent: [[0, HEAD_BYTES + AD_BYTES + MINUTE / 2]] }),
    0,
    { "not-enough-bytes": 1 },
  ],
  [
    "9 an episode shorter than a minute has to be delivered completely",
    ({ bytes }) => [{ sent: [[1, bytes - 1]] }, { sent: [[0, bytes - 1]] }],
    1,
    { "not-enough-bytes": 1 },
    { programme: MINUTE - 1 },
  ],
  [
    "9 an episode of unknown byte rate has to be delivered completely",
    ({ bytes }) => [{ sent: [[0, bytes - 2]] }, { sent: [[0, bytes - 1]] }],
    1,
    { "not-enough-bytes": 1 },
    { minute: 0 },
  ],
  [
    "10 the same listener on the same day counts once",
    () => twice(somebody(), [{}, { at: NOON + HOUR }]),
    1,
    { duplicate: 1 },
  ],
  [
    "10 the UTC day is the window",
    () => twice(somebody(), [{ at: NOON + 11 * HOUR }, { at: NOON + 13 * HOUR }]),
    2,
    {},
  ],
  [
    "10 six programs behind one address count six times",
    () => {
      const agents = [
        "AntennaPod/3.1",
        "Overcast/3.0",
        "Castro 2024",
        "Podbean/1",
        "iCatcher/5",
        CHROME(),
      ];
      const address = somebody();
      return [...agents, ...agents.slice(0, 4)].map((user_agent) => ({ address, user_agent }));
    },
    6,
    { duplicate: 4 },
  ],
  [
    "10 the first 64 bits of IPv6 are one household",
    () => [
      { address: "2a02:8109:aaaa:1::1" },
      { address: "2a02:8109:aaaa:1:ffff::2" },
      { address: "2a02:8109:aaaa:2::1" },
    ],
    2,
    { duplicate: 1 },
  ],
  [
    "11 play, pause and resume count once",
    () =>
      twice(somebody(), [
        { status: 206, sent: [programme(0, 0.5)] },
        { status: 206, sent: [programme(0.25, 0.75)] },
        { status: 206, sent: [programme(0.75, 1)] },
        { status: 206, sent: [programme(1, 4)] },
      ]),
    1,
    { duplicate: 3 },
  ],
  [
    "11 the same half minute twice is not a minute",
    () => twice(somebody(), [{ sent: [programme(0, 0.5)] }, { sent: [programme(0, 0.5)] }]),
    0,
    { "not-enough-bytes": 2 },
  ],
  ["13 an interrupted preload", one({ sent: [[0, 200_000]] }), 0, { "not-enough-bytes": 1 }],
  ["an editor's preview", one({ preview: true }), 0, { "pre-release": 1 }],
  ["nothing was sent", one({ sent: [] }), 0, { "not-enough-bytes": 1 }],
];

function CHROME(): string {
  return "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
}

const twice = (address: string, records: Partial<DeliveryRecord>[]) =>
  records.map((record) => ({ address, ...record }));

test.each(CASES)("rule %s", async (_, make, downloads, excluded, overrides) => {
  expect(await count(make, overrides)).toEqual({ downloads, excluded });
});

test("an EXTERNAL episode counts by request, once per listener and day", async () => {
  const episode_id = await makeEpisode(world, show_id);
  const away = { episode_id, digest: null, bytes: 0 };
  const address = somebody();
  for (const record of [
    { address },
    { address },
    {},
    { method: "HEAD" },
    { purpose: "play" as const },
  ])
    recorder.note(delivery(away, { at: NOON, ...record }));
  await recorder.drain();
  const { episode } = (await world.api.get(`/v2/episodes/${episode_id}`)).response;
  expect(episode).toMatchObject({ plays_count: 1, plays_ondemand_count: 1, plays_live_count: 0 });
  expect(episode.downloads_count).toBe(2);
});

test("a download by the player is a play of the episode and the show", async () => {
  const before = (await world.api.get(`/v2/shows/${show_id}`)).response.show.plays_count;
  const audio = await makeAudio();
  recorder.note(delivery(audio, { purpose: "play" }));
  await recorder.drain();
  const { episode } = (await world.api.get(`/v2/episodes/${audio.episode_id}`)).response;
  expect([episode.plays_count, episode.downloads_count]).toEqual([1, 0]);
  const after = (await world.api.get(`/v2/shows/${show_id}`)).response.show.plays_count;
  expect(after).toBe(before + 1);
});

test("the listener's address is stored nowhere", async () => {
  const audio = await makeAudio();
  const address = "81.2.99.123";
  recorder.note(delivery(audio, { address }));
  await recorder.drain();
  const { rows } = await world.deps.pool.query("select lines from media_parcels");
  const entries = (await Promise.all(rows.map(({ lines }) => unpacked(lines)))).flat();
  const records = entries.filter(({ episode_id }) => episode_id === audio.episode_id);
  const { rows: others } = await world.deps.pool.query(
    "select d::text as line from deliveries d where episode_id = $1",
    [audio.episode_id],
  );
  const lines = [...records, ...others].map(({ line }) => line);
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).not.toContain(address);
    expect(line).not.toContain(Buffer.from([81, 2, 99, 123]).toString("hex"));
  }
});
