/** Tests the studio's home over HTTP: what needs a person, this week against the last, episodes at equal age. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { countUp, download, openLedgers, writeBatch } from "../../../../test/setup/ledgers.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { allPages } from "../../../app.ts";
import { type Found, needsOf } from "./needs/rules.ts";

const world = useWorld();
const NOW = new Date("2026-06-30T12:00:00Z");
const DRAFT = { type: "DRAFT", published_at: null, media_url: null } as const;
let ada: Person;
let browser: Surfer;

beforeAll(async () => {
  ada = await world.person();
  browser = await signedIn(ada);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

/** The lines of what needs the person, with the paths of their acts. */
async function needs(surfer = browser): Promise<string[]> {
  const { text } = await surfer.open("/studio");
  const list = /<ul class="needs">(.*?)<\/ul>/s.exec(text)?.[1] ?? "";
  return [...list.matchAll(/<p>(.*?)<\/p>.*?<a href="(.*?)">/gs)].map(
    ([, line, href]) => `${line} → ${href}`,
  );
}

test("a new creator is led to a first show", async () => {
  const fresh = await signedIn(await world.person());
  const { text } = await fresh.open("/studio");
  expect(text).toContain("Your first show starts here");
  expect(text).toContain('href="/studio/shows/new"');
  expect(text).toContain('href="/studio/import"');
  expect(text).not.toContain("Needs you");
});

test("each thing that needs the person is one line with its act, for nobody else", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, ada, { title: "Night & Trains", category_id: 92 });
  expect((await browser.open("/studio")).text).toContain("Nothing needs you right now.");
  const failed = await makeEpisode(world, show_id, {
    type: "RECORDED",
    title: "Broken <i>",
    published_at: null,
    encoding_status: "ERROR",
    encoding_error: "This is a text, not audio.",
  });
  const old = await makeEpisode(world, show_id, {
    ...DRAFT,
    title: "Forgotten",
    updated_at: new Date(Date.now() - 40 * 86_400_000),
  });
  await makeEpisode(world, show_id, { ...DRAFT, title: "Fresh" });
  const unready = await makeEpisode(world, show_id, {
    ...DRAFT,
    title: "Tomorrow",
    auto_published_at: new Date(Date.now() + 86_400_000),
  });
  const out = await makeEpisode(world, show_id, { title: "Out" });
  const bob = await world.person();
  const write = async (text: string, by: Person) =>
    (await by.api.post(`/v2/episodes/${out}/messages`, { text })).response.message.message_id;
  await write("A question", bob);
  const rude = await write("Something rude", bob);
  await ada.api.post(`/v2/episodes/${out}/messages/${rude}/report-abuse`, { reason: "rude" });
  const skipped = [{ item: 1, title: null, reason: "no enclosure" }];
  const { import_id } = await db
    .insertInto("imports")
    .values({
      user_id: ada.user_id,
      feed_url: "https://salt.example/feed.xml",
      state: "DONE",
      report: JSON.stringify({ title: "Salt", skipped }),
    })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  const lines = await needs();
  const expected = [
    `The audio of “Broken &lt;i&gt;” can’t be used. → /studio/episodes/${failed}`,
    `“Tomorrow” has no audio yet, and is scheduled for`,
    `The feed of “Night &amp; Trains” breaks 1 rule of the podcast directories. → /studio/shows/${show_id}/feed`,
    `The import of “Salt” skipped 1 episode. → /studio/imports/${import_id}`,
    `1 message on “Night &amp; Trains” was reported. → /studio/shows/${show_id}/messages?only=reported`,
    `2 messages on “Night &amp; Trains” have no answer. → /studio/shows/${show_id}/messages?only=unanswered`,
    `“Forgotten” has been a draft since`,
  ];
  expect(lines.map((line, at) => line.slice(0, expected[at]?.length))).toEqual(expected);
  expect(lines[1]).toContain(`/studio/episodes/${unready}`);
  expect(lines.at(-1)).toContain(`/studio/episodes/${old}`);
  expect((await browser.open("/studio")).text).toContain(
    "This file is not a recording. Choose an audio file",
  );
  await write("An answer", ada);
  expect((await needs()).join()).not.toContain("no answer");
  expect((await (await signedIn(bob)).open("/studio")).text).not.toContain("Night");
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  expect((await needs(await signedIn(bob))).join()).toContain("Broken");
});

test("episodes and unanswered messages are counted as the lists behind them", async () => {
  const zoe = await world.person();
  const surfer = await signedIn(zoe);
  const show_id = await makeShow(world, zoe, { title: "Counted" });
  const out = await makeEpisode(world, show_id);
  await makeEpisode(world, show_id);
  await makeEpisode(world, show_id, { hidden: true });
  await makeEpisode(world, show_id, { visibility: "PRIVATE" });
  await makeEpisode(world, show_id, DRAFT);
  const [bob, rude] = [await world.person(), await world.person()];
  const old = await bob.api.post(`/v2/episodes/${out}/messages`, { text: "Years ago" });
  await world.deps.db
    .updateTable("messages")
    .set({ created_at: new Date(Date.now() - 400 * 86_400_000) })
    .where("message_id", "=", old.response.message.message_id)
    .execute();
  const hidden = await rude.api.post(`/v2/episodes/${out}/messages`, { text: "Rude" });
  await world.deps.db
    .updateTable("messages")
    .set({ hidden_at: new Date() })
    .where("message_id", "=", hidden.response.message.message_id)
    .execute();
  const home = await surfer.open("/studio");
  expect(home.text).toContain("2 published · 2 not public · 1 draft");
  expect(home.text).toContain("1 message on “Counted” has no answer.");
  const unanswered = await surfer.open(`/studio/shows/${show_id}/messages?only=unanswered`);
  expect(unanswered.text).toContain("Years ago");
  expect(unanswered.text).not.toContain("Rude");
  const sheet = (await surfer.open("/studio/shows?format=csv")).text.trim().split("\r\n");
  const [names = [], counts = []] = sheet.map((line) => line.split(","));
  const countOf = (name: string) => counts[names.indexOf(name)];
  expect([countOf("Published"), countOf("Not public"), countOf("Drafts")]).toEqual(["2", "2", "1"]);
  for (const [state, count] of [
    ["published", 2],
    ["draft", 1],
  ] as const) {
    const rows = await surfer.open(`/studio/shows/${show_id}/episodes?state=${state}&format=csv`);
    expect(rows.text.trim().split("\r\n")).toHaveLength(1 + count);
  }
  expect(unanswered.text).toMatch(/Unanswered <span class="count">1</);
  // The page says whose shows they are; one’s own come first.
  expect(home.text).toContain("These figures are those of the show that you may edit.");
  await zoe.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  await makeShow(world, bob, { title: "Bob’s" });
  await makeShow(world, zoe, { title: "Zoe’s second" });
  const his = await signedIn(bob);
  const { text } = await his.open("/studio");
  expect(text).toContain(
    "These figures are those of all 2 shows that you may edit. 1 of them was created by somebody else.",
  );
  const menu = text.slice(text.indexOf("Your shows"));
  expect(menu.indexOf("Bob’s")).toBeLessThan(menu.indexOf("Counted"));
  const messages = await surfer.open("/studio/messages");
  expect(messages.text).toMatch(/Unanswered <span class="count">1</);
});

test("the list of shows begins with what was made or changed last", async () => {
  const eve = await world.person();
  const long = (days: number) => new Date(Date.now() - days * 86_400_000);
  const [aster, , zinnia] = [
    await makeShow(world, eve, { title: "Aster", updated_at: long(30) }),
    await makeShow(world, eve, { title: "Mallow", updated_at: long(20) }),
    await makeShow(world, eve, { title: "Zinnia" }),
  ];
  const surfer = await signedIn(eve);
  const titles = async () =>
    (await surfer.open("/studio/shows?format=csv")).text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0]);
  expect(await titles()).toEqual(["Zinnia", "Mallow", "Aster"]);
  await makeEpisode(world, aster, { ...DRAFT, updated_at: new Date() });
  await makeEpisode(world, zinnia, { ...DRAFT, updated_at: long(40) });
  expect(await titles()).toEqual(["Aster", "Zinnia", "Mallow"]);
  const list = (await surfer.open("/studio/shows?sort=title")).text;
  expect(list.indexOf("Aster</a>")).toBeLessThan(list.indexOf("Mallow</a>"));
});

test("the act of every line leads to a page", () => {
  const episode = { episode_id: 7, title: "", show_title: "", total: 9 };
  const show = { show_id: 7, title: "", n: 2 };
  const skipped = { import_id: 7, feed_url: null, title: null };
  const found: Found = {
    failed: [{ ...episode, encoding_error: null }],
    unready: [{ ...episode, auto_published_at: NOW }],
    oldDrafts: [{ ...episode, updated_at: NOW }],
    badCovers: [show],
    brokenFeeds: [show],
    reported: [show],
    unanswered: [show],
    badImports: [
      { ...skipped, state: "FAILED", skipped: 0 },
      { ...skipped, state: "DONE", skipped: 2 },
    ],
  };
  const few = {
    ...found,
    oldDrafts: [{ ...episode, total: 1, updated_at: NOW }],
    reported: [show, show],
    unanswered: [show, show, { ...show, n: 5 }],
  };
  const lines = [found, few].flatMap((one) => needsOf(one, String));
  expect(new Set(lines.map(({ text }) => text)).size).toBe(13);
  expect(lines).toContainEqual({
    text: "unanswered_shows",
    n: 9,
    fill: { shows: "3" },
    isUrgent: false,
    href: "/studio/messages?only=unanswered",
  });
  const pages = allPages(world.deps)
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path.replace(/:\w+/g, "7"));
  for (const { href } of lines) expect(pages).toContain(href.replace(/\?.*/, ""));
});

test("this week is compared with the week before, for each show and in sum", async () => {
  const { deps } = world;
  world.setTime(NOW);
  const zoe = await world.person();
  const show_id = await makeShow(world, zoe, { title: "Salt" });
  const quiet = await makeShow(world, zoe, { title: "Quiet" });
  await openLedgers(deps.db);
  const published_at = "2026-06-01 00:00:00+00";
  const made = { published_at, created_at: published_at };
  const episode_id = await makeEpisode(world, show_id, { ...made, title: "First" });
  await makeEpisode(world, quiet, { ...made, title: "Unheard" });
  const heard = { episode_id, show_id, author_id: zoe.user_id };
  const days = ["2026-06-18", "2026-06-28", "2026-06-29", "2026-06-30"];
  await writeBatch(deps.db, {
    downloads: days.map((day) => download(`${day} 10:00:00`, day, heard)),
  });
  await countUp(deps);
  const surfer = await signedIn(zoe);
  const { text } = await surfer.open("/studio");
  // Today is not over.
  expect(text).toContain(
    "2 plays and downloads in the last 7 days, 100% more than in the 7 days before.",
  );
  const rows = [...text.matchAll(/<tr class="home-show">(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    row
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
  expect(rows).toEqual([
    "Salt 1 published 2 1 +100% New episode : Salt",
    "Quiet 1 published 0 0 – New episode : Quiet",
  ]);
  expect(text).toContain('aria-label="1 in the 7 days before, 2 in the last 7 days"');
  expect(text).toMatch(/First<\/a>.*?First 7 days/s);
});
