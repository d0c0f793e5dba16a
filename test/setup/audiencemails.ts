/** A worker that mails people about their own shows, and plays that the mails are about. */
import { allJobs } from "../../src/app/jobs.ts";
import { countUp, download, writeBatch } from "./ledgers.ts";
import type { World } from "./world.ts";

/** Finds what stands out, makes what is due, and sends it, as workers do. */
export async function workOnAudienceMails({ deps }: World): Promise<void> {
  const jobs = allJobs(deps);
  const run = (name: string, payload: unknown) =>
    jobs.find((one) => one.name === name)?.run(payload, { last: false });
  await run("audiencemails.find-jumps", {});
  await run("audiencemails.plan", {});
  const { rows } = await deps.pool.query<{ name: string; payload: unknown }>(
    "delete from owned_jobs where kind = 'mail' returning name, payload",
  );
  for (const { name, payload } of rows) await run(name, payload);
}

type Heard = Readonly<{ episode_id: number; show_id: number; author_id: number }>;

let listeners = 0;

/** Adds so many plays of an episode on each of these days, and brings the statistics up to date. */
export async function addPlays(
  { deps }: World,
  heard: Heard,
  plays: Readonly<Record<string, number>>,
): Promise<void> {
  const downloads = Object.entries(plays).flatMap(([day, count]) =>
    Array.from({ length: count }, () => {
      listeners += 1;
      return download(`${day} 10:00:00`, `heard ${listeners}`, heard);
    }),
  );
  await writeBatch(deps.db, { downloads });
  await countUp(deps);
}
