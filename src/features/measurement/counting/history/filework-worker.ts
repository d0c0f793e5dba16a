/** The thread of `filework.ts`: each task has a connection of its own. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parentPort } from "node:worker_threads";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { openSession } from "../../../../platform/db/session.ts";
import { readParquet } from "../../../../platform/parquet/read.ts";
import { type RowSum, writeParquet } from "../../../../platform/parquet/write.ts";
import type { FileAnswer, FileTask } from "./filework.ts";

const named = (names: readonly string[]) => names.map(pg.escapeIdentifier).join(", ");

async function withSession<T>(
  target: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { client } = await openSession(target);
  try {
    await client.query("set statement_timeout = 0; set work_mem = '96MB'");
    return await work(client);
  } finally {
    await client.end();
  }
}

async function perform(task: FileTask): Promise<RowSum> {
  const { file, columns } = task;
  if (task.work === "read") {
    const { copy, sum } = readParquet(file, columns);
    for await (const _ of copy);
    return sum();
  }
  const table = pg.escapeIdentifier(task.table);
  const names = named(columns.map(({ name }) => name));
  if (task.work === "write") {
    const { order } = task;
    return withSession(task.target, (client) => {
      const rows = client.query(
        to(
          `copy (select ${names} from ${table} order by ${named(order)}) to stdout (format binary)`,
        ),
      );
      return writeParquet(file, columns, rows, "longwave");
    });
  }
  return withSession(task.target, async (client) => {
    const { copy, sum } = readParquet(file, columns);
    const rows = client.query(from(`copy ${table} (${names}) from stdin (format binary)`));
    await pipeline(Readable.from(copy), rows);
    return sum();
  });
}

parentPort?.on("message", async (task: FileTask) => {
  const said: FileAnswer = await perform(task).then(
    (sum) => ({ sum }),
    (failure: Error) => ({ failure }),
  );
  parentPort?.postMessage(said);
});
