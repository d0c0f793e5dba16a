/** How to mend each fault that a check finds. */

/** Patterns of a fault's text, and what the operator should do; the last one of a check fits every fault. */
type Mends = readonly (readonly [fault: RegExp, mend: string])[];

const ANY = /(?:)/;

const MENDS: Readonly<Record<string, Mends>> = {
  backup: [
    [
      /is a worker running/,
      "Start a process with `--role worker` or `all`, or run `longwave backup`.",
    ],
    [
      /does not have/,
      "Find the files in an older backup with `longwave backup list`, or upload the audio of these episodes again.",
    ],
    [
      ANY,
      "Correct BACKUP_TO or free space there, then run `longwave backup`, which says what fails.",
    ],
  ],
  runtime: [
    [
      ANY,
      "Run `npm ci`, which installs the right Node, and start Longwave with `npm start` or `npx longwave`.",
    ],
  ],
  "data folder": [
    [/ENOSPC/, "Free space on this file system, or set DATA_DIR to a folder on a larger one."],
    [
      /EROFS/,
      "The file system is read-only: mount it writable, or set DATA_DIR to another folder.",
    ],
    [/ENOTDIR|EEXIST/, "DATA_DIR names a file: set it to a folder."],
    [
      ANY,
      "Run Longwave as the user who owns DATA_DIR, or give the folder to this user with `chown -R`.",
    ],
  ],
  database: [
    [/migrations are pending/, "Run `longwave migrate`, or start the server, which does the same."],
    [
      /newer than|is newer/,
      "Start the newer version of Longwave again, or restore a backup made before the upgrade.",
    ],
    [
      /password authentication|no pg_hba/,
      "Correct the user and password in DATABASE_URL, and allow this host in pg_hba.conf.",
    ],
    [
      /database "[^"]{1,63}" does not exist/,
      "Create the database with `createdb`, owned by the user in DATABASE_URL.",
    ],
    [/ENOTFOUND|EAI_AGAIN/, "Correct the host in DATABASE_URL."],
    [/must be|permission denied/, "Make the user in DATABASE_URL the owner of the database."],
    [
      /does not respond|ECONNREFUSED|timeout/,
      "Start PostgreSQL, and check host and port in DATABASE_URL and the firewall. The log of the embedded one is in DATA_DIR/postgres/log.",
    ],
    [
      ANY,
      "Read PostgreSQL's log (DATA_DIR/postgres/log if it is the embedded one), and start Longwave again.",
    ],
  ],
  replica: [
    [
      /not a standby|another database/,
      "Let DATABASE_REPLICA_URL name a standby of the server of DATABASE_URL, or remove the setting.",
    ],
    [
      /failover/,
      "Wait for the replica's next checkpoint, or run `checkpoint` there as a superuser; if it stays so, it still follows the old primary.",
    ],
    [
      /behind/,
      "Look for long queries on the replica, a slow disk or network, and in pg_stat_replication of the primary.",
    ],
    [
      ANY,
      "Start the replica, and check host, user and password in DATABASE_REPLICA_URL and the firewall. Until then all reads go to the primary.",
    ],
  ],
  media: [
    [
      /AccessDenied|InvalidAccessKey|SignatureDoesNotMatch|credentials|403/i,
      "Correct key and secret in MEDIA_URL (percent-encoded), and allow the key GetObject, PutObject, DeleteObject and ListBucket.",
    ],
    [/NoSuchBucket/, "Create the bucket, or correct its name in MEDIA_URL."],
    [
      /does not respond|ECONNREFUSED|ENOTFOUND|timeout/i,
      "Check the endpoint in MEDIA_URL, and that this machine can reach it.",
    ],
    [
      /EACCES|EPERM/,
      "Give DATA_DIR/media and DATA_DIR/tmp to the user who runs Longwave with `chown -R`.",
    ],
    [/ENOSPC/, "Free space below DATA_DIR, or move the audio to a bucket with MEDIA_URL."],
    [
      /different bytes|does not delete/,
      "Turn off whatever changes or protects objects in this bucket, such as a cache or an object lock.",
    ],
    [ANY, "Check MEDIA_URL, or DATA_DIR/media if it is not set, and the log of the store."],
  ],
  statistics: [
    [
      /^Late/,
      "Start a process with `--role worker` or `all`, and look for `aggregating the ledgers` in its log.",
    ],
    [
      /AUTHENTICATION|password|credentials/i,
      "Correct user and password in STATISTICS_URL (percent-encoded).",
    ],
    [
      ANY,
      "Start ClickHouse and check host and port in STATISTICS_URL; or remove STATISTICS_URL to read statistics from PostgreSQL at once.",
    ],
  ],
  audio: [
    [/FFMPEG_PATH/, "Correct FFMPEG_PATH, or remove it to use the ffmpeg on the PATH."],
    [
      ANY,
      "Install ffmpeg with LAME, such as with `apt-get install ffmpeg`, or run `npm ci` again.",
    ],
  ],
  mail: [
    [
      /535|authentication|Invalid login/i,
      "Correct user and password in SMTP_URL (percent-encoded).",
    ],
    [
      /certificate|self.signed|wrong version/i,
      "Use smtps:// for port 465 and smtp:// for port 587, and the name that the server's certificate is for.",
    ],
    [
      ANY,
      "Check host and port in SMTP_URL, and that this machine may connect to it; many hosts block port 25.",
    ],
  ],
  proxy: [
    [
      ANY,
      "Set TRUST_PROXY to the address of your proxy (`loopback` if it runs on this machine) and restart.",
    ],
  ],
  edge: [
    [
      /not recognised/,
      "Let the edge send X-Longwave-Edge with the value of CDN_SECRET, or set CDN_NETWORKS to the addresses from which it fetches, and restart. A header of a request must not be stripped by a proxy in between.",
    ],
    [/does not respond/, "Correct CDN_URL, or start the edge, and check its name and certificate."],
    [
      ANY,
      "Let the edge pass requests for /media/ on to this server, without a sign-in or a redirect (docs/guides/edges.md).",
    ],
  ],
  logs: [
    [
      /^Late/,
      "Start a process with `--role worker` or `all` and LOGS_URL, and look for `logs of edges` in its log: it names the place that does not respond, or the logs that cannot be read.",
    ],
    [
      /damaged/,
      "Look for `cannot be read to its end` in a worker's log, and copy these logs to LOGS_URL again: what was counted is not counted twice.",
    ],
    [ANY, "Correct LOGS_URL (docs/guides/edges.md)."],
  ],
  counting: [
    [
      ANY,
      "Look for lines about the journal in the log, and check the database and the disk. Nothing is lost while the journal can be written.",
    ],
  ],
  jobs: [
    [/^Late/, "Start a process with `--role worker` or `all`; if one is busy, start another."],
    [ANY, "Mend the cause that the error names, then run the job again, or delete it."],
  ],
  disk: [
    [
      ANY,
      "Delete what is not needed or enlarge the file system; to move audio away, set MEDIA_URL (docs/operations.md, Media).",
    ],
  ],
};

/** What the operator should do about the fault that `check` has found. */
export function mendFor(check: string, fault: string): string {
  const found = MENDS[check]?.find(([pattern]) => pattern.test(fault));
  return found?.[1] ?? "See docs/operations.md.";
}

/** The checks whose faults can be mended as described here. */
export const mendedChecks = (): string[] => Object.keys(MENDS);
