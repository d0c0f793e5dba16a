/** Invalid headers: wrong values, names, number and size. */
import { TEXTS } from "../hostile.ts";
import { oneLine, type Spoiling, withHeader } from "./changing.ts";

/** Headers that the server reads, with specific invalid values. */
const READ_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    "range",
    ["bytes=0-0", "bytes=-5", "bytes=5-2", "bytes=0-,0-,1-", "lines=1", "bytes=9e9-", "bytes="],
  ],
  ["range", [`bytes=${"0-0,".repeat(900)}1-1`, "bytes=0-99999999999999999999", "bytes= 0 - 9"]],
  ["if-range", ['"x"', 'W/"x"', "Thu, 01 Jan 1970 00:00:00 GMT", "junk"]],
  ["if-match", ["*", '"1-x"', 'W/"1"', ",,", '"', `"${"a".repeat(5000)}"`]],
  ["if-none-match", ["*", '"x", "y"', ",", '"'.repeat(3000), 'W/"'.repeat(2000)]],
  ["if-modified-since", ["junk", "Thu, 99 Zzz 2026 99:99:99 GMT", "0", "-1"]],
  ["accept-language", ["*", "xx;q=a", `${"it,".repeat(3000)}`, "it-IT;q=1e99", "-", ";;;"]],
  ["accept-encoding", ["gzip;q=0", "br, *;q=0", "identity;q=0", ",", "gzip".repeat(800)]],
  ["accept", ["application/xml", "text/html;q=x", "", "*/"]],
  [
    "authorization",
    ["Basic YTpi", "Bearer", "bearer  ", "Bearer a b", `Bearer ${" ".repeat(900)}y`],
  ],
  ["authorization", ["Bearer lw_", `Bearer ${"x".repeat(8000)}`, "Bearer \xff\xfe", "Digest x"]],
  ["cookie", ["longwave_session=", "longwave_session=%zz", `a=${"b".repeat(4000)}`, "=;=;;", "a"]],
  ["cookie", ["longwave_form=x; longwave_form=y", "longwave_oauth=x.y; longwave_oauth.sig=z"]],
  ["idempotency-key", ["", "x".repeat(256), "same", "same", "\xff", "a b"]],
  [
    "x-forwarded-for",
    ["10.0.0.1, 10.0.0.2", "::1", "junk", "1.2.3.4:5", `${"1.1.1.1,".repeat(500)}`],
  ],
  ["x-forwarded-host", ["evil.invalid", "a b", "[::1", "a:99999", "x".repeat(5000), "@"]],
  ["x-forwarded-proto", ["https", "javascript", "https,http", ""]],
  ["forwarded", ["for=1.1.1.1;host=evil.invalid;proto=https", 'for="[::1]:x"']],
  ["origin", ["null", "https://evil.invalid", "junk", "https://a\tb"]],
  ["referer", ["javascript:alert(1)", "https://=cmd()/", "https://a.invalid/?token=x", "\xff"]],
  ["user-agent", ["", "x".repeat(6000), "=HYPERLINK(1)", "\xf0\x9f\x9a\x82", "AppleCoreMedia/1.0"]],
  ["sec-fetch-site", ["cross-site", "same-origin", "junk"]],
  ["expect", ["100-continue", "200-ok", ""]],
  ["upgrade", ["h2c", "websocket"]],
  ["te", ["trailers", "gzip"]],
  ["transfer-encoding", ["identity", "gzip, chunked", "chunked, chunked", "xchunked", ""]],
  ["connection", ["close", "upgrade", "keep-alive, close", "content-length", "te, host"]],
  ["content-encoding", ["gzip", "br", "identity", "junk"]],
  ["content-length", ["0", "-1", "1e3", "+5", "5, 5", "99999999999999999999", " "]],
  ["x-http-method-override", ["DELETE", "junk"]],
  ["access-control-request-method", ["PUT", "junk"]],
  [
    "host",
    ["evil.invalid", "a b", "[::1", "", "a:b", "a@b", "x".repeat(3000), "%00", "127.0.0.1:99999"],
  ],
];

export const HEADERS: readonly Spoiling[] = [
  [
    "header with a wrong value",
    (random) => {
      const [name, values] = random.pick(READ_HEADERS);
      return withHeader(name, random.pick(values));
    },
  ],
  [
    "header with a hostile text",
    (random) => {
      const [name] = random.pick(READ_HEADERS);
      return withHeader(name, oneLine(random.pick(TEXTS)[1](random)));
    },
  ],
  [
    "the same header twice",
    (random) => (request) => {
      const [name, value] =
        request.headers.length > 0 ? random.pick(request.headers) : ["host", "a"];
      return withHeader(name, random.chance(0.5) ? value : random.word(4))(request);
    },
  ],
  ["other Host", (random) => withHeader("host", random.pick(READ_HEADERS.at(-1)?.[1] ?? [""]))],
  [
    "many headers",
    (random) => (request) => ({
      ...request,
      headers: [
        ...request.headers,
        ...Array.from({ length: 100 + random.below(2500) }, (_, at) => [`x-${at}`, ""] as const),
      ],
    }),
  ],
  ["huge header", (random) => withHeader("x-bomb", "b".repeat(8_000 + random.below(30_000)))],
  ["broken header", (random) => withHeader(random.pick(["b c", "", "a\x01", "é", ":"]), "d")],
  ["folded header", () => withHeader("x-fold", "a\r\n b\r\n\tc")],
];
