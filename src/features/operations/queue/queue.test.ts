/** Tests what admins do with background jobs, over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { addJob } from "../../../platform/jobs/store.ts";

const world = useWorld();
let admin: Person;
beforeAll(async () => {
  admin = await world.person({ admin: true });
});

const insert = async (fields: object): Promise<number> => {
  const { job_id } = await world.deps.db
    .insertInto("owned_jobs")
    .values({
      ...{ kind: "fetch", name: "no-such-work", owner: "user:7", payload: "{}", max_attempts: 5 },
      ...fields,
    })
    .returning("job_id")
    .executeTakeFirstOrThrow();
  return job_id;
};
const listed = async (query: string) =>
  (await admin.api.get(`/v2/admin/jobs?${query}`)).response.items;

test("a failed job is listed with its reason before others, runs again, and is deleted", async () => {
  await insert({ name: "no-such-work-a" });
  const job_id = await insert({ name: "no-such-work-b", attempts: 2, last_error: "No route." });
  const jobs = await listed("q=no-such-work");
  expect(jobs).toMatchObject([
    { job_id, state: "failed", attempts: 2, error: "No route.", queue: "users", owner: "user:7" },
    { state: "waiting", error: null },
  ]);
  expect(await listed("q=user:7&state=failed")).toHaveLength(1);
  const path = `/v2/admin/jobs/users/${job_id}`;
  expect((await admin.api.post(`${path}/retry`, {})).status).toBe(200);
  expect((await listed("q=no-such-work-b"))[0]).toMatchObject({ state: "waiting", attempts: 0 });
  expect((await admin.api.delete(path)).status).toBe(200);
  expect(await listed("q=no-such-work-b")).toEqual([]);
  expect((await admin.api.delete(path)).status).toBe(404);
});

test("a running job is neither deleted nor run twice", async () => {
  const job_id = await insert({ name: "no-such-run", locked_by: "somebody" });
  const path = `/v2/admin/jobs/users/${job_id}`;
  const kept = await admin.api.delete(path);
  expect([kept.status, kept.error.type]).toEqual([409, "job-running"]);
  expect((await admin.api.post(`${path}/retry`, {})).status).toBe(409);
});

test("the server's own jobs are listed, run again and deleted, too", async () => {
  await addJob(world.deps.db, {
    ...{ name: "no-such-upkeep", payload: "{}", max_attempts: 3, key: null },
    run_at: new Date("2036-01-01"),
  });
  const [job] = await listed("q=no-such-upkeep");
  expect(job).toMatchObject({ queue: "server", state: "waiting", owner: null });
  const path = `/v2/admin/jobs/server/${job.job_id}`;
  await admin.api.post(`${path}/retry`, {});
  const [due] = await listed("q=no-such-upkeep");
  expect(due.run_at < "2036").toBe(true);
  await admin.api.delete(path);
  expect(await listed("q=no-such-upkeep")).toEqual([]);
});
