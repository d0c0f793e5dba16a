/** Tests reading the configuration from the environment, and the sentences about invalid settings. */
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";

test("without any setting defaults apply, and an empty value counts as unset", () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    publicUrl: null,
    dataDir: path.resolve("data"),
    databaseUrl: null,
    media: null,
    statistics: null,
    trustProxy: false,
    logLevel: "info",
    signup: "open",
    rateLimit: 600,
    budgets: {
      headersMs: 60_000,
      idleMs: 72_000,
      bodyMs: 90_000,
      bodyBytesPerSecond: 500,
      answerMs: 600_000,
      connectionsPerAddress: 1024,
      connections: 20_000,
    },
    reportsToHide: 3,
    metrics: "loopback",
    ffmpegPath: null,
  });
  expect(Object.isFrozen(config)).toBe(true);
  const keys = ["HOST", "PORT", "PUBLIC_URL", "DATA_DIR", "DATABASE_URL", "TRUST_PROXY"];
  expect(loadConfig(Object.fromEntries(keys.map((key) => [key, ""])))).toEqual(config);
});

test("settings are read", () => {
  const config = loadConfig({
    PUBLIC_URL: "https://pod.example.org/",
    TRUST_PROXY: "loopback, 10.0.0.0/8,2001:db8::1",
    DATABASE_URL: "postgres://longwave:secret@/longwave?host=/run/postgresql",
    RATE_LIMIT: "0",
  });
  expect(config.publicUrl).toBe("https://pod.example.org");
  expect(config.trustProxy).toBe("loopback, 10.0.0.0/8,2001:db8::1");
  expect(config.databaseUrl).toBe("postgres://longwave:secret@/longwave?host=/run/postgresql");
  expect(config.rateLimit).toBe(0);
  expect(loadConfig({ TRUST_PROXY: "true" }).trustProxy).toBe(true);
  expect(loadConfig({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
});

test("a bucket is configured with its location and secrets, which may contain any character", () => {
  const { media } = loadConfig({
    MEDIA_URL: "s3://AKIA1:a%2Fb%2Bc%40@pods/media/one?endpoint=https://s3.example.org&region=eu",
  });
  expect(media).toEqual({
    bucket: "pods",
    prefix: "media/one/",
    endpoint: "https://s3.example.org",
    region: "eu",
    credentials: { accessKeyId: "AKIA1", secretAccessKey: "a/b+c@" },
  });
  const bare = { bucket: "pods", prefix: "", endpoint: null, region: null, credentials: null };
  expect(loadConfig({ MEDIA_URL: "s3://pods" }).media).toEqual(bare);
  expect(loadConfig({ MEDIA_URL: "s3://pods/" }).media).toEqual(bare);
});

test("ClickHouse is configured with its user, and with its cluster if it has one", () => {
  const { statistics } = loadConfig({
    STATISTICS_URL: "clickhouse://counter:a%2Fb%40@10.0.0.7:8124/pods?cluster=main-1",
  });
  expect(statistics).toEqual({
    url: "http://10.0.0.7:8124",
    username: "counter",
    password: "a/b@",
    database: "pods",
    cluster: "main-1",
  });
  expect(loadConfig({ STATISTICS_URL: "clickhouse://[2001:db8::1]/pods" }).statistics).toEqual({
    url: "http://[2001:db8::1]:8123",
    username: "default",
    password: "",
    database: "pods",
    cluster: null,
  });
});

test.each([
  ["STATISTICS_URL", "http://localhost:8123/pods"],
  ["STATISTICS_URL", "clickhouse://localhost:8123"],
  ["STATISTICS_URL", "clickhouse:///pods"],
  ["STATISTICS_URL", "clickhouse://localhost:99999/pods"],
  ["STATISTICS_URL", "clickhouse://localhost/pods/more"],
  ["STATISTICS_URL", "clickhouse://localhost/pods%27"],
  ["STATISTICS_URL", "clickhouse://localhost/pods?cluster=a'b"],
  ["STATISTICS_URL", "clickhouse://localhost/pods?shards=2"],
  ["STATISTICS_URL", "clickhouse://user:%zz@localhost/pods"],
  ["PORT", "65536"],
  ["PORT", "80a"],
  ["PORT", " "],
  ["PORT", "1e3"],
  ["PUBLIC_URL", "pod.example.org"],
  ["PUBLIC_URL", "ftp://pod.example.org"],
  ["DATABASE_URL", "mysql://db/longwave"],
  ["DATABASE_URL", "postgres://user:secret@:x/db"],
  ["MEDIA_URL", "/srv/media"],
  ["MEDIA_URL", "https://key:secret@media.example.org"],
  ["MEDIA_URL", "s3://key:secret@"],
  ["MEDIA_URL", "s3://key:secret@bucket/a%20b"],
  ["MEDIA_URL", "s3://key:secret@bucket?endpiont=https://s3.example.org"],
  ["MEDIA_URL", "s3://bucket?endpoint=s3.example.org"],
  ["MEDIA_URL", "s3://bucket?endpoint=https://key:secret@s3.example.org"],
  ["MEDIA_URL", "s3://bucket?region=to+the+left"],
  ["MEDIA_URL", "s3://secret@bucket"],
  ["MEDIA_URL", "s3://key:secret%2@bucket"],
  ["TRUST_PROXY", "yes"],
  ["TRUST_PROXY", "10.0.0.0/99"],
  ["TRUST_PROXY", "0"],
  ["TRUST_PROXY", "10"],
  ["TRUST_PROXY", "1,2"],
  ["TRUST_PROXY", "0x7f"],
  ["TRUST_PROXY", "10.1"],
  ["TRUST_PROXY", "010.0.0.1"],
  ["TRUST_PROXY", "10.1/16"],
  ["TRUST_PROXY", "10.0.0.0/8/8"],
  ["TRUST_PROXY", "10.0.0.0/"],
  ["TRUST_PROXY", "fe80::1%eth0"],
  ["HEADERS_TIMEOUT", "0"],
  ["BODY_TIMEOUT", "1.5"],
  ["CONNECTIONS_PER_ADDRESS", "many"],
  ["LOG_LEVEL", "loud"],
  ["SIGNUP", "maybe"],
  ["RATE_LIMIT", "-1"],
  ["METRICS", "friends"],
  ["CDN_URL", "cdn.example.org"],
  ["CDN_URL", "ftp://cdn.example.org"],
  ["CDN_URL", "https://cdn.example.org/audio"],
  ["CDN_URL", "https://cdn.example.org?a=1"],
  ["CDN_URL", "https://user:secret@cdn.example.org"],
  ["CDN_NETWORKS", "cdn.example.org"],
  ["CDN_PURGE_URL", "https://api.example.org/purge"],
  ["CDN_PURGE_URL", "FETCH https://api.example.org/{digest}"],
  ["CDN_PURGE_HEADER", "secret"],
])("%s=%s prevents the start with a sentence that names it", (key, value) => {
  const attempt = () => loadConfig({ [key]: value });
  expect(attempt).toThrow(new RegExp(`^The setting ${key} cannot be used: it must be .*\\.$`));
  expect(attempt).not.toThrow(/secret/);
});

test("an edge that listeners are led to must be recognisable when it fetches", () => {
  const CDN_URL = "https://cdn.example.org/";
  expect(() => loadConfig({ CDN_URL })).toThrow(
    /^The setting CDN_URL .* CDN_SECRET or CDN_NETWORKS/,
  );
  const CDN_SECRET = "sixteen letters!";
  expect(loadConfig({ CDN_URL, CDN_SECRET }).cdn).toEqual({
    url: "https://cdn.example.org",
    secret: CDN_SECRET,
    networks: null,
    purge: null,
  });
  const purging = { CDN_PURGE_URL: "https://api.example/{digest}/*", CDN_PURGE_HEADER: "Key: a:b" };
  expect(loadConfig(purging).cdn.purge).toEqual({
    method: "POST",
    url: "https://api.example/{digest}/*",
    header: { name: "key", value: "a:b" },
  });
  const { networks } = loadConfig({ CDN_URL, CDN_NETWORKS: "192.0.2.0/24, 2001:db8::/32" }).cdn;
  expect(networks?.check("192.0.2.9")).toBe(true);
});

test("every port is accepted as written", () => {
  fc.assert(
    fc.property(fc.nat(65_535), (port) => {
      expect(loadConfig({ PORT: String(port) }).port).toBe(port);
    }),
    { seed: 7, numRuns: 50 },
  );
});
