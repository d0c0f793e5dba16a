/** Tests the pages of advertisers and campaigns over HTTP: lists, forms, stale edits, budgets, deletion, rights. */
import { beforeAll, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let team: Team;
let boss: Surfer;
let analyst: Surfer;

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
  analyst = await signedIn(await team.member("analyst"));
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const lastId = (url: URL): number => Number(/(\d+)$/.exec(url.pathname)?.[1]);

test("an advertiser is created, changed and deleted with its name", async () => {
  await boss.open("/studio/ads/advertisers/new");
  const wrong = await boss.submit({ name: "Acme", iab_categories: "cars" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Enter codes such as IAB22-11, separated by commas.");
  expect(wrong.text).toContain('value="Acme"');
  const made = await boss.submit({ name: "Acme & Sons", iab_categories: "iab2, IAB22-11" });
  expect(made.text).toContain("Created.");
  const path = `/studio/ads/advertisers/${lastId(made.url)}`;
  const changed = await boss.submit({ name: "Acme <b>", domain: "https://acme.example/x" });
  expect(changed.text).toContain("Saved.");
  expect(changed.text).toContain('value="acme.example"');
  const list = await boss.open("/studio/ads/advertisers?q=acme");
  expect(list.text).toContain("Acme &lt;b&gt;</a>");
  expect(list.text).toContain("IAB2, IAB22-11");
  await boss.open(`${path}/delete`);
  expect((await boss.submit({ name: "Acme" })).text).toContain("That is not its name.");
  expect((await boss.submit({ name: "Acme  <b>" })).text).toContain("Deleted.");
  expect((await boss.open(path)).status).toBe(404);
});

test("an edit that began before another one is shown again, not lost", async () => {
  const { advertiser_id, name } = await team.advertiser({ name: "Before" });
  const path = `/studio/ads/advertisers/${advertiser_id}`;
  await boss.open(path);
  await team.boss.api.put(`/v2/advertisers/${advertiser_id}`, { notes: "Meanwhile" });
  const stale = await boss.submit({ name: "Mine", iab_categories: "IAB1" });
  expect(stale.status).toBe(412);
  expect(stale.text).toContain("Somebody else changed this");
  expect(stale.text).toContain('value="Mine"');
  const { response } = await team.boss.api.get(`/v2/advertisers/${advertiser_id}`);
  expect(response.advertiser.name).toBe(name);
});

test("a campaign has a budget and caps, and shows its line items over time", async () => {
  const { advertiser_id } = await team.advertiser({ name: "Rails" });
  await boss.open("/studio/ads/campaigns/new");
  const made = await boss.submit({
    name: "Winter",
    advertiser_id: String(advertiser_id),
    currency: "eur",
    budget_amount: "100",
    "cap.0.max": "3",
    "cap.0.count": "2",
    "cap.0.unit": "WEEK",
  });
  const campaign_id = lastId(made.url);
  expect(made.text).toContain("No line items yet.");
  const { response } = await team.boss.api.get(`/v2/campaigns/${campaign_id}`);
  expect(response.campaign).toMatchObject({
    currency: "EUR",
    budget_amount: "100.00000000",
    frequency_cap: [{ max: 3, count: 2, unit: "WEEK" }],
  });
  const item = await team.lineitem({ campaign_id, name: "Trains <i>", goal_impressions: 1000 });
  await giveAudio(world, item);
  await deliverAds(world, item, 250, 1_250_000_000);
  const shown = await boss.open(`/studio/ads/campaigns/${campaign_id}`);
  expect(shown.text).toContain("Trains &lt;i&gt;");
  expect(shown.text).toContain("€12.50 / €100.00 (13% of the budget)");
  const edit = await boss.open(`/studio/ads/campaigns/${campaign_id}/edit`);
  expect(edit.text).toContain('name="cap.0.max" type="text" inputmode="numeric" value="3"');
  const frozen = await boss.submit({
    name: "Winter",
    advertiser_id: String(advertiser_id),
    currency: "USD",
  });
  expect(frozen.status).toBe(409);
  expect(frozen.text).toContain("cannot change after the first impression");
  const list = await boss.open("/studio/ads/campaigns?sort=-spent&format=csv");
  expect(list.text.split("\r\n")[1]).toContain(",12.50000000,100.00000000");
  await boss.open(`/studio/ads/campaigns/${campaign_id}/delete`);
  expect((await boss.submit({ name: "Winter" })).text).toContain("Deleted.");
});

test("analysts read and write nothing; other teams see nothing", async () => {
  const { campaign_id, advertiser_id } = await team.campaign({ name: "Secret" });
  const one = `/studio/ads/campaigns/${campaign_id}`;
  expect((await analyst.open(one)).status).toBe(200);
  expect((await analyst.open("/studio/ads/campaigns")).text).toContain("Secret");
  const writing = [
    ...["/studio/ads/campaigns/new", "/studio/ads/advertisers/new", `${one}/edit`],
    ...[`${one}/delete`, `/studio/ads/advertisers/${advertiser_id}`],
  ];
  for (const path of writing) expect((await analyst.open(path)).status, path).toBe(403);
  const other = await signedIn((await makeTeam(world)).boss);
  expect((await other.open(one)).status).toBe(403);
  expect((await other.open("/studio/ads/campaigns")).text).not.toContain("Secret");
});
