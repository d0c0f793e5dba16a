/** Unusual and invalid targets, methods and versions. */
import { hexOf } from "../encode.ts";
import type { Random } from "../random.ts";
import { type Spoiling, withTarget } from "./changing.ts";

export const TARGETS: readonly Spoiling[] = [
  [
    "escape in the path",
    (random) => withTarget((text) => insert(text, random.pick(ESCAPES), random)),
  ],
  ["path spelt otherwise", (random) => withTarget((text) => random.pick(RESPELLED)(text))],
  [
    "every character escaped",
    () => withTarget((text) => text.replace(/[a-z]/g, (char) => `%${hexOf(char.charCodeAt(0))}`)),
  ],
  [
    "parameter twice",
    () =>
      withTarget((text) => {
        const query = text.split("?")[1];
        return query ? `${text}&${query}&${query}` : `${text}?limit=1&limit=2&limit[]=3`;
      }),
  ],
  [
    "many parameters",
    (random) =>
      withTarget(
        (text) =>
          `${text}${text.includes("?") ? "&" : "?"}${Array.from({ length: 300 + random.below(1200) }, (_, at) => `p${at}=`).join("&")}`,
      ),
  ],
  [
    "long query",
    (random) =>
      withTarget(
        (text) =>
          `${text}${text.includes("?") ? "&" : "?"}q=${"a".repeat(5_000 + random.below(14_000))}`,
      ),
  ],
  [
    "token in the query",
    (random) =>
      withTarget(
        (text) =>
          `${text}${text.includes("?") ? "&" : "?"}oauth2_access_token=${random.pick(["", "x", "%00", "lw_%ff", "a&oauth2_access_token=b"])}`,
      ),
  ],
];

const ESCAPES = [
  "%",
  "%zz",
  "%2",
  "%00",
  "%2f",
  "%252e%252e%252f",
  "%c0%af",
  "%ff",
  "%ed%a0%80",
  "..",
  "//",
  "\\",
  "%5c",
  ";a=b",
  "\xff",
  "%u0041",
  "#",
  "\t",
  "{",
  "|",
  "^",
  "+",
  "%0d%0aX:y",
];

const RESPELLED: readonly ((text: string) => string)[] = [
  (text) => `http://evil.invalid${text}`,
  (text) => `https://127.0.0.1:1${text}`,
  (text) => `http:${text}`,
  (text) => `//evil.invalid${text}`,
  (text) => `${text.split("?")[0]}/`,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll("/", "//"),
  (text) => `/./x/..${text}`,
  (text) => `${text}#fragment`,
  (text) => `${text}?`,
  (text) => text.replace("?", "??&&=&=="),
  (text) => text.slice(1),
  (text) => `/${"a".repeat(9000)}${text}`,
  (text) => `${text}/../../../etc/passwd`,
  () => "*",
  () => "/",
  () => "",
];

export const METHOD_CHANGES: readonly Spoiling[] = [
  ["other method", (random) => (request) => ({ ...request, method: random.pick(METHODS) })],
];
const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "QUERY",
  "get",
  "BREW",
  "GET\t",
  "",
  "A".repeat(300),
];

export const VERSIONS: readonly Spoiling[] = [
  [
    "other version",
    (random) => (request) => ({
      ...request,
      version: random.pick(["1.0", "1.0", "0.9", "2.0", "1.2", "9", ""]),
    }),
  ],
];

const insert = (text: string, what: string, random: Random): string => {
  const place = 1 + random.below(text.length);
  return text.slice(0, place) + what + text.slice(place);
};
