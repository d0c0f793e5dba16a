/** What every record, request and ad decision does: hashing, properties on demand, reading addresses, bits, zones. */
import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";
import { makeBits, membersOf, setBit } from "../../src/features/advertising/adserving/core/bits.ts";
import { openZones } from "../../src/features/advertising/adserving/core/zones.ts";
import { keyedHash } from "../../src/features/measurement/counting/listeners/hmac.ts";
import { quadOf } from "../../src/features/measurement/counting/networks/quad.ts";
import { createBuffers } from "../../src/platform/media/buffers.ts";
import type { Comparison, Variant } from "./turns.ts";

let sink: unknown;
const repeat =
  (operation: (time: number) => unknown): Variant =>
  (times) => {
    for (let time = 0; time < times; time += 1) sink = operation(time);
    return sink;
  };

const secret = randomBytes(32);
const network = Buffer.from([10, 1, 2]);
const agent = "AppleCoreMedia/1.0.0.21F90 (iPhone; U; CPU OS 17_5_1 like Mac OS X; en_us)";
const hashed = keyedHash(secret);
const key = createSecretKey(secret);
function nodeHash(text: string): string {
  const mac = createHmac("sha256", key);
  mac.update(Buffer.of(network.length)).update(network).update(text);
  return mac.digest("hex");
}

/** As `platform/http/call.ts` makes a call: eight fields, and four that are computed when they are read. */
type Request = { headers: Record<string, string>; url: string };
const fields = (request: Request) => ({
  params: request.headers,
  query: request.headers,
  body: request.headers,
  files: request.headers,
  caller: null,
  request,
  reply: request,
});
const withAccessors = (request: Request) =>
  Object.defineProperties(fields(request), {
    locale: { get: () => request.headers.locale },
    ifMatch: { get: () => request.headers.match },
    baseUrl: { get: () => request.headers.host },
    url: { get: () => request.url },
  }) as unknown as RequestCall;
class RequestCall {
  readonly params: object;
  readonly query: object;
  readonly body: object;
  readonly files: object;
  readonly caller = null;
  readonly request: Request;
  readonly reply: Request;
  constructor(request: Request) {
    this.params = request.headers;
    this.query = request.headers;
    this.body = request.headers;
    this.files = request.headers;
    this.request = request;
    this.reply = request;
  }
  get locale() {
    return this.request.headers.locale;
  }
  get ifMatch() {
    return this.request.headers.match;
  }
  get baseUrl() {
    return this.request.headers.host;
  }
  get url() {
    return this.request.url;
  }
}
const shared = {
  get locale() {
    return (this as unknown as RequestCall).request.headers.locale;
  },
  get ifMatch() {
    return (this as unknown as RequestCall).request.headers.match;
  },
  get baseUrl() {
    return (this as unknown as RequestCall).request.headers.host;
  },
  get url() {
    return (this as unknown as RequestCall).request.url;
  },
};
const withPrototype = (request: Request) =>
  ({
    __proto__: shared,
    params: request.headers,
    query: request.headers,
    body: request.headers,
    files: request.headers,
    caller: null,
    request,
    reply: request,
  }) as unknown as RequestCall;
/** The call outlives the reading, as in the server. */
const reading = (call: () => { baseUrl: string | undefined }) =>
  repeat(() => {
    const made = call();
    sink = made.baseUrl;
    return made;
  });
const request: Request = { headers: { host: "example.org" }, url: "/" };

const addresses = Array.from({ length: 1024 }, (_, at) => `10.${at & 7}.${at & 255}.${at >>> 3}`);

const SIZE = 10_000;
const few = Array.from({ length: 50 }, (_, at) => at * 199);
const bits = makeBits(SIZE);
for (const at of few) setBit(bits, at);
const sets = { all: new Set(few) };

const zones = openZones();
const format = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Rome", hour: "numeric" });

const buffers = createBuffers();

export const callComparisons = (): Comparison[] => [
  {
    name: "hmac",
    what: "the HMAC of a listener",
    variants: {
      createHmac: repeat((time) => nodeHash(agent + (time & 7))),
      "two hashes over a buffer": repeat((time) => hashed(network, agent + (time & 7))),
    },
  },
  {
    name: "call",
    what: "make a request's call and read one property",
    variants: {
      class: reading(() => new RequestCall(request)),
      "accessors in each": reading(() => withAccessors(request)),
      "shared prototype": reading(() => withPrototype(request)),
    },
  },
  {
    name: "quad",
    what: "read an IPv4 address",
    variants: {
      "ipaddr.js": repeat((time) => ipaddr.IPv4.parse(addresses[time & 1023] ?? "").octets),
      split: repeat((time) => addresses[time & 1023]?.split(".").map(Number)),
      "digit by digit": repeat((time) => quadOf(addresses[time & 1023] ?? "")),
    },
  },
  {
    name: "bits",
    what: "50 members of 10,000, in order",
    variants: {
      Set: repeat(() => [...sets.all].filter((at) => at < SIZE).sort((a, b) => a - b)),
      bits: repeat(() => membersOf(bits, 0, SIZE)),
    },
  },
  {
    name: "zones",
    what: "the offset of a time zone",
    variants: {
      Intl: repeat((time) => format.formatToParts(time * 1000)),
      cached: repeat((time) => zones.offset((time & 1023) * 1000, "Europe/Rome")),
    },
  },
  {
    name: "buffers",
    what: "a buffer for a read of 128 KiB, filled",
    variants: {
      allocated: repeat((time) => Buffer.allocUnsafeSlow(131_072).fill(time & 255)),
      reused: repeat((time) => {
        const buffer = buffers.take(131_072);
        buffer.fill(time & 255);
        buffers.give(buffer);
        return buffer;
      }),
    },
  },
];
