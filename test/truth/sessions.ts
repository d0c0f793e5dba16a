/** Kinds of sessions of simulated listeners, each with its right counts. */
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";
import type { Part } from "../setup/counting.ts";

/** A tenth of 128 kbit/s: the rules only compare bytes, and a million requests can really be sent. */
export const MINUTE = 96_000;
const HEAD = 400;
const AD = 48_000;
const HALF = 2 * MINUTE;

const LINEITEMS = [1, 2, 3] as const;
const PRICES = [2_500_000, 1_234_567, 1];

const ad = (index: number): Part => ({
  kind: "ad",
  bytes: AD,
  ad: {
    lineitem_id: LINEITEMS[index] ?? 0,
    campaign_id: 1,
    team_id: 1,
    creative_id: 1,
    price: String(PRICES[index]),
  },
});

/** Header, ad, two minutes, ad, two minutes, ad. */
export const LAYOUT: readonly Part[] = [
  { kind: "head", bytes: HEAD },
  ad(0),
  { kind: "programme", bytes: HALF },
  ad(1),
  { kind: "programme", bytes: HALF },
  ad(2),
];
export const BYTES = LAYOUT.reduce((sum, { bytes }) => sum + bytes, 0);
const PROGRAMME = HEAD + AD;

export type Target = Readonly<{ episode_id: number; digest: string | null }>;

export type Truth = {
  /** By episode. */
  plays: Map<number, number>;
  downloads: Map<number, number>;
  /** By line item. */
  impressions: Map<number, number>;
  revenue: bigint;
  /** By reason. */
  excluded: Map<string, number>;
};

export const noTruth = (): Truth => ({
  plays: new Map(),
  downloads: new Map(),
  impressions: new Map(LINEITEMS.map((id) => [id, 0])),
  revenue: 0n,
  excluded: new Map(),
});

export type Draw = Readonly<{
  random: () => number;
  target: Target;
  truth: Truth;
  /** A plain request of this session's listener. */
  request(overrides?: Partial<DeliveryRecord>): DeliveryRecord;
}>;

/** With fewer bytes it would be a probe, and no part of a download. */
const LEAST = 3;

/** Splits [from, to] into `parts` ranges; all except the first begin slightly early. */
function split(random: () => number, from: number, to: number, parts: number) {
  const room = to - from - LEAST;
  const cuts = Array.from({ length: parts - 1 }, () => from + LEAST + Math.floor(random() * room));
  const edges = [from, ...cuts.sort((a, b) => a - b), to + 1];
  return edges.slice(0, -1).map((start, at): [number, number] => {
    const early = at === 0 ? 0 : Math.floor(random() * 1000);
    return [Math.max(from, start - early), Math.max(start, (edges[at + 1] ?? to) - 1)];
  });
}

const add = <K>(counts: Map<K, number>, key: K, number = 1) =>
  counts.set(key, (counts.get(key) ?? 0) + number);

/** One request counts and the others are duplicates; the ads at these indexes were delivered. */
function counts(
  { truth, target }: Draw,
  records: readonly DeliveryRecord[],
  ads: readonly number[],
) {
  const [first] = records;
  add(first?.purpose === "play" ? truth.plays : truth.downloads, target.episode_id);
  if (records.length > 1) add(truth.excluded, "duplicate", records.length - 1);
  for (const index of ads) {
    add(truth.impressions, LINEITEMS[index] ?? 0);
    truth.revenue += BigInt(PRICES[index] ?? 0);
  }
  return [...records];
}

function fails({ truth }: Draw, reason: string, records: readonly DeliveryRecord[]) {
  add(truth.excluded, reason, records.length);
  return [...records];
}

const ALL = [0, 1, 2];
const replayed = (record: DeliveryRecord) => [record, record];
const byRange = (draw: Draw, from: number, to: number, parts: number) =>
  split(draw.random, from, to, parts).map((range) =>
    draw.request({ status: 206, range: `bytes=${range[0]}-${range[1]}`, sent: [range] }),
  );

/** Kinds of sessions with their weights. */
export type Mix = readonly (readonly [number, (draw: Draw) => DeliveryRecord[]])[];

/** Realistic players: each download in several ranges, some abandoned, few bots. */
export const PLAYERS: Mix = [
  [84, (draw) => counts(draw, byRange(draw, 0, BYTES - 1, 3 + Math.floor(draw.random() * 5)), ALL)],
  [
    6,
    (draw) =>
      fails(
        draw,
        "not-enough-bytes",
        byRange(draw, 0, PROGRAMME + Math.floor(draw.random() * (MINUTE - 1)), 2),
      ),
  ],
  [
    6,
    (draw) => [
      ...fails(draw, "probe", [draw.request({ range: "bytes=0-1", status: 206, sent: [[0, 1]] })]),
      ...counts(draw, [draw.request()], ALL),
    ],
  ],
  [
    4,
    (draw) =>
      fails(draw, "bot-ua", [
        draw.request({ user_agent: "Googlebot/2.1 (+http://www.google.com/bot.html)" }),
      ]),
  ],
];

/** Responses of several ranges, with which nginx does not answer from its cache. */
const SEVERAL_RANGES: Mix = [
  // The header repeatedly.
  [
    3,
    (draw) =>
      counts(
        draw,
        [draw.request({ status: 206, sent: split(draw.random, 0, BYTES - 1, 4).reverse() })],
        ALL,
      ),
  ],
  // Skipped the first ad except its last byte.
  [
    5,
    (draw) =>
      counts(
        draw,
        [
          draw.request({
            status: 206,
            sent: [
              [0, PROGRAMME - 2],
              [PROGRAMME, PROGRAMME + MINUTE],
            ],
          }),
        ],
        [],
      ),
  ],
];

/** All other cases of the rules. */
export const SINGLE_RANGES: Mix = [
  // Apps that fetch everything at once, or in ranges.
  [30, (draw) => counts(draw, [draw.request()], ALL)],
  [15, (draw) => counts(draw, byRange(draw, 0, BYTES - 1, 2 + Math.floor(draw.random() * 5)), ALL)],
  // Abandoned after more than a minute: the first ad was delivered completely.
  [
    8,
    (draw) =>
      counts(
        draw,
        byRange(draw, 0, PROGRAMME + MINUTE + Math.floor(draw.random() * MINUTE), 2),
        [0],
      ),
  ],
  // Abandoned within the first minute: nothing counts, even if an ad was delivered.
  [
    10,
    (draw) =>
      fails(
        draw,
        "not-enough-bytes",
        byRange(draw, 0, PROGRAMME + Math.floor(draw.random() * (MINUTE - 1)), 2),
      ),
  ],
  [
    4,
    (draw) =>
      fails(draw, "not-enough-bytes", [
        draw.request({ sent: [[0, LEAST + Math.floor(draw.random() * (PROGRAMME - LEAST))]] }),
      ]),
  ],
  // Probed, then fetched.
  [
    5,
    (draw) => [
      ...fails(draw, "probe", [draw.request({ range: "bytes=0-1", status: 206, sent: [[0, 1]] })]),
      ...counts(draw, [draw.request()], ALL),
    ],
  ],
  [
    3,
    (draw) => [
      ...fails(draw, "head", [draw.request({ method: "HEAD", sent: [] })]),
      ...counts(draw, [draw.request()], ALL),
    ],
  ],
  [2, (draw) => fails(draw, "not-modified", [draw.request({ status: 304, sent: [] })])],
  // IPv6 addresses that change with every request, within one household's network.
  [
    5,
    (draw) => {
      const home = `2003:e4:${hex(draw.random)}:${hex(draw.random)}`;
      const records = byRange(draw, 0, BYTES - 1, 3);
      return counts(
        draw,
        records.map((record) => ({
          ...record,
          address: `${home}:${hex(draw.random)}::${hex(draw.random)}`,
        })),
        ALL,
      );
    },
  ],
  [
    4,
    (draw) =>
      fails(draw, "bot-ua", [
        draw.request({ user_agent: "Googlebot/2.1 (+http://www.google.com/bot.html)" }),
      ]),
  ],
  [
    2,
    (draw) =>
      fails(draw, "library-ua", [
        draw.request({ user_agent: "Apache-HttpClient/4.5.13 (Java/11.0.2)" }),
      ]),
  ],
  [
    2,
    (draw) =>
      fails(draw, "watch", [draw.request({ user_agent: "atc/1.0 watchOS/10.1 model/Watch6,1" })]),
  ],
  [1, (draw) => fails(draw, "dc-ip", [draw.request({ address: "52.95.110.1" })])],
  // Recorded twice, as after a crash at the wrong moment.
  [3, (draw) => counts(draw, replayed(draw.request()), ALL)],
  [
    1,
    (draw) => fails(draw, "not-enough-bytes", replayed(draw.request({ sent: [[0, PROGRAMME]] }))),
  ],
  [1, (draw) => fails(draw, "pre-release", [draw.request({ preview: true })])],
];

/** All cases of the rules, more frequent than in reality: few requests per download. */
export const EVERYTHING: Mix = [...SINGLE_RANGES, ...SEVERAL_RANGES];

const hex = (random: () => number) => Math.floor(random() * 65_536).toString(16);
