/** What each setting means, for people: the table in docs/operations.md is generated from here. */
import type { z } from "zod";
import { environment } from "./config.ts";
import { DEFAULT_PLANS } from "./platform/storage/plans.ts";

type Key = keyof z.infer<typeof environment>;

type Setting = Readonly<{
  /** Markdown, without the full stop at its end. */
  means: string;
  /** What holds while the setting is unset, where that is no value of its own. */
  unset?: string;
  /** The default as people would write it, where it is parsed into something else. */
  shown?: string;
}>;

/** Every key that the code reads: a key without its meaning is a type error. */
const SETTINGS: Readonly<Record<Key, Setting>> = {
  HOST: { means: "the address to listen on" },
  PORT: { means: "the port to listen on; 0 is any free one" },
  PUBLIC_URL: {
    unset: "the request's host",
    means:
      "base of every absolute address in answers, feeds and mail. Commands print the address of the running server without it",
  },
  DATA_DIR: {
    means:
      "database, media, files on their way in; closed to other users of the machine at each start",
  },
  DATABASE_URL: {
    unset: "the embedded one",
    means:
      "`postgres://user:password@host/name`, PostgreSQL 15 or newer; a unix socket is `postgres://user:password@/name?host=/folder`",
  },
  MEDIA_URL: {
    unset: "`DATA_DIR/media`",
    means:
      "`s3://key:secret@bucket/prefix?endpoint=https://…&region=…`; key and secret percent-encoded, or left out to be found as AWS programs do",
  },
  STATISTICS_URL: {
    unset: "PostgreSQL",
    means:
      "`clickhouse://user:password@host:8123/database[?cluster=name]`; password percent-encoded",
  },
  TRUST_PROXY: {
    unset: "nobody",
    means:
      "whose `X-Forwarded-*` is believed: a number of proxies in front of each other (1 to 9); or addresses and networks joined by commas, with `loopback` for this machine; or `true` for anybody's. With a number or `true`, let nobody but your proxies reach the port",
  },
  LOG_LEVEL: { means: "`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`" },
  SIGNUP: { means: "whether people may sign up themselves: `open` or `closed`" },
  SMTP_URL: {
    unset: "no mail",
    means:
      "the server that mail goes out by: `smtp://user:password@host:587` or `smtps://…`; user and password percent-encoded. Without it nobody can reset a forgotten password",
  },
  MAIL_FROM: {
    unset: "`Longwave <longwave@…>`, the host of `PUBLIC_URL`",
    means: "the sender of all mail, as in a `From` header",
  },
  RATE_LIMIT: {
    means: "requests a minute for an address without token, ten times that with one; `0` is off",
  },
  HEADERS_TIMEOUT: { means: "seconds from the opening of a connection to the end of the headers" },
  BODY_TIMEOUT: {
    means:
      "seconds within which a body that stalls or drips is ended; one that flows may take hours",
  },
  BODY_MIN_RATE: { means: "bytes a second below which a body drips" },
  IDLE_TIMEOUT: {
    means:
      "seconds that a connection stays open between two requests; longer than your proxy keeps its own",
  },
  ANSWER_TIMEOUT: { means: "seconds for which a client may take nothing of its answer" },
  CONNECTIONS_PER_ADDRESS: {
    means:
      "connections open at a time from one address, requests at a time of a client behind a trusted proxy; `0`: any number",
  },
  MAX_CONNECTIONS: {
    means:
      "connections open at a time; at most half of what `ulimit -n` allows, whatever this says",
  },
  REPORTS_TO_HIDE: {
    means:
      "so many people must report a message to hide it until `longwave reports resolve`; `0`: none ever do",
  },
  MAX_UPLOAD_BYTES: { means: "cap of one audio file, uploaded or fetched" },
  WEBSUB_HUBS: {
    unset: "none",
    means:
      "addresses of WebSub hubs, joined by commas, that are told within a minute when a public feed has changed; needs `PUBLIC_URL`",
  },
  PODPING_URL: { unset: "none", means: "the same for a podping endpoint" },
  PODPING_TOKEN: { unset: "none", means: "the token that the podping endpoint asks for" },
  METRICS: { means: "who may read `/metrics`: `loopback`, or `anyone`" },
  FFMPEG_PATH: {
    unset: "`ffmpeg` on the PATH",
    means: "the program that encodes audio; without one, an old one out of npm",
  },
  GEOIP_PATH: {
    unset: "one out of npm",
    means: "a database in MMDB format that tells the country of an address",
  },
  BOTS_PATH: {
    unset: "none",
    means:
      "a file with a regular expression a line of user agents that are bots, beside those of the lists",
  },
  RECORD_DAYS: {
    means: "days for which the records of deliveries are kept, and can be counted again",
  },
  PLANS: {
    shown: DEFAULT_PLANS,
    means:
      "plans and the storage that each grants, in bytes, `KB`, `MB`, `GB` (10⁹), `TB`, or `unlimited`; `basic` must be among them ([Storage](#storage))",
  },
  DISK_RESERVE_BYTES: {
    unset: "2 GiB, or a fifth of the file system",
    means: "disk space that uploads leave free for the database ([Storage](#storage))",
  },
  UNREALISTIC_DOWNLOADS: {
    means:
      "downloads of one address in one day that no people make, so that none of them counts; `0`: any number is believed",
  },
};

/** The Markdown table of all settings with their defaults. */
export function settingsMarkdown(): string {
  const defaults: Readonly<Partial<Record<Key, unknown>>> = environment.parse({});
  const rows = Object.entries(SETTINGS).map(([key, { unset, shown, means }]) => {
    const value = shown ?? defaults[key as Key];
    return `| \`${key}\` | ${unset ?? `\`${value}\``} | ${means} |`;
  });
  return ["| key | default | |", "|---|---|---|", ...rows].join("\n");
}
