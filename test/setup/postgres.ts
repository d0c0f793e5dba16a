/** A PostgreSQL server of its own process, outside of Longwave, that a journey stops, copies and starts. */
import { execFile, spawn } from "node:child_process";
import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { commandFor } from "../../src/platform/db/binaries.ts";
import { type Cluster, ensureCluster } from "../../src/platform/db/cluster.ts";
import { eventually, postmasterOf } from "../journeys/processes.ts";

export type Postgres = Readonly<{
  dataDir: string;
  /** The path of its socket. */
  socket: string;
  /** The value of DATABASE_URL by its socket. */
  url: string;
  /** The value of DATABASE_URL for the server behind a line on `port` of this machine. */
  urlAt(port: number): string;
  start(): Promise<void>;
  /** Ends it immediately, without a checkpoint, as a failure of its machine does. */
  crash(): Promise<void>;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Writes lines to its configuration, for the next start. */
  configure(lines: string): Promise<void>;
}>;

/** The server of the cluster in `dataDir`, which exists; it is not started. `env`: added to its environment. */
export async function openPostgres(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Postgres> {
  const cluster = await ensureCluster(dataDir);
  const target = {
    host: cluster.socketDir,
    user: "longwave",
    password: cluster.password,
    database: "longwave",
  };
  const query = async (text: string) => {
    const client = new pg.Client(target);
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  return {
    dataDir,
    socket: path.join(cluster.socketDir, ".s.PGSQL.5432"),
    url: `postgres://longwave:${cluster.password}@/longwave?host=${cluster.socketDir}`,
    urlAt: (port) => `postgres://longwave:${cluster.password}@127.0.0.1:${port}/longwave`,
    async start() {
      launch(cluster, dataDir, env);
      await eventually(() =>
        query("select 1").then(
          () => true,
          () => false,
        ),
      );
    },
    async crash() {
      const pid = await postmasterOf(dataDir);
      if (pid !== null) process.kill(pid, "SIGQUIT");
      await eventually(async () => (await postmasterOf(dataDir)) === null);
    },
    query,
    configure: (lines) => appendFile(path.join(cluster.data, "postgresql.conf"), `\n${lines}\n`),
  };
}

/** Starts the program; its end is seen by its files. */
function launch({ data, socketDir }: Cluster, dataDir: string, env: Record<string, string>): void {
  const settings = { listen_addresses: "", unix_socket_directories: socketDir, timezone: "UTC" };
  const args = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const { file, args: all, options } = commandFor("postgres", ["-D", data, ...args], dataDir);
  spawn(file, all, {
    ...options,
    env: { ...options.env, ...env },
    detached: true,
    stdio: "ignore",
  }).unref();
}

/** Copies the stopped server's data to `dataDir`, as a standby that follows it. */
export async function copyAsStandby(primary: Postgres, dataDir: string): Promise<Postgres> {
  await promisify(execFile)("cp", ["-a", primary.dataDir, dataDir]);
  const standby = await openPostgres(dataDir);
  const { socketDir, password }: Cluster = await ensureCluster(primary.dataDir);
  await standby.configure(
    `primary_conninfo = 'host=${socketDir} user=longwave password=${password} application_name=standby'\nsynchronous_standby_names = ''`,
  );
  await writeFile(path.join(dataDir, "postgres/standby.signal"), "");
  return standby;
}
