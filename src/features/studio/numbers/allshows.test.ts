/** Tests the pages of numbers of all shows of a person over HTTP: whose they are, and that each listener counts once. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { DAYS, makeHeardShow, tableOf } from "../../../../test/setup/heardshow.ts";
import { countUp, download, writeBatch } from "../../../../test/setup/ledgers.ts";
import { type Surfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { TABS } from "./layout.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
beforeAll(async () => {
  ({ ada, browser } = await makeHeardShow(world));
});

test("all shows of a person have the same pages", async () => {
  const { text } = await browser.open(`/studio/numbers?${DAYS}`);
  expect(text).toContain("20 plays and downloads: 100% more");
  expect(text).toContain("“Second” (Night &lt;Trains&gt;) made 13 of them");
  const ages = (await browser.open(`/studio/numbers/ages?${DAYS}`)).text;
  expect(ages).toMatch(/“Second”<\/a> \(Night &lt;Trains&gt;\) did best: 18/);
  expect(tableOf(text, "top").map((row) => row.slice(0, 2))).toEqual([
    ["Night &lt;Trains&gt;", "20"],
  ]);
  for (const tab of TABS.slice(1))
    expect((await browser.open(`/studio/numbers/${tab}?${DAYS}`)).status).toBe(200);
});

test("more than ten shows are counted, and lead to the list of all", async () => {
  const cy = await world.person();
  const ids: number[] = [];
  for (let n = 1; n <= 12; n += 1)
    ids.push(await makeShow(world, cy, { title: `Show ${String(n).padStart(2, "0")}` }));
  const dated = { published_at: "2026-06-10 00:00:00+00", created_at: "2026-06-10 00:00:00+00" };
  const show_id = ids[11] ?? 0;
  const episode_id = await makeEpisode(world, show_id, dated);
  await writeBatch(world.deps.db, {
    downloads: [
      download("2026-06-20 10:00:00", "cy", { episode_id, show_id, author_id: cy.user_id }),
    ],
  });
  await countUp(world.deps);
  const surfer = await signedInSurfer(world.baseUrl, cy.username);
  const { text } = await surfer.open(`/studio/numbers?${DAYS}`);
  expect(tableOf(text, "top")).toHaveLength(10);
  expect(text).toContain("Most in these days: Show 12. 10 of 12 are shown.");
  const [, href = ""] = /href="([^"]*list=top[^"]*)">Show all 12 shows</.exec(text) ?? [];
  const all = await surfer.open(href.replaceAll("&amp;", "&"));
  expect(tableOf(all.text, "top")).toHaveLength(12);
  expect(all.text).not.toContain("are shown");
  const sheet = await surfer.open(`/studio/numbers?${DAYS}&list=top&format=csv`);
  expect(sheet.text.trim().split("\r\n")[1]).toBe("Show 12,1");
  expect(sheet.text.trim().split("\r\n")).toHaveLength(13);
  expect((await surfer.open(`/studio/numbers?${DAYS}&list=top&page=9`)).status).toBe(200);
});

test("all shows of a person are those that they may edit, as on the home page, and each listener counts once", async () => {
  const { deps } = world;
  const bob = await world.person();
  const [own, other] = [await makeShow(world, bob, { title: "Own" }), await makeShow(world, ada)];
  await ada.api.put(`/v2/shows/${other}/collaborators/${bob.user_id}`);
  const dated = { published_at: "2026-06-10 00:00:00+00", created_at: "2026-06-10 00:00:00+00" };
  const heard = async (show: number, author_id: number) => ({
    episode_id: await makeEpisode(world, show, { ...dated, title: `Of ${show}` }),
    show_id: show,
    author_id,
  });
  const [mine, theirs] = [await heard(own, bob.user_id), await heard(other, ada.user_id)];
  const at = "2026-06-20 10:00:00";
  await writeBatch(deps.db, {
    downloads: [
      download(at, "one", { ...mine, country: "FR" }),
      download(at, "one", { ...theirs, country: "FR" }),
      download(at, "two", { ...theirs, country: "AT" }),
    ],
  });
  await countUp(deps);
  const surfer = await signedInSurfer(world.baseUrl, bob.username);
  const read = async (tab: string) =>
    (await surfer.open(`/studio/numbers${tab}?${DAYS}&format=csv`)).text
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  const days = (await read("")).filter(([date]) => date === "2026-06-20");
  expect(days.map((row) => row.slice(1, 5))).toEqual([["3", "3", "0", "2"]]);
  expect((await read("/countries")).map(([, , code, n]) => [code, n]).slice(1)).toEqual([
    ["FR", "2"],
    ["AT", "1"],
  ]);
  expect((await read("/hours")).slice(1).reduce((sum, row) => sum + Number(row[2]), 0)).toBe(3);
  expect((await read("/listeners")).filter(([, n]) => n !== "0").slice(1)).toEqual([
    ["2026-06-20", "2", "0"],
  ]);
  expect((await read("/ages")).slice(1)).toHaveLength(2);
  const { text } = await surfer.open(`/studio/numbers?${DAYS}`);
  expect(text).toContain("all 2 shows that you may edit. 1 of them was created by somebody else.");
  expect(text).toContain("Published: Of ");
  expect(tableOf(text, "top").map(([, n]) => n)).toEqual(["2", "1"]);
  await surfer.open("/studio").then((home) => expect(home.text).toContain("all 2 shows"));
});
