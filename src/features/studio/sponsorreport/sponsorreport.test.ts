/** Tests reports for sponsors over HTTP: one campaign and nothing else, whatever a curious sponsor tries; the end of a share. */
import { beforeAll, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let team: Team;
let boss: Surfer;
let campaign_id: number;
let other_id: number;

const nobody = () => createSurfer(world.baseUrl);

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
  const { advertiser_id } = await team.advertiser({ name: "Acme Rails", notes: "Pays late" });
  const named = { advertiser_id, external_id: "IO-SECRET", budget_amount: "7654.32" };
  ({ campaign_id } = await team.campaign({ ...named, name: "Winter" }));
  ({ campaign_id: other_id } = await team.campaign({ ...named, name: "Rival campaign" }));
  const item = await team.lineitem({ campaign_id, name: "Trains", goal_impressions: 1000 });
  await giveAudio(world, item);
  await world.deps.db
    .updateTable("lineitems")
    .set({ active: true, approved_at: new Date(), notes: "Internal" })
    .where("lineitem_id", "=", item.lineitem_id)
    .execute();
  await deliverAds(world, item, 250, 3_125_000_000);
  await world.deps.db
    .insertInto("delivered_days")
    .values({ lineitem_id: item.lineitem_id, day: "2026-01-12", delivered: 250 })
    .execute();
  await team.lineitem({ campaign_id, name: "Unsold draft" });
  await team.lineitem({ campaign_id: other_id, name: "Rival trains" });
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const share = async (): Promise<string> => {
  const { response, text } = await team.boss.api.post(`/v2/campaigns/${campaign_id}/share`);
  expect(response?.share, text).toMatchObject({ campaign_id });
  return response.share.url;
};

const SECRETS =
  /Rival|draft|IO-SECRET|7,?654|31\.25|12\.345|Pays late|Internal|Rail Media|\/studio|\/v2|\/sign-in|csrf/;

test("a sponsor sees the deliveries of one campaign, without prices or ways elsewhere", async () => {
  const { status, text, headers } = await nobody().open(await share());
  expect(status).toBe(200);
  expect(text).toContain("250 impressions were delivered, 25% of the goal.");
  expect(text).toContain("Trains");
  expect(text).toContain("Acme Rails");
  const read = text.replace(/<head>[\s\S]*<\/head>/, "");
  expect(SECRETS.exec(read)?.[0]).toBeUndefined();
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(headers.get("cache-control")).toContain("no-store");
});

test("no parameter and no path of a curious sponsor shows anything else", async () => {
  const url = await share();
  const plain = (await nobody().open(url)).text;
  for (const query of [
    `?campaign=${other_id}`,
    `?campaign_id=${other_id}&advertiser=1`,
    "?format=csv",
    "?columns=revenue&sort=revenue&size=200",
    "?q=rival&status=DRAFT&danger=behind",
    "?team_id=1&days=9999&from=2000-01-01",
    "?done=created&simulate=1",
  ]) {
    const { text } = await nobody().open(url + query);
    expect(text, query).toBe(plain);
  }
  const token = url.split("/r/")[1] ?? "";
  for (const path of [
    ...[`/r/${token}/edit`, `/r/${token}.csv`, `/r/${token}%00`, `/r/${token}x`],
    ...[`/r/${token.slice(0, -1)}`, `/r/${token.toUpperCase()}`, "/r/", `/r/${campaign_id}`],
    ...[`/r/../r/${token}/../${other_id}`, `/r/${"a".repeat(43)}`, "/r/%27%20or%201=1"],
  ]) {
    const { status, text } = await nobody().open(path);
    expect([400, 404], path).toContain(status);
    expect(text, path).not.toContain("Trains");
  }
  const api = await fetch(`${world.baseUrl}/v2/campaigns/${campaign_id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(api.status).toBe(401);
});

test("an address ends when it is replaced, taken back or over, and when its campaign is deleted", async () => {
  const first = await share();
  const second = await share();
  expect((await nobody().open(first)).status).toBe(404);
  expect((await nobody().open(second)).status).toBe(200);
  const path = `/v2/campaigns/${campaign_id}/share`;
  expect((await team.boss.api.delete(path)).status).toBe(200);
  expect((await team.boss.api.delete(path)).status).toBe(200);
  expect((await nobody().open(second)).status).toBe(404);
  const third = await share();
  await world.deps.db
    .updateTable("campaigns")
    .set({ share_expires_at: new Date(Date.now() - 1000) })
    .where("campaign_id", "=", campaign_id)
    .execute();
  expect((await nobody().open(third)).status).toBe(404);
});

test("the studio shows the address once; the database does not contain it", async () => {
  const path = `/studio/ads/campaigns/${campaign_id}/share`;
  await boss.open(path);
  expect((await boss.submit({ days: "0" })).text).toContain("Enter 1 or more.");
  const { text } = await boss.submit({ days: "7" });
  const url = /href="([^"]*\/r\/[\w-]{43})"/.exec(text)?.[1] ?? "";
  expect((await nobody().open(url)).status).toBe(200);
  expect((await boss.open(path)).text).not.toContain("/r/");
  const row = await world.deps.db
    .selectFrom("campaigns")
    .selectAll()
    .where("campaign_id", "=", campaign_id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(url.split("/r/")[1]);
  expect(row.share_digest).toHaveLength(32);
  await boss.open(path);
  const ended = await boss.submit({}, `/studio/ads/campaigns/${campaign_id}/unshare`);
  expect(ended.text).toContain("The report is not shared any more.");
  expect((await nobody().open(url)).status).toBe(404);
  const analyst = await signedIn(await team.member("analyst"));
  expect((await analyst.open(path)).status).toBe(403);
});
