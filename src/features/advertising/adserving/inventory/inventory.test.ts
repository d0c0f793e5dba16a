/** Tests the inventory over HTTP, from ad requests that web processes recorded: the API, the page and its CSV. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anOpportunity,
  makeCampaign,
  makeLineitem,
  makeTeam,
  type Team,
} from "../../../../../test/setup/bookings.ts";
import { makeShow } from "../../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { type Adserver, openAdserver } from "../actions.ts";

const world = useWorld();
const DAY = 86_400_000;
const START = Date.parse("2026-11-02T00:00:00Z");
let booker: Person;
let team: Team;
let campaign_id: number;
let show_id: number;
let server: Adserver;

/** Two weeks with twenty downloads a day, every fourth in Germany; each has one slot before and one after. */
beforeAll(async () => {
  world.setTime(new Date(START));
  booker = await world.person();
  team = await makeTeam(world, booker);
  campaign_id = await makeCampaign(world, team);
  show_id = await makeShow(world, booker, { title: "Night <i>trains</i>" });
  const others = await makeTeam(world, await world.person());
  server = openAdserver(world.deps);
  for (let n = 0; n < 14 * 20; n += 1) {
    world.setTime(new Date(START + (n * DAY) / 20));
    const country = n % 4 === 0 ? "DE" : "IT";
    await server.chooseAds(anOpportunity(world, team, { show_id, country }));
    await server.chooseAds(anOpportunity(world, others, { show_id: show_id + 1 }));
  }
  await server.flush();
  world.setTime(new Date(START + 14 * DAY));
});
afterAll(() => server.close());

const ask = async (query: string) =>
  (await booker.api.get(`/v2/inventory${query}`)).response.inventory;

test("slots are counted by week, show, position and country, without those of other teams", async () => {
  const all = await ask("?weeks=2");
  expect(all.samples_count).toBe(280);
  // Two weeks of 140 downloads with two slots.
  expect(all.total).toEqual({ forecast: 560, booked: 0, free: 560 });
  expect(all.rows_count).toBe(8);
  const row = { show_id, show_title: "Night <i>trains</i>", booked: 0 };
  expect(all.rows.slice(0, 2)).toEqual([
    { ...row, week: "2026-11-16", position: "preroll", country: "IT", forecast: 105, free: 105 },
    { ...row, week: "2026-11-16", position: "postroll", country: "IT", forecast: 105, free: 105 },
  ]);
  expect(all.rows.at(-1)).toMatchObject({ week: "2026-11-23", country: "DE", forecast: 35 });
  expect((await ask("")).total.forecast).toBe(1120);
  expect((await ask("?weeks=2&country=de&position=preroll")).total.forecast).toBe(70);
  expect((await ask(`?show_id=${show_id + 1}`)).rows).toEqual([]);
});

test("line items book the slots that they would win, and no more than their goal asks for", async () => {
  const booked = (fields: object) =>
    makeLineitem(world, team.team_id, campaign_id, {
      start_date: "2026-11-16",
      end_date: "2026-11-22",
      target_ads_type: JSON.stringify({ type: "INCLUDE", values: ["preroll"] }),
      ...fields,
    });
  const everything = await booked({});
  const first = await ask("?weeks=2&position=preroll");
  expect(first.total).toEqual({ forecast: 280, booked: 140, free: 140 });
  expect(first.rows.at(-1)).toMatchObject({ week: "2026-11-23", booked: 0 });
  expect((await ask("?weeks=2&position=postroll")).total.booked).toBe(0);
  expect((await booker.api.delete(`/v2/lineitems/${everything}`)).status).toBe(200);
  // 40 deliveries need 50 reservations; the replay draws which ad requests get them.
  await booked({ goal_impressions: 40 });
  const { total } = await ask("?weeks=2");
  expect(total.booked).toBeGreaterThan(30);
  expect(total.booked).toBeLessThan(70);
});

test("a line item that begins in some weeks is forecast on as many downloads as one that begins now", async () => {
  const available = async (start_date: string, end_date: string) =>
    (
      await booker.api.post(
        "/v2/lineitems/forecast",
        { campaign_id, start_date, end_date },
        { as: "json" },
      )
    ).response.forecast.available;
  expect(await available("2026-11-16", "2026-11-22")).toBe(140);
  expect(await available("2026-12-14", "2026-12-20")).toBe(140);
});

test("malformed parameters are refused by name, and who reads no team's advertising too", async () => {
  for (const [name, value] of Object.entries({
    weeks: 9,
    show_id: 0,
    position: "x",
    country: "XX",
  })) {
    const { status, error } = await booker.api.get(`/v2/inventory?${name}=${value}`);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [name]]);
  }
  const stranger = await world.person();
  expect((await stranger.api.get("/v2/inventory")).status).toBe(403);
  expect((await stranger.api.get(`/v2/inventory?team_id=${team.team_id}`)).status).toBe(403);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

test("the page shows what its filters say, and the CSV exactly that", async () => {
  const surfer = await signedIn(booker);
  const path = "/studio/ads/inventory?weeks=1&country=DE&sort=-position";
  const { text } = await surfer.open(path);
  expect(text).toContain("Night &lt;i&gt;trains&lt;/i&gt;");
  expect(text).toContain("<dt>Forecast</dt><dd>70</dd>");
  expect(text).toContain('<option value="DE" selected>Germany</option>');
  expect(text).toContain("280 samples");
  const { text: sheet, headers } = await surfer.open(`${path}&format=csv`);
  expect(headers.get("content-type")).toContain("text/csv");
  const [head, ...lines] = sheet.replace("\uFEFF", "").trim().split("\r\n");
  expect(head).toBe("Week from,Show,Position,Country,Forecast,Booked,Free");
  expect(lines.map((line) => line.split(",").slice(0, 5))).toEqual([
    ["2026-11-16", "Night <i>trains</i>", "postroll", "DE", "35"],
    ["2026-11-16", "Night <i>trains</i>", "preroll", "DE", "35"],
  ]);
  const none = await (await signedIn(await bossOfNothing())).open("/studio/ads/inventory");
  expect(none.text).toContain("No slots yet");
});

test("the board says the fill of this week, and where the unsold slots are", async () => {
  const surfer = await signedIn(booker);
  const board = await surfer.open("/studio/ads");
  expect(board.text).toContain('href="/studio/ads?fill=1"');
  expect(board.text).not.toContain("Unsold slots</th>");
  const only = JSON.stringify({ type: "INCLUDE", values: ["preroll"] });
  const { rows } = await world.deps.pool.query("select lineitem_id from lineitems");
  for (const { lineitem_id } of rows) await booker.api.delete(`/v2/lineitems/${lineitem_id}`);
  await makeLineitem(world, team.team_id, campaign_id, {
    ...{ start_date: "2026-11-16", end_date: "2026-11-22", target_ads_type: only },
  });
  const { text } = await surfer.open("/studio/ads?fill=1");
  expect(text).toContain(
    "50% of the 280 slots to come this week (UTC) are booked; 140 are unsold.",
  );
  const table = /<caption>Fill of this week[\s\S]*?<\/table>/.exec(text)?.[0] ?? "";
  const cells = [...table.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/g)].map(([, cell]) => cell);
  const show = "Night &lt;i&gt;trains&lt;/i&gt;";
  expect(cells).toEqual([
    ...["Show", "Position", "Fill", "Unsold slots"],
    ...[show, "After the episode", "0%", "140"],
    ...[show, "Before the episode", "100%", "0"],
  ]);
  const none = await (await signedIn(await bossOfNothing())).open("/studio/ads?fill=1");
  expect(none.text).toContain("There is nothing to compute the fill from");
});

async function bossOfNothing(): Promise<Person> {
  const person = await world.person();
  await makeTeam(world, person);
  return person;
}
