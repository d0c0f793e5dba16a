/** Tests reports for sponsors over HTTP: one campaign and nothing else, whatever a curious sponsor tries; the end of a share. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { allPages, allRoutes } from "../../../app.ts";

const world = useWorld({ RATE_LIMIT: "0" });
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

/** The name of every parameter in the API's description. */
async function parameterNames(): Promise<string[]> {
  const file = path.join(import.meta.dirname, "../../../../openapi.json");
  const names = (await readFile(file, "utf8")).matchAll(/"in": "query",\s+"name": "(\w+)"/g);
  return [...new Set([...names].map(([, name = ""]) => name))];
}

test("every parameter that Longwave knows leaves the report as it is", async () => {
  const url = await share();
  const plain = (await nobody().open(url)).text;
  const names = await parameterNames();
  expect(names.length).toBeGreaterThan(50);
  const values = [String(other_id), "true", "Rival campaign", "2020-01-01"];
  for (const value of values)
    for (let at = 0; at < names.length; at += 20) {
      const some = names.slice(at, at + 20).map((name): [string, string] => [name, value]);
      const { status, text } = await nobody().open(`${url}?${new URLSearchParams(some)}`);
      expect(status).toBe(200);
      expect(text, String(some)).toBe(plain);
    }
});

test("the token opens no other page and no operation, as no id and with no method", async () => {
  const url = await share();
  const token = url.split("/r/")[1] ?? "";
  const declared = [...allPages(world.deps), ...allRoutes(world.deps)];
  const paths = declared.flatMap(({ method, path: shape }) =>
    method === "GET" && shape.includes(":") && shape !== "/r/:token"
      ? [shape.replaceAll(/:\w+/g, token)]
      : [],
  );
  expect(paths.length).toBeGreaterThan(100);
  for (const tried of paths) {
    const { text } = await nobody().open(tried);
    expect(/Trains|Acme Rails|Rival/.exec(text)?.[0], tried).toBeUndefined();
  }
  const plain = (await nobody().open(url)).text;
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const answer = await fetch(url, { method, redirect: "manual" });
    expect(answer.status, method).toBeGreaterThanOrEqual(400);
    expect(await answer.text(), method).not.toContain("Trains");
  }
  const pretending = { "x-http-method-override": "DELETE", "x-original-url": "/studio/ads" };
  const answer = await fetch(url, { headers: { ...pretending, cookie: "longwave_session=1" } });
  expect(await answer.text()).toBe(plain);
});

test("the token is no key: as a token, cookie or parameter it opens no record of the campaign", async () => {
  const url = await share();
  const token = url.split("/r/")[1] ?? "";
  const { lineitem_id } = await world.deps.db
    .selectFrom("lineitems")
    .select("lineitem_id")
    .where("campaign_id", "=", campaign_id)
    .orderBy("lineitem_id")
    .executeTakeFirstOrThrow();
  const ids: Record<string, number> = { campaign_id, lineitem_id };
  const paths = [...allPages(world.deps), ...allRoutes(world.deps)].flatMap(
    ({ method, path: shape }) =>
      method === "GET" &&
      shape !== "/v2/campaigns-countries" &&
      /campaign|lineitem|advertiser|audit|\/ads/.test(shape)
        ? [shape.replaceAll(/:(\w+)/g, (_, name) => String(ids[name] ?? 1))]
        : [],
  );
  expect(paths.length).toBeGreaterThan(30);
  const headers = { authorization: `Bearer ${token}`, cookie: `longwave_session=${token}` };
  for (const tried of paths) {
    const query = new URLSearchParams({
      token,
      key: token,
      share: token,
      subject: `campaign:${campaign_id}`,
    });
    const answer = await fetch(`${world.baseUrl}${tried}?${query}`, {
      headers,
      redirect: "manual",
    });
    expect(answer.status, tried).not.toBe(200);
    expect(/Trains|Acme Rails|Rival|Winter/.exec(await answer.text())?.[0], tried).toBeUndefined();
  }
});

test("who shared a report, until when, and who stopped it is in the audit log, without the address", async () => {
  const api = await share();
  await boss.open(`/studio/ads/campaigns/${campaign_id}/share`);
  await boss.submit({}, `/studio/ads/campaigns/${campaign_id}/unshare`);
  const { response } = await team.boss.api.get(`/v2/audit?subject=campaign:${campaign_id}&limit=2`);
  const [ended, shared] = response.items;
  const actor = { user_id: team.boss.user_id };
  expect(shared).toMatchObject({ action: "share", via: "token", actor });
  expect(shared.after).toMatchObject({ share_digest: "withheld" });
  expect(Date.parse(shared.after.share_expires_at)).toBeGreaterThan(Date.now());
  expect(ended).toMatchObject({ action: "unshare", via: "page", actor });
  expect(ended.after).toEqual({ share_digest: null, share_expires_at: null });
  expect(JSON.stringify(response)).not.toContain(api.split("/r/")[1]);
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
