/** Tests what admins read of the server's health, over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { CHECKS } from "./schema.ts";

const world = useWorld();
let admin: Person;
beforeAll(async () => {
  admin = await world.person({ admin: true });
});

type Check = Readonly<{ check: string; good: boolean; says: string; mend: string | null }>;
const readChecks = async (): Promise<Check[]> =>
  (await admin.api.get("/v2/admin/health")).response.health.checks;

test("every part is checked, and what is well needs no mending", async () => {
  const checks = await readChecks();
  expect(checks.map(({ check }) => check)).toEqual([...CHECKS]);
  const of = (name: string) => checks.find(({ check }) => check === name);
  expect(of("database")).toMatchObject({ good: true, mend: null });
  expect(of("database")?.says).toMatch(/^PostgreSQL \d+.*all \d+ migrations applied$/);
  expect(of("media")).toMatchObject({ good: true, mend: null });
});

test("a job that gave up and a backup that failed are wrong, each with its remedy", async () => {
  const { db } = world.deps;
  await db
    .insertInto("backups")
    .values({
      ...{ name: "b", place: "/full", began_at: new Date(), ended_at: new Date() },
      failure: "no space left on device",
    })
    .execute();
  const checks = await readChecks();
  const backup = checks.find(({ check }) => check === "backup");
  expect(backup).toMatchObject({ good: false });
  expect(backup?.says).toContain("no space left on device");
  expect(backup?.mend).toContain("BACKUP_TO");
});
