/** Archives of an organization whose advertising somebody changed, and why each is refused. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { packTar, type TarEntry, unpackTar } from "modern-tar";

// biome-ignore lint/suspicious/noExplicitAny: tests change records freely
type Records = Map<string, any>;
const HEADER = { type: "file", mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 } as const;
export const lineitemEntry = (number: number) => `advertising/lineitems/00000${number}.json`;

/** The archive with other records, and files in place of audio, whose manifest is right. Texts are written as they are. */
export async function rebuilt(
  archive: string,
  change: (records: Records) => void,
  sounds = new Map<string, Uint8Array>(),
): Promise<Uint8Array> {
  const records: Records = new Map();
  const media = new Map<string, Uint8Array>();
  for (const { header, data } of await unpackTar(await readFile(archive))) {
    const content = data ?? new Uint8Array();
    if (header.name.startsWith("media/")) media.set(header.name, content);
    else records.set(header.name, JSON.parse(Buffer.from(content).toString()));
  }
  change(records);
  const { entries: _, ...manifest } = records.get("manifest.json");
  records.delete("manifest.json");
  for (const [name, content] of sounds) {
    media.delete(name);
    media.set(`media/${sha256(content)}`, content);
  }
  const texts = [...records].map(([name, record]): [string, Uint8Array] => [
    name,
    Buffer.from(typeof record === "string" ? record : JSON.stringify(record)),
  ]);
  const contents = [...texts, ...media].sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = contents.map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: sha256(content),
  }));
  const head = Buffer.from(JSON.stringify({ ...manifest, entries }));
  return packTar(
    [["manifest.json", head] as const, ...contents].map(
      ([name, body]): TarEntry => ({ header: { ...HEADER, name, size: body.length }, body }),
    ),
  );
}

export const sha256 = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** Changes the record of the first line item, which is active. */
// biome-ignore lint/suspicious/noExplicitAny: tests change records freely
const inLineitem = (change: (record: any) => void) => (records: Records) =>
  change(records.get(lineitemEntry(1)));
const FORM = "is not as version 1 of the format writes it, at ";
const FIRST = "advertising/lineitems/000001.json ";

export const HOSTILE: readonly [
  what: string,
  change: (records: Records) => void,
  message: string,
][] = [
  ...[
    "12,5",
    "1e3",
    "-1.00000",
    "12.5",
    "+1.00000",
    "01.00000",
    "0x1.00000",
    " 1.00000",
    "1000000000.00001",
    12.5,
  ].map((price): (typeof HOSTILE)[number] => [
    `the price ${price}`,
    inLineitem((record) => {
      record.fields.price_amount = price;
    }),
    `${FIRST}${FORM}fields.price_amount`,
  ]),
  [
    "a budget with an exponent",
    (records) => {
      records.get("advertising/campaigns/000001.json").fields.budget_amount = "1e9";
    },
    `advertising/campaigns/000001.json ${FORM}fields.budget_amount`,
  ],
  [
    "a category that there is not",
    (records) => {
      records.get("advertising/advertisers/000001.json").fields.iab_categories = "IAB22,IAB27";
    },
    `advertising/advertisers/000001.json ${FORM}fields.iab_categories`,
  ],
  [
    "1,001 targets",
    inLineitem((record) => {
      record.target_shows.values = Array(1001).fill(record.target_shows.values[0]);
    }),
    `${FIRST}${FORM}target_shows.values`,
  ],
  [
    "21 creatives",
    inLineitem((record) => {
      record.creatives = Array(21).fill(record.creatives[0]);
    }),
    `${FIRST}${FORM}creatives`,
  ],
  [
    "a record nested 100,000 times",
    (records) => {
      const text = JSON.stringify(records.get(lineitemEntry(1)));
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      records.set(lineitemEntry(1), text.replace('"Two\\nlines"', deep));
    },
    `${FIRST}${FORM}fields.notes`,
  ],
  [
    "a field more, which would start it",
    inLineitem((record) => {
      record.fields.active = true;
    }),
    `${FIRST}${FORM}fields`,
  ],
  [
    "an id of a server as a target",
    inLineitem((record) => {
      record.target_shows.values = [1];
    }),
    `${FIRST}${FORM}target_shows.values.0`,
  ],
  [
    "a state that there is not",
    inLineitem((record) => {
      record.state = "DELIVERING";
    }),
    `${FIRST}${FORM}state`,
  ],
  [
    "the external_id of another line item",
    (records) => {
      records.get(lineitemEntry(2)).fields.external_id = "li-1";
    },
    "advertising/lineitems/000002.json has the external_id li-1 of advertising/lineitems/000001.json",
  ],
  [
    "a campaign that is not in it",
    inLineitem((record) => {
      record.campaign = "advertising/campaigns/000009.json";
    }),
    `${FIRST}refers to advertising/campaigns/000009.json, which is not in it`,
  ],
  [
    "an excluded advertiser that is not in it",
    inLineitem((record) => {
      record.exclusions.advertisers = ["advertising/advertisers/000009.json"];
    }),
    `${FIRST}refers to advertising/advertisers/000009.json, which is not in it`,
  ],
  [
    "an episode that is not in it",
    inLineitem((record) => {
      record.target_episodes.values[0].episode = "of nobody";
    }),
    `${FIRST}is targeted at episode of nobody of show `,
  ],
  [
    "a line item less, in the middle",
    (records) => {
      records.delete(lineitemEntry(2));
    },
    "advertising/lineitems/000003.json is not numbered from 000001 on",
  ],
  [
    "audio that is not in it",
    inLineitem((record) => {
      record.creatives[0].audio.sha256 = "0".repeat(64);
    }),
    `media/${"0".repeat(64)} is missing`,
  ],
  [
    "a flight that ends before it begins",
    inLineitem((record) => {
      record.fields.end_date = "2025-12-31";
    }),
    `${FIRST}ends before it begins`,
  ],
  [
    "a day that there is not",
    inLineitem((record) => {
      record.fields.end_date = "2099-02-30";
    }),
    `${FIRST}has 2099-02-30, which is not a day`,
  ],
  [
    "a pixel that is a script",
    inLineitem((record) => {
      record.fields.third_party_impression_urls = ["javascript:alert(1)"];
    }),
    `${FIRST}has javascript:alert(1), which is not an http or https address`,
  ],
];
