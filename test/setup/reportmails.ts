/** Saved reports with figures, their recipients, and a worker that mails them. */
import { allJobs } from "../../src/app/jobs.ts";
import { SPANS } from "../../src/features/measurement/statistics/rules.ts";
import { ensureYearsOf } from "../../src/features/measurement/statistics/years/store.ts";
import { confirmEmail } from "../../src/features/people/accounts/confirming/store.ts";
import type { Team } from "./advertising.ts";
import type { Person, World } from "./world.ts";

/** Confirms the person's address, as a link in a mail would. */
export async function confirmAddress({ deps }: World, { user_id, username }: Person) {
  await confirmEmail(deps.db, user_id, `${username}@example.org`, new Date());
}

type Sold = Readonly<{ campaign_id: number; day: string; impressions: number; revenue: bigint }>;

/** Adds a day's figures of a campaign, like the aggregation; `revenue` in 10⁻⁸. */
export async function addFigures({ deps }: World, { team_id }: Team, sold: Sold): Promise<void> {
  const { campaign_id, day, impressions, revenue } = sold;
  await ensureYearsOf(deps.db, [day]);
  await deps.pool.query("insert into ad_rollups values (1, $1, $2, $3, $4, $5, $6)", [
    ...[campaign_id, SPANS.day, day, team_id, impressions, String(revenue)],
  ]);
}

/** Makes the mails that are due and sends them, as a worker would each minute. */
export async function workOnMails(world: World): Promise<void> {
  const jobs = allJobs(world.deps);
  const run = (name: string, payload: unknown) =>
    jobs.find((one) => one.name === name)?.run(payload, { last: false });
  await run("reportmails.plan", {});
  const { rows } = await world.deps.pool.query<{ name: string; payload: unknown }>(
    "delete from owned_jobs where kind = 'mail' and run_at <= $1 returning name, payload",
    [new Date(Math.max(Date.now(), world.deps.clock().getTime()))],
  );
  for (const { name, payload } of rows) await run(name, payload);
}
