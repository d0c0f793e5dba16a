/** Tests over HTTP that people keep views of lists: saved, opened, replaced, deleted, each only by their own. */
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { type Surfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let boss: Surfer;

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedInSurfer(world.baseUrl, team.boss.username);
  await team.campaign({ name: "Winter" });
  await team.lineitem({ name: "Night trains", priority_id: 30 });
  await team.lineitem({ name: "Day trains", priority_id: 50 });
});

/** Name → address of the views in the bar, and of the link after them. */
const viewsIn = (text: string): [href: string, name: string][] => {
  const [, bar = ""] = /<nav class="saved-views"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  return [...bar.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href = "", name = ""]) => [
    href.replaceAll("&amp;", "&"),
    name,
  ]);
};
const hrefOf = (text: string, name: string): string =>
  viewsIn(text).find(([, own]) => own === name)?.[0] ?? "";

/** Saves what a list shows under a name, as a person does. */
async function save(surfer: Surfer, list: string, name: string) {
  const { text } = await surfer.open(list);
  await surfer.open(hrefOf(text, "Save this view"));
  return surfer.submit({ name });
}

test("a view keeps filters, search, order and columns, and opens them again", async () => {
  const saved = await save(
    boss,
    "/studio/ads?priority=30&q=trains&sort=-goal&columns=name,goal&page=3",
    "High <b>",
  );
  expect(saved.text).toContain("View saved.");
  expect(saved.url.pathname).toBe("/studio/ads");
  const { text } = await boss.open("/studio/ads");
  const view = await boss.open(hrefOf(text, "High &lt;b&gt;"));
  const params = Object.fromEntries(view.url.searchParams);
  expect(params).toEqual({ priority: "30", q: "trains", sort: "-goal", columns: "name,goal" });
  expect(view.text).toContain('aria-current="true">High &lt;b&gt;</a>');
  expect(view.text).toContain("Night trains");
  expect(view.text).not.toContain("Day trains");
  // What is open is saved already.
  expect(hrefOf(view.text, "Save this view")).toBe("");
});

test("lists have views of their own, and a name is used once in each", async () => {
  await save(boss, "/studio/ads/campaigns?sort=name", "Mine");
  await save(boss, "/studio/ads?sort=name", "Mine");
  await save(boss, "/studio/ads?sort=-end", "Mine");
  const campaigns = await boss.open("/studio/ads/campaigns");
  expect(viewsIn(campaigns.text).map(([, name]) => name)).toEqual(["Mine", "Save this view"]);
  expect(hrefOf(campaigns.text, "Mine")).toBe("/studio/ads/campaigns?sort=name");
  const items = await boss.open("/studio/ads");
  expect(viewsIn(items.text).map(([, name]) => name)).toEqual([
    "High &lt;b&gt;",
    "Mine",
    "Save this view",
  ]);
  expect(hrefOf(items.text, "Mine")).toBe("/studio/ads?sort=-end");
});

test("a view is deleted once its name was typed", async () => {
  await save(boss, "/studio/ads?sort=status", "For a day");
  const open = await boss.open("/studio/ads?sort=status");
  await boss.open(hrefOf(open.text, "Delete this view"));
  expect((await boss.submit({ name: "Another" })).text).toContain("That is not its name.");
  const { text, url } = await boss.submit({ name: "For a day" });
  expect(text).toContain("View deleted.");
  expect(url.searchParams.get("sort")).toBe("status");
  expect(hrefOf(text, "For a day")).toBe("");
});

test("a view that its list does not open as it was saved is deleted where views are saved", async () => {
  await boss.open("/studio/ads/views/new?list=lineitems&params=status%3DGONE");
  await boss.submit({ name: "Of <i>yore" });
  const { text } = await boss.open("/studio/ads?status=GONE");
  expect(hrefOf(text, "Delete this view")).toBe("");
  const form = await boss.open(hrefOf(text, "Save this view"));
  const [, to = ""] =
    /href="([^"]+)" aria-label="Delete this view: Of &lt;i&gt;yore"/.exec(form.text) ?? [];
  await boss.open(to);
  expect((await boss.submit({ name: "Of <i>yore" })).text).toContain("View deleted.");
});

test("nobody sees, opens or deletes the views of others, even in the same team", async () => {
  const analyst = await signedInSurfer(world.baseUrl, (await team.member("analyst")).username);
  expect(viewsIn((await analyst.open("/studio/ads")).text).map(([, name]) => name)).toEqual([
    "Save this view",
  ]);
  const saved = await save(analyst, "/studio/ads?sort=name", "An analyst’s");
  expect(saved.text).toContain("View saved.");
  const { view_id } = await world.deps.db
    .selectFrom("saved_views")
    .select("view_id")
    .where("name", "=", "Mine")
    .executeTakeFirstOrThrow();
  expect((await analyst.open(`/studio/ads/views/${view_id}/delete`)).status).toBe(404);
  await analyst.open("/settings");
  const to = `/studio/ads/views/${view_id}/delete`;
  expect((await analyst.submit({ name: "Mine" }, "/sign-out", to)).status).toBe(404);
  const stranger = await signedInSurfer(world.baseUrl, (await world.person()).username);
  expect((await stranger.open("/studio/ads/views/new")).status).toBe(403);
});

test("a view leads nowhere but to its list, and there are at most 50", async () => {
  const form = "/studio/ads/views/new?list=lineitems&params=";
  await boss.open(
    form + encodeURIComponent("sort=name&done=deleted&__proto__=1&format=csv&q=a%26b"),
  );
  const saved = await boss.submit({ name: "Odd" });
  expect(hrefOf(saved.text, "Odd")).toBe("/studio/ads?q=a%26b&sort=name");
  await boss.open("/studio/ads/views/new?list=//evil.example&params=x");
  expect((await boss.submit({ name: "" })).status).toBe(400);
  expect((await boss.submit({ name: "x".repeat(61) })).status).toBe(400);
  expect((await boss.submit({ name: "Evil", list: "//evil.example" })).status).toBe(400);
  // An invisible name, in zero-width spaces.
  expect((await boss.submit({ name: "\u200b\u200b" })).status).toBe(400);
  const { user_id } = team.boss;
  const many = Array.from({ length: 60 }, (_, at) => ({
    ...{ user_id, list: "campaigns", name: `View ${at}`, params: "" },
  }));
  await world.deps.db.insertInto("saved_views").values(many.slice(0, 49)).execute();
  const full = await save(boss, "/studio/ads/campaigns?sort=end", "One too many");
  expect(full.status).toBe(400);
  expect(full.text).toContain("50 views");
  expect((await save(boss, "/studio/ads/campaigns?sort=end", "View 7")).text).toContain(
    "View saved.",
  );
});
