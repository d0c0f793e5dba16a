/** Tests the frame of the studio over HTTP: navigation, search, notices, keys, old addresses. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { allPages } from "../../../app.ts";
import { ASSETS, ASSETS_VERSION } from "./assets.ts";
import {
  AD_PAGES,
  currentEntry,
  episodeEntries,
  OPERATE_PAGES,
  PERSONAL,
  STUDIO,
  showEntries,
  showTabs,
  studioEntries,
} from "./navigation.ts";
import { doneView } from "./views.ts";
import { frameWords } from "./words.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
let show_id: number;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains", visibility: "PRIVATE" });
  await makeEpisode(world, show_id, { title: "100% across the border", published_at: null });
  browser = await signedIn(ada);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

test("every entry of the navigation leads to a page", () => {
  const known = new Set(
    allPages(world.deps)
      .filter(({ method }) => method === "GET")
      .map(({ path }) => path.replace(/:\w+/g, "7")),
  );
  const entries = [
    ...[
      ...studioEntries({ hasAds: true, isMember: true, isAdmin: true }),
      ...AD_PAGES,
      ...OPERATE_PAGES,
      ...PERSONAL,
    ],
    ...[...showEntries(7), ...showTabs(7), ...episodeEntries(7)],
  ];
  expect(entries.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
});

test("the entry of a page is the one whose path is the longest start of its address", () => {
  const entries = [...STUDIO, ...showEntries(7)];
  expect(currentEntry(entries, "/studio?offset=24")?.path).toBe("/studio");
  expect(currentEntry(entries, "/studio/shows?q=a")?.path).toBe("/studio/shows");
  expect(currentEntry(entries, "/studio/shows/7/episodes/new")?.name).toBe("new_episode");
  expect(currentEntry(entries, "/studio/showsandmore")).toBeUndefined();
});

test("the navigation marks the page and lists the person's shows only", async () => {
  const { text } = await browser.open("/studio/shows");
  expect(text).toContain('<a href="/studio/shows" aria-current="page">Shows</a>');
  expect(text).toContain("Night Trains");
  const other = await signedIn(await world.person());
  expect((await other.open("/studio/shows")).text).not.toContain("Night Trains");
});

test("search finds one's own shows, episodes and pages, and nothing of others", async () => {
  const found = async (surfer: Surfer, q: string) =>
    (await surfer.open(`/studio/find?q=${encodeURIComponent(q)}`)).text
      .split("data-found>")[1]
      ?.split("</main>")[0];
  expect(await found(browser, "nIGHT")).toContain("Night Trains");
  expect(await found(browser, "border")).toContain("100% across the border");
  expect(await found(browser, "100%")).toContain("100% across the border");
  // A wildcard is a character like any other.
  expect(await found(browser, "1%border")).not.toContain("across");
  expect(await found(browser, "keyboard")).toContain('href="/studio/keys"');
  const other = await signedIn(await world.person());
  expect(await found(other, "border")).toContain("Nothing found for “border”");
  expect(await found(browser, "<img src=x>")).toContain("&lt;img src=x&gt;");
});

test("only known texts are shown after an act, and one can be taken back", async () => {
  expect((await browser.open("/studio/style?done=sent")).text).toContain("data-done");
  expect((await browser.open("/studio/style?done=toString")).text).not.toContain("data-done");
  const done = { text: "Deleted <b>", undo: { action: "/undo", fields: { id: '"7' } } };
  const { text } = doneView("deleted", done, frameWords("en"), () => "token");
  expect(text).toContain("Deleted &lt;b&gt;");
  expect(text).toContain('name="csrf" value="token"');
  expect(text).toContain('name="id" value="&quot;7"');
});

test.each([
  ["/your-shows", "/studio"],
  ["/your-shows/new", "/studio/shows/new"],
  ["/your-shows/import", "/studio/import"],
])("%s has moved to %s", async (from, to) => {
  const { status, headers } = await fetch(world.baseUrl + from, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([308, to]);
});

test("addresses of one record have moved, too", async () => {
  const { url } = await browser.open(`/your-shows/${show_id}/upload`);
  expect(url.pathname).toBe(`/studio/shows/${show_id}/episodes/new`);
});

test("scripts last forever at their version, compressed, and nothing else is served", async () => {
  expect([...ASSETS.keys()]).toContain("frame/browser/frame.js");
  const get = (path: string) => fetch(`${world.baseUrl}/assets/studio/${path}`);
  const script = await get(`${ASSETS_VERSION}/frame/browser/frame.js`);
  expect(script.headers.get("cache-control")).toContain("immutable");
  expect(script.headers.get("content-type")).toContain("text/javascript");
  expect(script.headers.get("content-encoding")).not.toBeNull();
  const style = await get("another/frame/browser/studio.css");
  expect(style.headers.get("cache-control")).toBe("no-cache");
  expect(style.headers.get("content-type")).toContain("text/css");
  expect((await get(`${ASSETS_VERSION}/frame/browser/..%2Froutes.ts`)).status).toBe(404);
});

test("a list is downloaded as it is shown", async () => {
  const { text } = await browser.open("/studio/shows?columns=title,drafts&format=csv");
  expect(text).toBe("Show,Drafts\r\nNight Trains,1\r\n");
});

test("one signs out by a page of its own", async () => {
  const surfer = await signedIn(ada);
  await surfer.open("/sign-out");
  expect((await surfer.submit({}, "/sign-out")).url.pathname).toBe("/sign-in");
  expect((await surfer.open("/studio")).url.pathname).toBe("/sign-in");
});

test("search finds pages by other words for them, of a show too", async () => {
  const found = async (q: string) =>
    (await browser.open(`/studio/find?q=${q}`)).text.split("data-found>")[1];
  expect(await found("comments")).toContain(`href="/studio/shows/${show_id}/messages"`);
  expect(await found("comments")).toContain('href="/studio/messages"');
  expect(await found("upload")).toContain('href="/studio/episodes/new"');
  expect(await found("ments")).not.toContain('href="/studio/messages"');
  expect(await found("subtitles")).toMatch(/href="\/studio\/episodes\/\d+\/transcript"/);
  expect(await found("transcripts")).toContain("100% across the border");
  for (const [lang, q] of [
    ["de", "Untertitel"],
    ["es", "subtítulos"],
    ["fr", "sous-titres"],
    ["it", "sottotitoli"],
  ])
    expect(await found(`${q}&c=${lang}`)).toMatch(/href="\/studio\/episodes\/\d+\/transcript"/);
});
