/** Tests lists of episodes over HTTP: states, order, figures at equal age, CSV, rights, publishing and deleting. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let eve: Person;
let browser: Surfer;
let show_id: number;
let ids: number[];

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

beforeAll(async () => {
  ada = await world.person();
  eve = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains", visibility: "PRIVATE" });
  ids = await makeEpisodes(world, show_id, [
    { title: "Old", published_at: ago(40), created_at: ago(40), season_number: 2, tags: ["Sea"] },
    { title: "Young", published_at: ago(3), created_at: ago(3), season_number: 1 },
    { title: "A draft <b>", published_at: null },
    { title: "Planned", published_at: null, auto_published_at: ago(-9) },
    { title: "No audio", type: "DRAFT", media_url: null, published_at: null },
  ]);
  const figures = (downloads: number) =>
    Object.fromEntries(
      [1, 2, 3, 7, 14, 30, 60, 90, 180, 365].flatMap((days) => [
        [`plays_${days}`, days],
        [`downloads_${days}`, downloads + days],
      ]),
    );
  await world.deps.db
    .insertInto("episode_ages")
    .values([
      { episode_id: ids[0] ?? 0, ...figures(100) } as never,
      { episode_id: ids[1] ?? 0, ...figures(5000) } as never,
    ])
    .execute();
  browser = await signedIn(ada);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const titlesIn = (text: string): string[] =>
  [...text.matchAll(/class="row-title">.*?<a href="\/studio\/episodes\/\d+">([^<]*)<\/a>/g)].map(
    ([, title = ""]) => title,
  );

const csvOf = async (path: string): Promise<string[][]> => {
  const { text } = await browser.open(path);
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace(/^\uFEFF/, "").split(","));
};

test("states with their numbers narrow the list, and titles are text", async () => {
  const { text } = await browser.open("/studio/episodes");
  expect(titlesIn(text)).toHaveLength(5);
  expect(text).toContain("A draft &lt;b&gt;");
  expect(text).toMatch(/state=scheduled[^"]*">Scheduled <span class="count">1</);
  expect(text).toMatch(/state=draft[^"]*">Draft <span class="count">2</);
  const drafts = await browser.open(`/studio/shows/${show_id}/episodes?state=draft&sort=title`);
  expect(titlesIn(drafts.text)).toEqual(["A draft &lt;b&gt;", "No audio"]);
  expect(titlesIn((await browser.open("/studio/episodes?season=2")).text)).toEqual(["Old"]);
  expect(titlesIn((await browser.open("/studio/episodes?tag=sea")).text)).toEqual(["Old"]);
  const none = await browser.open("/studio/episodes?q=nowhere");
  expect(none.text).toContain("Nothing matches");
});

test("figures are those of the API, incomplete ones are marked and come last", async () => {
  const { text } = await browser.open("/studio/episodes?sort=-d7");
  expect(titlesIn(text).slice(0, 1)).toEqual(["Old"]);
  const { response } = await ada.api.get(`/v2/shows/${show_id}/statistics/ages?days=1,7,30`);
  const rows = await csvOf("/studio/episodes?sort=-d1&format=csv");
  expect(rows[0]).toEqual([
    "Episode",
    "State",
    "Date",
    "24 hours",
    "7 days",
    "30 days",
    "All time",
  ]);
  expect(rows.slice(1, 3).map(([title]) => title)).toEqual(["Young", "Old"]);
  for (const { title, ages } of response.items) {
    const row = rows.find(([name]) => name === title) ?? [];
    expect(row.slice(3, 6)).toEqual(
      ages.map(({ total_count }: { total_count: number }) => String(total_count)),
    );
  }
  const young = text.split("<tr>").find((row) => row.includes(">Young<")) ?? "";
  expect(young.match(/class="incomplete"/g)).toHaveLength(2);
});

test("the CSV has the rows of all pages and the chosen columns", async () => {
  const rows = await csvOf(
    "/studio/episodes?columns=show,tags,acts&size=25&page=9&format=csv&sort=title",
  );
  expect(rows[0]).toEqual(["Episode", "Show", "Tags"]);
  expect(rows).toHaveLength(6);
  expect(rows.find(([title]) => title === "Old")).toEqual(["Old", "Night Trains", "Sea"]);
});

test("nobody signs in first, strangers see nothing, collaborators and admins edit", async () => {
  const paths = () => [
    `/studio/shows/${show_id}/episodes`,
    `/studio/shows/${show_id}/calendar`,
    ...["publish", "unschedule", "delete", "schedule"].map(
      (act) => `/studio/episodes/${ids[3]}/${act}`,
    ),
  ];
  const nobody = createSurfer(world.baseUrl);
  const stranger = await signedIn(eve);
  const admin = await signedIn(await world.person({ admin: true }));
  for (const path of [...paths(), "/studio/episodes", "/studio/episodes/bulk"])
    expect((await nobody.open(path)).url.pathname, path).toBe("/sign-in");
  for (const path of paths()) {
    expect((await stranger.open(path)).status, path).toBe(404);
    expect((await admin.open(path)).status, path).toBe(200);
  }
  expect((await admin.open(paths()[0] ?? "")).text).toContain("Planned");
  expect((await stranger.open("/studio/episodes")).text).toContain("No episodes yet");
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${eve.user_id}`);
  for (const path of paths()) expect((await stranger.open(path)).status, path).toBe(200);
  expect((await stranger.open("/studio/episodes")).text).toContain("Planned");
  await ada.api.delete(`/v2/shows/${show_id}/collaborators/${eve.user_id}`);
});

test("an episode is published after a question, and deleted after its title", async () => {
  const episode_id = await makeEpisode(world, show_id, { title: "Last call", published_at: null });
  const path = `/studio/episodes/${episode_id}`;
  await browser.open(`${path}/publish?back=${encodeURIComponent("/studio/episodes?sort=title")}`);
  const done = await browser.submit({}, `${path}/publish`);
  expect(done.url.pathname + done.url.search).toBe("/studio/episodes?sort=title&done=published");
  expect(done.text).toContain("The episode was published.");
  const stored = () =>
    world.deps.db
      .selectFrom("episodes")
      .select(["published_at", "deleted_at"])
      .where("episode_id", "=", episode_id)
      .executeTakeFirstOrThrow();
  expect((await stored()).published_at).not.toBeNull();
  await browser.open(`${path}/delete`);
  const refused = await browser.submit({ name: "last call" }, `${path}/delete`);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("not the title");
  expect((await stored()).deleted_at).toBeNull();
  const forged = await browser.submit({ name: "Last call", csrf: "forged" }, `${path}/delete`);
  expect(forged.status).toBe(403);
  await browser.open(`${path}/delete`);
  const gone = await browser.submit({ name: "Last call" }, `${path}/delete`);
  expect(gone.url.pathname).toBe(`/studio/shows/${show_id}/episodes`);
  expect((await stored()).deleted_at).not.toBeNull();
});

test("the list begins with what is scheduled, the next one first, then drafts, then what is published", async () => {
  const planned = await makeShow(world, ada, { title: "Planned", visibility: "PRIVATE" });
  await makeEpisodes(world, planned, [
    { title: "Old", published_at: ago(40), created_at: ago(40) },
    { title: "New", published_at: ago(3), created_at: ago(40) },
    { title: "Old draft", published_at: null, updated_at: ago(20) },
    { title: "Far", published_at: null, auto_published_at: ago(-90) },
    { title: "New draft", published_at: null, updated_at: ago(1) },
    { title: "Near", published_at: null, auto_published_at: ago(-2) },
  ]);
  const path = `/studio/shows/${planned}/episodes`;
  const { text } = await browser.open(path);
  expect(titlesIn(text)).toEqual(["Near", "Far", "New draft", "Old draft", "New", "Old"]);
  expect(text).toContain("Scheduled episodes come first");
  // The first click on the date leads to the newest.
  const byDate = /href="([^"]+)">Date</.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(new URL(byDate, world.baseUrl).searchParams.get("sort")).toBe("-date");
  const dated = titlesIn((await browser.open(byDate)).text);
  expect(dated.slice(2)).toEqual(["Far", "Near", "New", "Old"]);
});

test("a scheduled episode becomes a draft again in its row, and this can be undone", async () => {
  const auto_published_at = ago(-5);
  const episode_id = await makeEpisode(world, show_id, {
    title: "Too soon",
    published_at: null,
    auto_published_at,
  });
  const path = `/studio/episodes/${episode_id}/unschedule`;
  const back = `/studio/shows/${show_id}/episodes?sort=title`;
  const list = await browser.open(back);
  const row = list.text.split("<tr>").find((one) => one.includes(">Too soon<")) ?? "";
  expect(row).toContain(`href="${path}?`);
  expect(row).toContain("Unschedule Too soon");
  // Red is for failures.
  expect(row).toMatch(/class="badge accent">Scheduled</);
  await browser.open(`${path}?${new URLSearchParams({ back })}`);
  const done = await browser.submit({}, path);
  expect(done.url.pathname + done.url.search).toContain(`${back}&done=unscheduled`);
  expect(done.text).toContain("“Too soon” is a draft and no longer scheduled.");
  const planned = async () =>
    (
      await world.deps.db
        .selectFrom("episodes")
        .select("auto_published_at")
        .where("episode_id", "=", episode_id)
        .executeTakeFirstOrThrow()
    ).auto_published_at;
  expect(await planned()).toBeNull();
  const undone = await browser.submit({}, "/studio/episodes/undo");
  expect(undone.text).toContain("The change was undone.");
  expect(await planned()).toEqual(auto_published_at);
  // Whoever is too late changes nothing.
  await world.deps.db
    .updateTable("episodes")
    .set({ published_at: ago(0), auto_published_at: null })
    .where("episode_id", "=", episode_id)
    .execute();
  await browser.open(path);
  const late = await browser.submit({}, path);
  expect(late.url.pathname).toBe(`/studio/shows/${show_id}/episodes`);
  expect(late.url.searchParams.has("done")).toBe(false);
});

test("a return address elsewhere is not followed", async () => {
  const episode_id = await makeEpisode(world, show_id, { title: "Away", published_at: null });
  const path = `/studio/episodes/${episode_id}/publish`;
  await browser.open(`${path}?back=//evil.example/`);
  const { url } = await browser.submit({ back: "//evil.example/" }, path);
  expect(url.pathname).toBe("/studio/episodes");
});
