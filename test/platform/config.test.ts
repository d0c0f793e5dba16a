/** What the environment may say, and the sentence when it may not. */
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";

test("without any setting there are defaults, and an empty value counts as unset", () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    publicUrl: null,
    dataDir: path.resolve("data"),
    databaseUrl: null,
    media: null,
    trustProxy: false,
    logLevel: "info",
    signup: "open",
    rateLimit: 600,
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
});

test("a bucket is read with its place and its secrets, which may hold any signs", () => {
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

test.each([
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
  ["LOG_LEVEL", "loud"],
  ["SIGNUP", "maybe"],
  ["RATE_LIMIT", "-1"],
  ["METRICS", "friends"],
])("%s=%s stops the start with a sentence that names it", (key, value) => {
  const attempt = () => loadConfig({ [key]: value });
  expect(attempt).toThrow(new RegExp(`^The setting ${key} cannot be used: it must be .*\\.$`));
  expect(attempt).not.toThrow(/secret/);
});

test("every port is taken as it is written", () => {
  fc.assert(
    fc.property(fc.nat(65_535), (port) => {
      expect(loadConfig({ PORT: String(port) }).port).toBe(port);
    }),
    { seed: 7, numRuns: 50 },
  );
});
