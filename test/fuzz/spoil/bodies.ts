/** Bodies that contradict their type, or repeat fields. */
import { BOUNDARY } from "../encode.ts";
import { TEXTS } from "../hostile.ts";
import type { Random } from "../random.ts";
import { oneLine, type Spoiling, withBody, withType } from "./changing.ts";

export const BODIES: readonly Spoiling[] = [
  ["no content type", () => withType(null)],
  ["other content type", (random) => withType(random.pick(TYPES))],
  ["hostile content type", (random) => withType(oneLine(random.pick(TEXTS)[1](random)))],
  [
    "body cut short",
    (random) => withBody((bytes) => bytes.subarray(0, random.below(bytes.length + 1))),
  ],
  ["body twice", () => withBody((bytes) => Buffer.concat([bytes, bytes]))],
  ["bytes changed", (random) => withBody((bytes) => noisy(bytes, random))],
  ["byte order mark", () => withBody((bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]))],
  ["UTF-16", () => withBody((bytes) => Buffer.from(bytes.toString(), "utf16le"))],
  ["noise as body", (random) => withBody(() => random.bytes(1 + random.below(3000)))],
  [
    "too large",
    (random) =>
      withBody((bytes) =>
        Buffer.concat([bytes, Buffer.alloc(random.pick([65_536, 1_048_576, 1_200_000]), 0x20)]),
      ),
  ],
  [
    "JSON that is no object",
    (random) => (request) =>
      withType("application/json")(withBody(() => Buffer.from(random.pick(NO_OBJECTS)))(request)),
  ],
  [
    "deep JSON",
    (random) => (request) => {
      const depth = 10 ** (1 + random.below(5));
      const open = random.pick(["[", '{"a":']);
      const closed = random.chance(0.5) ? `1${(open === "[" ? "]" : "}").repeat(depth)}` : "";
      return withType("application/json")(
        withBody(() => Buffer.from((open.repeat(depth) + closed).slice(0, 1_040_000)))(request),
      );
    },
  ],
  [
    "JSON key twice",
    (random) =>
      withBody((bytes) => {
        const text = bytes.toString("latin1");
        const inner = /^\{(.+)\}$/s.exec(text)?.[1];
        if (inner === undefined) return bytes;
        return Buffer.from(
          `{${inner},${random.chance(0.5) ? inner : '"title":[],"title":null'}}`,
          "latin1",
        );
      }),
  ],
  [
    "parameter also in the query",
    (random) => (request) => {
      const name = /(?:name="|[{,]"|^|&)([a-z_]+)(?:"|=)/.exec(
        request.body?.toString("latin1") ?? "",
      )?.[1];
      const value = random.pick(["0", "", "%00", "x", "true", "[]"]);
      return {
        ...request,
        target: `${request.target}${request.target.includes("?") ? "&" : "?"}${name ?? "a"}=${value}`,
      };
    },
  ],
  [
    "field twice",
    () =>
      withBody((bytes) => {
        const text = bytes.toString("latin1");
        if (!text.startsWith("--")) return Buffer.from(`${text}&${text}&${text}`, "latin1");
        const parts = text.split(`--${BOUNDARY}`).slice(1, -1);
        return Buffer.from(
          [...["", ...parts, ...parts].join(`--${BOUNDARY}`), `--${BOUNDARY}--`].join(""),
          "latin1",
        );
      }),
  ],
  [
    "many fields",
    (random) => (request) => {
      const count = random.pick([200, 1001, 5000]);
      return withType("application/x-www-form-urlencoded")(
        withBody(() => Buffer.from(Array.from({ length: count }, (_, at) => `f${at}=1`).join("&")))(
          request,
        ),
      );
    },
  ],
  [
    "broken multipart",
    (random) => (request) => {
      const [type, text] = random.pick(MULTIPARTS);
      return withType(type)(withBody(() => Buffer.from(text, "latin1"))(request));
    },
  ],
];

const NO_OBJECTS = [
  "[]",
  "[1]",
  '"a"',
  "1",
  "true",
  "null",
  " ",
  "{",
  "{}}",
  "{'a':1}",
  '{"a":1,}',
  "NaN",
  '{"a":1e999}',
  '{"__proto__":{"a":1}}',
  '\0{"a":1}',
];

const TYPES = [
  ...["text/plain", "application/xml", "application/json; charset=utf-16", "application/jsonx"],
  ...[
    'application/json; charset="',
    "APPLICATION/JSON",
    "application/json;",
    "application/hal+json",
  ],
  ...["application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data", "multipart/mixed"],
  ...['multipart/form-data; boundary=""', "multipart/form-data; boundary=other", "*/*", "/", "a"],
  ...[`multipart/form-data; boundary=${"b".repeat(300)}`, "application/offset+octet-stream", ""],
  "multipart/form-data; boundary=a; boundary=b",
];

const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const DISPOSITION = "Content-Disposition: form-data";
const MULTIPARTS: readonly (readonly [string, string])[] = [
  [FORM, ""],
  [FORM, `--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\r\n\r\n\r\n--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\r\n${DISPOSITION}\r\n\r\nx\r\n--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\r\n${DISPOSITION}; name=""; filename=""\r\n\r\nx\r\n--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\r\n${DISPOSITION}; name="__proto__"\r\n\r\nx\r\n--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\r\n${DISPOSITION}; name="title\r\n\r\nx\r\n--${BOUNDARY}--`],
  [
    FORM,
    `--${BOUNDARY}\r\n${DISPOSITION}; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n=\r\n--${BOUNDARY}--`,
  ],
  [
    FORM,
    `--${BOUNDARY}\r\n${DISPOSITION}; name="a"; filename*=utf-8''%zz\r\n\r\nx\r\n--${BOUNDARY}--`,
  ],
  [FORM, `--${BOUNDARY}\r\nX: ${"y".repeat(90_000)}\r\n\r\nx\r\n--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\n${DISPOSITION}; name="title"\n\nx\n--${BOUNDARY}--`],
  [FORM, `--${BOUNDARY}\r\n${DISPOSITION}; name="media_file"; filename="a.mp3"\r\n\r\nx`],
  [FORM, `--${BOUNDARY}\r\n`.repeat(3000)],
  [FORM, `--${BOUNDARY}\r\n${DISPOSITION}; name="a"\r\n\r\nx\r\n`.repeat(1200)],
];

/** Changes a few bytes, at most one in twenty. */
function noisy(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = 1 + random.below(5); count > 0 && copy.length > 0; count--)
    copy[random.below(copy.length)] = random.below(256);
  return copy;
}
