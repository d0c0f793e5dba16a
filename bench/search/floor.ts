/** What a request costs that searches nothing: the least that any search over HTTP can take. */
import { sql } from "kysely";
import { buildApp } from "../../src/app/build.ts";
import type { OpenDeps } from "../../src/deps.ts";
import { type Figures, figuresOf, type Sample, timed } from "./speed.ts";

const PATH = "/floor";
const WARM_UP = 2000;
const ASKED = 200;

/**
 * Asks Longwave's HTTP server for the result of one prepared statement that reads nothing, on the connection that
 * searches use: the same hooks, driver and processes as for a search.
 */
export async function measureFloor(deps: OpenDeps): Promise<Figures> {
  const app = await buildApp(deps);
  app.get(PATH, async () => {
    const { rows } = await sql<{ one: number }>`select ${1}::int as one`.execute(deps.db);
    return rows[0];
  });
  const { rows } = await deps.pool.query("select pg_backend_pid() as pid");
  const askOnce = () =>
    timed(PATH, rows[0].pid, async () => {
      const answer = await app.inject({ url: PATH });
      if (answer.statusCode !== 200) throw new Error(`${PATH}: ${answer.body}`);
    });
  for (let pass = 0; pass < WARM_UP; pass += 1) await askOnce();
  const samples: Sample[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) samples.push(await askOnce());
  await app.close();
  return figuresOf(samples);
}
