/** Tests over HTTP how a line item's diagnosis leads to a change: the sentence, the comparison, and applying it. */
import { beforeAll, expect, test } from "vitest";
import { deliverAds, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { anOpportunity, makeLineitem } from "../../../../test/setup/bookings.ts";
import { type Surfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { openAdserver } from "../../advertising/adserving/actions.ts";

const world = useWorld();
const DAY = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const only = (...values: string[]) => ({ type: "INCLUDE", matcher: "ONE_OF", values });
const json = (value: object) => JSON.stringify(value);

let team: Team;
let boss: Surfer;
let sale: number;
let starving: number;
let path: string;

/** Of 4 downloads, all of which are sampled, one is in Austria; “Spring sale” takes each first slot. */
beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedInSurfer(world.baseUrl, team.boss.username);
  const { campaign_id } = await team.campaign({ name: "Winter" });
  const booked = (fields: object) =>
    makeLineitem(world, team.team_id, campaign_id, {
      ...{ start_date: day(-10), end_date: day(30), goal_impressions: 1000 },
      ...fields,
    });
  sale = await booked({
    ...{ name: "Spring sale <b>", priority_id: 30 },
    target_ads_type: json(only("preroll")),
  });
  starving = await booked({
    ...{ name: "Night trains", goal_pacing: "PACED" },
    target_geo: json(only("IT")),
    target_ads_type: json(only("preroll")),
  });
  path = `/studio/ads/lineitems/${starving}`;
  const server = openAdserver(world.deps);
  for (let n = 0; n < 4; n += 1)
    await server.chooseAds(anOpportunity(world, team, { country: n === 0 ? "AT" : "IT" }));
  await server.flush();
  await server.close();
  await deliverAds(world, { lineitem_id: starving }, 86);
  await world.deps.db
    .insertInto("pacing")
    .values({ lineitem_id: starving, due: 100, projected: 300, on_track: false })
    .execute();
});

const textOf = (html: string) => html.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
const sentenceIn = (text: string) => /<p class="ad-sentence">(.*?)<\/p>/s.exec(text)?.[1] ?? "";
const detail = async () => (await team.boss.api.get(`/v2/lineitems/${starving}`)).response.lineitem;

test("the diagnosis is one sentence, and each of its numbers leads to what it is computed from", async () => {
  const { text } = await boss.open(path);
  const sentence = sentenceIn(text);
  expect(textOf(sentence)).toBe(
    "Behind by 14%: 100% of its slots (3) go to “Spring sale &lt;b&gt;” (priority: High) and 1 download (25%) was outside its countries.",
  );
  expect(sentence).toContain('<a href="#curve">Behind by 14%</a>');
  expect(sentence).toContain('<a href="#takers">100%</a>');
  expect(sentence).toContain(`<a href="/studio/ads/lineitems/${sale}">Spring sale`);
  for (const [, id = ""] of sentence.matchAll(/href="#([^"]+)"/g))
    expect(text, id).toContain(`id="${id}"`);
  expect(text).toContain("Simulate what would help");
});

test.each([
  ["de", "1 Download (25 %) lag außerhalb der Länder."],
  ["es", "1 descarga (25 %) estaba fuera de sus países."],
  ["fr", "1 téléchargement (25 %) était hors de ses pays."],
  ["it", "1 download (25%) era fuori dai suoi paesi."],
])("one download is one in %s", async (language, sentence) => {
  const reader = await signedInSurfer(world.baseUrl, team.boss.username, {
    "accept-language": language,
  });
  const { text } = await reader.open(path);
  expect(textOf(text).replace(/[\u00a0\u202f]/g, " ")).toContain(sentence);
});

test("once simulated, the sentence says what would help", async () => {
  const { text } = await boss.open(`${path}?simulate=1`);
  const sentence = sentenceIn(text);
  expect(textOf(sentence)).toContain(
    "was outside its countries. Running at all positions would bring it to 109% of the goal.",
  );
  expect(sentence).toMatch(/<a href="#change-[a-z]+">\d+%<\/a>/);
  const [, id = ""] = /href="#(change-[^"]+)"/.exec(sentence) ?? [];
  expect(text).toContain(`<li id="${id}">`);
});

test("changes that bring the same are named together", async () => {
  const { campaign_id } = await detail();
  const small = await makeLineitem(world, team.team_id, campaign_id, {
    ...{ name: "Austrians", start_date: day(-1), end_date: day(30), goal_impressions: 90_000 },
    ...{ target_geo: json(only("AT")), target_ads_type: json(only("postroll")) },
  });
  const { text } = await boss.open(`/studio/ads/lineitems/${small}?simulate=1`);
  expect(textOf(sentenceIn(text))).toMatch(
    /Running in all countries or adding Italy would bring it to \d+% of the goal\.$/,
  );
});

test("a change is compared with today, and nothing is reserved, counted or changed", async () => {
  const state = async () =>
    Promise.all([
      world.deps.db.selectFrom("decision_counts").selectAll().execute(),
      world.deps.db.selectFrom("opportunities").selectAll().execute(),
      detail(),
    ]);
  const before = await state();
  const { text } = await boss.open(`${path}/change?change=positions`);
  expect(textOf(text)).toContain("Running at all positions: simulated on the last 28 days.");
  expect(text).toMatch(/Positions<\/th><td>only Before the episode<\/td><td>no restriction</);
  expect(textOf(text)).toMatch(/Expected at the end ?86 ?[\d,]+ ?\+[\d,]+/);
  expect(await state()).toEqual(before);
  const country = await boss.open(`${path}/change?change=country&country=AT`);
  expect(country.text).toMatch(/<td>only Italy<\/td><td>only Italy, Austria</);
});

test("the change is applied as it was compared, once, and not over somebody else's", async () => {
  await boss.open(`${path}/change?change=country&country=AT`);
  await team.boss.api.post(`/v2/lineitems/${starving}`, { notes: "Called the client" });
  const refused = await boss.submit({});
  expect(refused.status).toBe(412);
  expect(refused.text).toContain("This line item has changed since the page was opened.");
  expect((await detail()).target_geo.values).toEqual(["IT"]);
  const applied = await boss.submit({});
  expect(applied.text).toContain("Applied.");
  expect(await detail()).toMatchObject({
    notes: "Called the client",
    target_geo: { values: ["IT", "AT"] },
  });
  // Nothing is left of it to compare.
  const again = await boss.open(`${path}/change?change=country&country=AT`);
  expect(again.url.pathname).toBe(path);
});

test("analysts and others cannot compare or apply changes", async () => {
  const analyst = await signedInSurfer(world.baseUrl, (await team.member("analyst")).username);
  expect(sentenceIn((await analyst.open(path)).text)).not.toBe("");
  expect((await analyst.open(`${path}/change?change=priority`)).status).toBe(403);
  await analyst.open("/settings");
  const fields = { change: "priority", revision: "1" };
  expect((await analyst.submit(fields, "/sign-out", `${path}/change`)).status).toBe(403);
});

test.each(["", "?change=evil", "?change=country", "?change=country&country=XX", "?change=daily"])(
  "a change that changes nothing leads back and says so: %j",
  async (query) => {
    const { url, status, text } = await boss.open(`${path}/change${query}`);
    expect([status, url.pathname]).toEqual([200, path]);
    expect(text).toContain("That would change nothing now.");
  },
);

test("what is canceled for good loses slots to nobody, and no change is proposed", async () => {
  await team.boss.api.post(`/v2/lineitems/${starving}`, { canceled: true });
  const { text } = await boss.open(`${path}?simulate=1`);
  expect(textOf(sentenceIn(text))).toMatch(/^Of 4 downloads .* slots?\. It was canceled\./);
  expect(sentenceIn(text)).not.toContain("#takers");
  expect(text).not.toContain("would help");
  expect((await boss.open(`${path}/change?change=week`)).url.pathname).toBe(path);
});
