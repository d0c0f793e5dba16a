/** Measures what must not grow: memory, open files, database connections and the disk. */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import pg from "pg";

/** By name; bytes are in MiB. */
export type Readings = Readonly<Record<string, number>>;

export type Probes = Readonly<{
  read(): Promise<Readings>;
  close(): Promise<void>;
}>;

const MIB = 2 ** 20;

export async function openProbes(
  { url, pid }: Readonly<{ url: string; pid: number }>,
  target: pg.ClientConfig,
  dataDir: string,
): Promise<Probes> {
  const client = new pg.Client({ ...target, application_name: "soak" });
  await client.connect();
  return {
    async read() {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const { rows } = await client.query(
        `select (select count(*)::int from pg_stat_activity where application_name = 'longwave') as connections,
          pg_database_size(current_database()) / ${MIB}::float8 as database`,
      );
      // A file that disappears meanwhile makes it fail, with the sum of all others.
      const { stdout } = await promisify(execFile)("du", [
        "-sm",
        "--exclude=postgres",
        dataDir,
      ]).catch((error: { stdout?: string }) => {
        if (!error.stdout) throw error;
        return { stdout: error.stdout };
      });
      const [row] = rows as [{ connections: number; database: number }];
      return {
        "RSS MiB": figure(metrics, "process_resident_memory_bytes") / MIB,
        "heap MiB": figure(metrics, "nodejs_heap_size_used_bytes") / MIB,
        "open files": (await readdir(`/proc/${pid}/fd`)).length,
        connections: row.connections,
        "database MiB": row.database,
        "files MiB": Number.parseInt(stdout, 10),
      };
    },
    close: () => client.end(),
  };
}

function figure(metrics: string, name: string): number {
  const line = metrics.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.split(" ")[1] ?? Number.NaN);
}
