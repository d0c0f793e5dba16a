/** Each fault that the doctor finds comes with what to do about it. */
import { expect, test } from "vitest";
import { mendedChecks, mendFor } from "./mending.ts";

test.each([
  [
    "database",
    "PostgreSQL 18, embedded: 2 migrations are pending (0051.sql); run longwave migrate.",
    /longwave migrate/,
  ],
  [
    "database",
    'password authentication failed for user "pods".',
    /user and password in DATABASE_URL/,
  ],
  ["database", 'database "pods" does not exist.', /createdb/],
  [
    "database",
    "The database does not respond: connect ECONNREFUSED 127.0.0.1:9.",
    /Start PostgreSQL/,
  ],
  ["database", "getaddrinfo ENOTFOUND nowhere.", /host in DATABASE_URL/],
  ["replica", "it is not a standby.", /DATABASE_REPLICA_URL/],
  ["replica", "it has not followed the last failover yet.", /checkpoint/],
  ["replica", "it is more than 10 s behind.", /pg_stat_replication/],
  ["data folder", "ENOSPC: no space left on device.", /Free space/],
  ["data folder", "EACCES: permission denied, mkdir '/x'.", /chown/],
  ["media", "the object store does not respond: connect ECONNREFUSED.", /endpoint in MEDIA_URL/],
  ["media", "NoSuchBucket: The specified bucket does not exist.", /Create the bucket/],
  ["media", "it returns different bytes than were stored.", /cache/],
  ["statistics", "ClickHouse: connect ECONNREFUSED.", /STATISTICS_URL/],
  [
    "audio",
    "FFMPEG_PATH is set to /nowhere, but no ffmpeg runs from there.",
    /Correct FFMPEG_PATH/,
  ],
  [
    "mail",
    "The SMTP server x does not accept mail from here: Invalid login: 535.",
    /user and password in SMTP_URL/,
  ],
  ["proxy", "Since today the server has received X-Forwarded-For.", /Set TRUST_PROXY/],
  [
    "edge",
    "cdn.example.org passes requests on, but is not recognised by the server.",
    /X-Longwave-Edge/,
  ],
  ["edge", "cdn.example.org does not respond: ECONNREFUSED.", /Correct CDN_URL/],
  ["logs", "Late: no worker has counted the logs in s3://logs/ yet.", /LOGS_URL/],
  ["logs", "2 logs of the last three days are damaged, and were counted in part.", /again/],
  ["disk", "0.2 GiB free; Longwave needs at least 1 GiB.", /enlarge/],
  ["runtime", "Node v20; Longwave needs 24 or newer.", /npm ci/],
])("%s: %s", (check, fault, mend) => {
  expect(mendFor(check, fault)).toMatch(mend);
});

test("no check is without a remedy for a fault that nobody has thought of", () => {
  for (const check of mendedChecks())
    expect(mendFor(check, "something odd"), check).toMatch(/^[A-Z].{30,}\.$/);
});
