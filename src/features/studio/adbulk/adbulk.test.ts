/** Tests changes of many line items in the studio over HTTP: from the board to the plan, refusals, the change. */
import { beforeAll, expect, test } from "vitest";
import { giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let team: Team;
let boss: Surfer;

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const chosen = (ids: readonly number[]) =>
  Object.fromEntries(ids.map((lineitem_id) => [`id.${lineitem_id}`, "1"]));
const detailOf = async (lineitem_id: number) =>
  (await team.boss.api.get(`/v2/lineitems/${lineitem_id}`)).response.lineitem;

test("line items chosen on the board move after a plan was shown", async () => {
  const { campaign_id } = await team.campaign();
  const ids: number[] = [];
  for (const name of ["One <i>", "Two"])
    ids.push((await team.lineitem({ campaign_id, name })).lineitem_id);
  await boss.open("/studio/ads");
  const list = await boss.submit(chosen(ids), "/studio/ads/bulk");
  expect(list.text).toContain("2 line items chosen");
  expect(list.text).toContain("One &lt;i&gt;");
  const fields = { shift_days: "7", priority_id: "20", step: "preview" };
  const plan = await boss.submit(fields, "/studio/ads/bulk#plan");
  expect(plan.text).toContain("2 line items would change");
  expect(plan.text).toContain("2026-01-10 → <ins>2026-01-17</ins>");
  expect(plan.text).toContain("High → <ins>Sponsorship</ins>");
  expect(await detailOf(ids[0] ?? 0)).toMatchObject({ start_date: "2026-01-10" });
  const done = await boss.submit({ ...fields, step: "apply" }, "/studio/ads/bulk#plan");
  expect(done.text).toContain("Changed.");
  for (const id of ids)
    expect(await detailOf(id)).toMatchObject({ end_date: "2026-01-27", priority_id: 20 });
});

test("what cannot be changed is listed first, and can be left out", async () => {
  const ready = await team.lineitem({ name: "With audio" });
  await giveAudio(world, ready);
  const silent = await team.lineitem({ name: "Silent" });
  await boss.open("/studio/ads");
  await boss.submit(chosen([ready.lineitem_id, silent.lineitem_id]), "/studio/ads/bulk");
  const fields = { active: "true", step: "apply" };
  const stuck = await boss.submit(fields, "/studio/ads/bulk#plan");
  expect(stuck.text).toContain("1 line item cannot be changed, so none will be.");
  expect(stuck.text).toContain("Upload audio before you start the line item.");
  expect(stuck.text).not.toContain('value="apply"');
  expect(await detailOf(ready.lineitem_id)).toMatchObject({ active: false });
  const left = await boss.submit({ active: "true", step: "leave_out" }, "/studio/ads/bulk#plan");
  expect(left.text).toContain("1 line item would change");
  await boss.submit(fields, "/studio/ads/bulk#plan");
  expect(await detailOf(ready.lineitem_id)).toMatchObject({ active: true });
});

test("wrong values are beside their fields; analysts choose nothing", async () => {
  const { lineitem_id } = await team.lineitem();
  await boss.open("/studio/ads");
  await boss.submit(chosen([lineitem_id]), "/studio/ads/bulk");
  const wrong = await boss.submit({ end_date: "soon" }, "/studio/ads/bulk#plan");
  expect(wrong.text).toContain("Enter a date.");
  const analyst = await signedIn(await team.member("analyst"));
  expect((await analyst.open("/studio/ads")).text).not.toContain("/studio/ads/bulk");
  expect((await analyst.open("/studio/ads/bulk")).status).toBe(403);
});
