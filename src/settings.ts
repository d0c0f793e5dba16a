/** The meaning of each setting; the table in docs/operations.md is generated from it. */
import type { z } from "zod";
import { environment } from "./config.ts";
import { DEFAULT_PLANS } from "./platform/storage/plans.ts";

type Key = keyof z.infer<typeof environment>;

type Setting = Readonly<{
  /** Markdown, without a final full stop. */
  means: string;
  /** The effect of an unset setting, if it has no default value. */
  unset?: string;
  /** The default in readable form, if it is parsed into something else. */
  shown?: string;
}>;

/** Every key that the code reads: a missing description is a type error. */
const SETTINGS: Readonly<Record<Key, Setting>> = {
  HOST: { means: "address to listen on" },
  PORT: { means: "port to listen on; 0 selects any free port" },
  PUBLIC_URL: {
    unset: "the request's host",
    means:
      "base of every absolute URL in responses, feeds and mail. If it is unset, commands print the address of the running server",
  },
  DATA_DIR: {
    means:
      "folder of the database, media and incoming files; each start closes it to other users of the machine",
  },
  DATABASE_URL: {
    unset: "the embedded PostgreSQL",
    means:
      "`postgres://user:password@host/name`, PostgreSQL 15 or newer; for a Unix socket `postgres://user:password@/name?host=/folder`",
  },
  DATABASE_REPLICA_URL: {
    unset: "none",
    means:
      "a standby of `DATABASE_URL`, in the same form, from which lists, search, public pages and feeds are read while it is at most 10 s behind ([Replica](guides/scale.md#a-replica-for-reads))",
  },
  MEDIA_URL: {
    unset: "`DATA_DIR/media`",
    means:
      "`s3://key:secret@bucket/prefix?endpoint=https://…&region=…`; percent-encode key and secret, or omit them to use the usual AWS sources",
  },
  STATISTICS_URL: {
    unset: "PostgreSQL",
    means:
      "`clickhouse://user:password@host:8123/database[?cluster=name]`; percent-encode the password",
  },
  TRUST_PROXY: {
    unset: "nobody",
    means:
      "whose `X-Forwarded-*` is trusted: a number of proxies in front of each other (1 to 9); comma-separated addresses and networks, with `loopback` for this machine; or `true` for everybody's. With a number or `true`, make sure that only your proxies can reach the port",
  },
  LOG_LEVEL: { means: "`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`" },
  SIGNUP: { means: "whether users may sign up themselves: `open` or `closed`" },
  SMTP_URL: {
    unset: "no mail",
    means:
      "SMTP server for outgoing mail: `smtp://user:password@host:587` or `smtps://…`; percent-encode user and password. Without it users cannot reset a forgotten password, and no report is mailed",
  },
  MAIL_FROM: {
    unset: "the site's name and `longwave@` the host of `PUBLIC_URL`",
    means: "sender of all mail, as in a `From` header",
  },
  SITE_NAME: {
    means:
      "name of the site on pages, in mail and for other sites, until you set one with `longwave site set`, which counts more ([The site](#the-site))",
  },
  SITE_TAGLINE: { unset: "none", means: "one line about the site, in the same way" },
  SITE_ACCENT: {
    unset: "Longwave's own",
    means: "colour of links and buttons such as `#1d4a53`, in the same way",
  },
  SITE_IMPRINT: {
    unset: "none",
    means:
      "the legal notice that the footer of every page links to: the URL of a page, or the text of `/imprint`; in the same way",
  },
  SITE_PRIVACY: {
    unset: "none",
    means: "the privacy policy: the URL of a page, or the text of `/privacy`; in the same way",
  },
  SITE_CONTACT: {
    unset: "none",
    means: "how to reach you: an e-mail address, or the URL of a page; in the same way",
  },
  RATE_LIMIT: {
    means:
      "requests per minute for an address without a token; a user with a token has ten times as many; `0` turns the limit off",
  },
  HEADERS_TIMEOUT: {
    means: "maximum seconds from the opening of a connection to the end of the headers",
  },
  BODY_TIMEOUT: {
    means:
      "seconds after which a body that stalls or is too slow is ended; one that keeps arriving may take hours",
  },
  BODY_MIN_RATE: { means: "bytes per second below which a body is too slow" },
  IDLE_TIMEOUT: {
    means:
      "seconds that a connection stays open between two requests; use more than your proxy's own idle timeout",
  },
  ANSWER_TIMEOUT: { means: "seconds for which a client may read nothing of its response" },
  CONNECTIONS_PER_ADDRESS: {
    means:
      "concurrent connections from one address, or concurrent requests of a client behind a trusted proxy; `0`: no limit",
  },
  MAX_CONNECTIONS: {
    means: "concurrent connections in total; never more than half of what `ulimit -n` allows",
  },
  REPORTS_TO_HIDE: {
    means:
      "number of reports that hide a message until `longwave reports resolve`; `0`: reports never hide messages",
  },
  MAX_UPLOAD_BYTES: { means: "maximum size of one uploaded or fetched audio file" },
  WEBSUB_HUBS: {
    unset: "none",
    means:
      "comma-separated URLs of WebSub hubs to notify within a minute when a public feed has changed; needs `PUBLIC_URL`",
  },
  PODPING_URL: { unset: "none", means: "URL of a podping endpoint to notify in the same way" },
  PODPING_TOKEN: { unset: "none", means: "token for the podping endpoint" },
  OUTBOUND_PRIVATE: {
    unset: "none",
    means:
      "comma-separated addresses and networks, such as `10.1.2.0/24`, that are not public and to which users may make this server connect: with imports, fetched audio and covers, tracking URLs of line items, and webhooks",
  },
  METRICS: { means: "which callers may read `/metrics`: `loopback` or `anyone`" },
  METRICS_PORT: {
    unset: "none",
    means:
      "port on which a process with `--role worker` serves `/metrics` and `/health/…`; other processes serve them on `PORT`",
  },
  SLOW_QUERY_MS: {
    means:
      "ms after which an SQL statement is logged, without its values ([Watching](#watching)); `0`: none",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    unset: "no traces",
    means:
      "base URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`, that gets traces of plays by OTLP over HTTP ([Watching](#watching))",
  },
  OTEL_TRACES_SAMPLER_ARG: { means: "share of plays that are traced, from 0 to 1" },
  FFMPEG_PATH: {
    unset: "`ffmpeg` on the PATH",
    means:
      "program that encodes audio; if there is none, or one without LAME, FFmpeg as WebAssembly is used",
  },
  GEOIP_PATH: {
    unset: "the one from npm",
    means: "MMDB database that maps addresses to countries",
  },
  BOTS_PATH: {
    unset: "none",
    means:
      "file with one regular expression per line for user agents of bots, in addition to those in the lists",
  },
  CDN_URL: {
    unset: "this server",
    means:
      "URL of a CDN or caching proxy, without a path, to which `/play`, `/download` and enclosures lead listeners for audio; needs `CDN_SECRET` or `CDN_NETWORKS` ([Edges](guides/edges.md))",
  },
  CDN_SECRET: {
    unset: "none",
    means:
      "secret that edges send as `X-Longwave-Edge`: what they fetch is not counted, because their logs are ([Edges](guides/edges.md))",
  },
  CDN_NETWORKS: {
    unset: "none",
    means:
      "comma-separated addresses and networks from which edges fetch, for those that cannot send a secret: what is fetched from there is not counted",
  },
  CDN_PURGE_URL: {
    unset: "none",
    means:
      "request that makes the edge remove audio which was taken from the public: a URL with `{digest}`, after `GET`, `PURGE` or `DELETE` and a space if it is not `POST` ([Edges](guides/edges.md#removed-audio))",
  },
  CDN_PURGE_HEADER: {
    unset: "none",
    means: "header of that request, such as `AccessKey: …`",
  },
  LOGS_URL: {
    unset: "none",
    means:
      "where edges write the logs that a worker counts: a folder, or a bucket in the form of `MEDIA_URL`; needs `LOGS_FORMAT` ([Edges](guides/edges.md#logs-in-a-bucket))",
  },
  LOGS_FORMAT: {
    unset: "none",
    means: "format of these logs: `nginx`, `fastly`, `json`, `cloudflare`, `cloudfront` or `bunny`",
  },
  LOGS_MAP: {
    unset: "none",
    means: "with `json`: names of fields in these logs, such as `bytes=sent,id=req.id`",
  },
  RECORD_DAYS: {
    means: "number of days for which delivery records are kept and can be counted again",
  },
  HISTORY_MONTHS: {
    unset: "none is archived",
    means:
      "number of closed months whose ledgers stay in the database; older ones are archived as Parquet files in the media store ([guide](guides/operate.md))",
  },
  PLANS: {
    shown: DEFAULT_PLANS,
    means:
      "plans and their storage quotas, in bytes, `KB`, `MB`, `GB` (10⁹), `TB`, or `unlimited`; must contain `basic` ([Storage](#storage))",
  },
  DISK_RESERVE_BYTES: {
    unset: "2 GiB, or a fifth of the file system",
    means: "disk space that uploads leave free for the database ([Storage](#storage))",
  },
  UNREALISTIC_DOWNLOADS: {
    means: "downloads from one address in one day above which none of them counts; `0`: no limit",
  },
  BACKUP_TO: {
    unset: "none",
    means:
      "where a worker makes a backup every night: a folder, or a bucket in the form of `MEDIA_URL` ([backup.md](guides/backup.md))",
  },
  BACKUP_PASSPHRASE: {
    unset: "not encrypted",
    means:
      "encrypts backups, at least 12 characters; needed to read them, so keep it in another place, too",
  },
  BACKUP_HOUR: { means: "hour of the nightly backup, UTC" },
  BACKUP_KEEP: { means: "number of backups to keep; each new one removes older ones" },
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
