/** Values that break parsers: texts, numbers and structures, each with its name for reports. */
import type { Random } from "./random.ts";

/**
 * Private-use characters that stand for bytes that are not valid text: `render.ts` inserts the bytes once a body or
 * target is encoded.
 */
export const RAW_BYTES: ReadonlyMap<string, readonly number[]> = new Map([
  ["\uf8f0", [0xff, 0xfe]],
  // Overlong encodings of NUL and of a slash.
  ["\uf8f1", [0xc0, 0x80]],
  ["\uf8f2", [0xc0, 0xaf]],
  // Half a surrogate pair, a truncated character, and one beyond Unicode.
  ["\uf8f3", [0xed, 0xa0, 0x80]],
  ["\uf8f4", [0xf0, 0x9f, 0x9a]],
  ["\uf8f5", [0xf8, 0x88, 0x80, 0x80, 0x80]],
]);
const raw = [...RAW_BYTES.keys()];

export type Hostile<T> = readonly [name: string, make: (random: Random) => T];

/** Lengths around the limits of texts, forms and bodies; long ones are rare, so that a run stays short. */
const lengthOf = (random: Random): number => {
  const kind = random.weighted({ short: 60, form: 6, half: 1, body: 1, beyond: 1 });
  const exact = { short: 41 + random.below(4000), form: 65_530, half: 400_000 };
  return { ...exact, body: 1_048_400, beyond: 1_100_000 }[kind];
};

export const TEXTS: readonly Hostile<string>[] = [
  ["empty", () => ""],
  ["blank", () => " \t\r\n\u00a0\u2003"],
  ["NUL", () => "a\0b"],
  ["control characters", () => "\u0001\u001b[2J\u007f\u0085"],
  ["bytes that are no text", (random) => `x${random.pick(raw)}y`],
  ["lone surrogate", (random) => random.pick(["\ud800", "a\udc00b", "\udfff\ud83d"])],
  ["noncharacters", () => "\ufffe\uffff\u{10ffff}\ufeff"],
  ["UTF-7", () => "+ADw-script+AD4-alert(1)+ADw-/script+AD4-"],
  ["percent twice", () => "%2500 %252e%252e%252f %25%32%66"],
  ["broken percent", () => "%zz %u0041 % %2"],
  ["right to left", () => "\u202egpj.exe\u2066\u2069"],
  ["combining marks", (random) => `e${"\u0301\u0323".repeat(20 + random.below(2000))}`],
  ["joined emoji", (random) => "👩‍👩‍👧‍👦".repeat(1 + random.below(60))],
  ["changes length when folded", () => "İŞßﬀΐ".repeat(20)],
  ["long", (random) => "a".repeat(lengthOf(random))],
  ["long and wide", (random) => "夜".repeat(Math.ceil(lengthOf(random) / 3))],
  ["many lines", (random) => "\r\n".repeat(Math.ceil(lengthOf(random) / 2))],
  ["many spaces", (random) => `a${" ".repeat(lengthOf(random))}b`],
  ["many commas", (random) => ",".repeat(lengthOf(random))],
  ["list", (random) => "en,".repeat(Math.ceil(lengthOf(random) / 3))],
  ["tags", (random) => "<b>".repeat(Math.ceil(lengthOf(random) / 3))],
  ["tag soup", () => "<p><a href='javascript:alert(1)'><<b/><!-- --!><![CDATA[</p><svg/onload=x>"],
  ["entities", () => "&amp;lt;&#0;&#xD800;&#99999999;&nosuch;&"],
  ["quotes", () => `'";--\\'$$ $1 \\x00 E'\\\\'`],
  ["search syntax", () => `!(a & b | c) <-> :* "unclosed' AND -- \\`],
  ["wildcards", () => "%_*?[a-z]{1,99}\\%"],
  ["path", (random) => random.pick(["../../../../etc/passwd", "..\\..\\a", "/dev/null", "a/../b"])],
  ["header", () => "a\r\nSet-Cookie: a=b\r\n\r\nHTTP/1.1 200 OK"],
  ["template", () => `{{7*7}} $${"{7*7}"} <%= 7*7 %> #{7*7}`],
  ["name of a property", (random) => random.pick(["__proto__", "constructor", "toString"])],
  ["JSON", (random) => random.pick(["[]", "{}", "null", "[[[", '{"a":', '"text"', "[1,2]", "-"])],
  ["nested JSON", (random) => "[".repeat(1 + random.below(5000))],
  ["closed nested JSON", (random) => nested(1 + random.below(3000))],
  ["number", (random) => random.pick(["0", "-1", "1e999", "0x10", "١٢", "1,5", "NaN", "-0", "+1"])],
  ["big number", (random) => random.pick(["2147483648", "9007199254740993", "9".repeat(400)])],
  ["date", (random) => random.pick(["2026-02-30", "0000-00-00", "9999-12-31", "2026-1-1", "now"])],
  ["time", (random) => random.pick(["2026-01-01T00:00:00Z", "2026-01-01 25:61:61", "1e10"])],
  ["address", (random) => random.pick(ADDRESSES)],
  ["boolean", (random) => random.pick(["True", "yes", "TRUE", "1", "on"])],
];

const ADDRESSES = [
  ...["http://", "http://[::1", "http://[::ffff:127.0.0.1]:1/", "//evil.invalid", "http:a"],
  ...["file:///etc/passwd", "javascript:alert(1)", "http://127.0.0.1:1/", "http://localhost:0"],
  ...["https://user:pass@a.invalid:99999/", "http://a.invalid/\0", "http://%00.invalid/"],
  ...["https://xn--a.invalid", "http://0x7f.1/", "ftp://a.invalid", "http://a .invalid", "data:,"],
];

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Values of all types except text; an `UnwrittenNumber` is a number that JavaScript cannot represent. */
export const VALUES: readonly Hostile<unknown>[] = [
  ["null", () => null],
  ["true", () => true],
  ["zero", () => 0],
  ["minus one", () => -1],
  ["minus zero", () => -0],
  ["fraction", () => 0.1 + 0.2],
  ["beyond int4", (random) => random.pick([2 ** 31, -(2 ** 31) - 1])],
  ["beyond int8", (random) => random.pick([2 ** 53, 2 ** 63, -(2 ** 63), 1e300, 5e-324])],
  ["empty list", () => []],
  ["empty object", () => ({})],
  ["list of nulls", (random) => Array.from({ length: 1 + random.below(50) }, () => null)],
  ["long list", (random) => Array.from({ length: 200 + random.below(3000) }, (_, at) => at)],
  ["list in lists", (random) => nestedList(2 + random.below(40))],
  ["deep list", (random) => nestedList(500 + random.below(1000))],
  ["object with toString", () => ({ toString: "x", valueOf: 1, toJSON: null, length: -1 })],
  ["object like a promise", () => JSON.parse('{"then":"x"}')],
  ["prototype", () => JSON.parse('{"__proto__":{"is_admin":true},"constructor":{}}')],
  [
    "many keys",
    (random) => Object.fromEntries(Array.from({ length: 300 }, () => [random.word(5), 1])),
  ],
];

function nestedList(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
