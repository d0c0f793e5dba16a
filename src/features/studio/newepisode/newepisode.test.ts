/** Tests new episodes and imports over HTTP, as a browser without scripts uses them: rights, forms with files, drafts. */
import { readdir } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeFeed } from "../../../../test/setup/feeds.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { createSurfer, type Sight, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ MAX_UPLOAD_BYTES: "200000" });
let ada: Person;
let eve: Person;
let show_id: number;
let episode_id: number;
let import_id: number;
beforeAll(async () => {
  ada = await world.person();
  eve = await world.person();
  show_id = await makeShow(world, ada, { visibility: "PRIVATE" });
  episode_id = await makeEpisode(world, show_id, { title: "A secret draft", published_at: null });
  const asked = await ada.api.post("/v2/imports", { feed_url: "https://secret.example/feed" });
  import_id = asked.response.import.import_id;
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  return browser;
}

const tokenIn = ({ text }: Sight): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** A form with its parts in this order. */
function formOf(...parts: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const form = new FormData();
  for (const [name, value, filename] of parts)
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, filename ?? "file");
  return form;
}

const SOUND = new Blob([Buffer.alloc(1000)]);
const leftovers = () => readdir(world.deps.media.tmpDir);

/** The pages that are about one record, by path and whether they are forms. */
const ownPages = (): readonly [string, boolean][] => [
  [`/studio/shows/${show_id}/episodes/new`, true],
  [`/studio/episodes/${episode_id}/next`, true],
  [`/studio/imports/${import_id}`, false],
];

test("strangers are sent to sign in, and others' private records do not exist", async () => {
  const stranger = createSurfer(world.baseUrl);
  const other = await signedIn(eve);
  const own = await signedIn(ada);
  for (const [path, isForm] of ownPages()) {
    expect((await stranger.open(path)).url.pathname, path).toBe("/sign-in");
    expect((await other.open(path)).status, path).toBe(404);
    expect((await own.open(path)).status, path).toBe(200);
    if (!isForm) continue;
    const csrf = tokenIn(await other.open("/studio/shows/new"));
    const form = formOf(["csrf", csrf], ["title", "Mine"], ["when", "now"]);
    if (path.endsWith("/episodes/new")) form.append("media_file", SOUND, "a.mp3");
    expect((await other.post(path, form)).status, path).toBe(
      path.endsWith("/episodes/new") ? 404 : 415,
    );
    await other.open("/studio/shows/new");
    const plain = await other.submit({ when: "now", title: "Mine" }, "/studio/shows/new", path);
    expect([400, 404], path).toContain(plain.status);
    expect(plain.text, path).not.toContain("A secret draft");
  }
  expect(
    (await ada.api.get(`/v2/episodes/${episode_id}`)).response.episode.published_at,
  ).toBeNull();
  expect((await other.open("/studio")).text).toContain("Your first show starts here");
  expect((await own.open("/studio")).text).toContain("1 draft");
});

test("a form with files is refused before a file is kept: without its token, or before it", async () => {
  const browser = await signedIn(ada);
  const path = `/studio/shows/${show_id}/episodes/new`;
  const csrf = tokenIn(await browser.open(path));
  const before = await leftovers();
  for (const form of [
    formOf(["title", "No token"], ["media_file", SOUND]),
    formOf(["csrf", "forged"], ["title", "Forged"], ["media_file", SOUND]),
    formOf(["title", "Too late"], ["media_file", SOUND], ["csrf", csrf]),
  ]) {
    const refused = await browser.post(path, form);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("no longer valid");
  }
  expect(await leftovers()).toEqual(before);
  const crossing: Record<string, string> = {};
  const victim = createSurfer(world.baseUrl, crossing);
  await victim.open("/sign-in");
  await victim.submit({ login: ada.username, password: "correct horse" });
  const token = tokenIn(await victim.open(path));
  crossing["sec-fetch-site"] = "cross-site";
  const form = formOf(["csrf", token], ["title", "Elsewhere"], ["media_file", SOUND]);
  expect((await victim.post(path, form)).status).toBe(403);
  expect((await ada.api.get(`/v2/shows/${show_id}/episodes?filter=editable`)).text).not.toMatch(
    /No token|Forged|Too late|Elsewhere/,
  );
});

test("a file that is too large is named beside its field, and what was typed before it is kept", async () => {
  const browser = await signedIn(ada);
  const path = `/studio/shows/${show_id}/episodes/new`;
  const csrf = tokenIn(await browser.open(path));
  const large = new Blob([Buffer.alloc(300_000)]);
  const refused = await browser.post(
    path,
    formOf(["csrf", csrf], ["title", "Typed with care"], ["media_file", large]),
  );
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("This file is too large.");
  expect(refused.text).toContain('value="Typed with care"');
});

test("a page without files still takes no multipart form", async () => {
  const browser = await signedIn(ada);
  const csrf = tokenIn(await browser.open("/settings"));
  const form = formOf(["csrf", csrf], ["fullname", "Ada"]);
  expect((await browser.post("/settings", form)).status).toBe(415);
});

test("without scripts: a show with a cover, and an episode that is scheduled, then a draft", async () => {
  const browser = await signedIn(ada);
  await ada.api.post("/v2/users/me", { timezone: "America/New_York" });
  const csrf = tokenIn(await browser.open("/studio/shows/new"));
  const picture = new Blob([new Uint8Array(await makePicture({ width: 500, height: 500 }))]);
  const named = [
    ["csrf", csrf],
    ["language", "en"],
    ["category_id", ""],
  ] as const;
  const short = await browser.post("/studio/shows/new", formOf(...named, ["title", "Hi"]));
  expect([short.status, short.text.includes("Use at least 5 characters.")]).toEqual([400, true]);
  const made = await browser.post(
    "/studio/shows/new",
    formOf(...named, ["title", "Night Trains"], ["image_file", picture, "cover.png"]),
  );
  expect(made.url.pathname).toMatch(/^\/studio\/shows\/\d+\/episodes\/new$/);
  const path = made.url.pathname;
  const fields = [
    ["csrf", csrf],
    ["title", "Across the border"],
    ["when", "later"],
  ] as const;
  const audio = ["media_file", SOUND, "a.mp3"] as const;
  const form = (await browser.open(path)).text;
  expect(form).toContain("&quot;later&quot;:&quot;Schedule episode&quot;");
  expect(form).toMatch(/data-finish="[^"]+">Save episode<\/button>/);
  const undated = await browser.post(path, formOf(...fields, ["at", ""], audio));
  expect(undated.text).toContain("Enter a date and a time.");
  const dated = await browser.post(path, formOf(...fields, ["at", "2099-07-01T09:30"], audio));
  const id = Number(dated.url.pathname.split("/").at(-2));
  const scheduled = (await ada.api.get(`/v2/episodes/${id}`)).response.episode;
  expect(scheduled).toMatchObject({
    encoding_status: "PENDING",
    auto_published_at: "2099-07-01 13:30:00",
  });
  expect(dated.text).toContain("Waiting to be processed");
  expect(dated.text).toContain('<noscript><meta http-equiv="refresh"');
  const { episode } = (await ada.api.get(`/v2/episodes/${id}`)).response;
  expect(episode.show.image_url).not.toBeNull();
  await world.deps.db
    .updateTable("episodes")
    .set({ encoding_status: "READY", encoding_id: null })
    .where("episode_id", "=", id)
    .execute();
  const waiting = await browser.open(`/studio/episodes/${id}/next`);
  // What was chosen, in the person's zone, with the ways on; choosing again is behind "Change".
  expect(waiting.text).toMatch(/<h1[^>]*>Scheduled for July 1, 2099 at 9:30\sAM</);
  expect(waiting.text).toContain("Time zone: America/New York.");
  expect(waiting.text).toContain(`href="/studio/episodes/${id}">Open episode`);
  expect(waiting.text).toContain('href="/studio/calendar">See the calendar');
  expect(waiting.text).toMatch(
    /<details><summary>Change when it comes out<\/summary>[\s\S]*value="2099-07-01T09:30"/,
  );
  const draft = await browser.submit({ when: "draft" });
  expect(draft.text).toMatch(/<h1[^>]*>Draft</);
  expect(draft.text).toContain("It stays a draft until you publish it.");
  expect((await browser.open("/studio")).text).toContain("1 draft");
});

test("an import is followed to its end, and a failed one says what to do", async () => {
  const browser = await signedIn(eve);
  const csrf = tokenIn(await browser.open("/studio/import"));
  const empty = await browser.post("/studio/import", formOf(["csrf", csrf], ["feed_url", ""]));
  expect(empty.text).toContain("Address of the RSS feed is required unless you choose a file.");
  const feed = new Blob([makeFeed({ self: "https://salt.example/feed" })]);
  const asked = await browser.post(
    "/studio/import",
    formOf(["csrf", csrf], ["feed_url", ""], ["media", "link"], ["feed_file", feed, "feed.xml"]),
  );
  expect(asked.url.pathname).toMatch(/^\/studio\/imports\/\d+$/);
  expect(asked.text).toContain("Importing the podcast");
  const id = Number(asked.url.pathname.split("/").at(-1));
  const end = (values: object) =>
    world.deps.db.updateTable("imports").set(values).where("import_id", "=", id).execute();
  await end({
    state: "FAILED",
    error: "The feed was not imported: its ownership is not proved.",
    error_type: "ownership-not-proved",
    feed_url: "https://salt.example/feed",
  });
  await world.deps.db
    .insertInto("import_codes")
    .values({ user_id: eve.user_id, feed_url: "https://salt.example/feed", code: "abc" })
    .execute();
  const failed = await browser.open(asked.url.pathname);
  expect(failed.text).toContain("longwave-verify=abc");
  expect(failed.text).toContain('name="feed_url" value="https://salt.example/feed"');
  const skipped = [{ item: 2, title: null, reason: "it has no <enclosure>" }];
  await end({
    state: "DONE",
    error: null,
    error_type: null,
    show_id,
    report: JSON.stringify({
      show_id,
      title: "Salt",
      show: "created",
      created: 1,
      updated: 0,
      unchanged: 0,
      skipped,
      notes: ["a note"],
    }),
  });
  const done = await browser.open(asked.url.pathname);
  expect(done.text).toContain("1 episode added");
  expect(done.text).toContain("1 item skipped");
  expect(done.text).toContain("it has no &lt;enclosure&gt;");
});

test("texts and plurals are in the person's language", async () => {
  const browser = createSurfer(world.baseUrl, { "accept-language": "fr" });
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
  const page = await browser.open("/studio");
  expect(page.text).toContain('<html lang="fr"');
  expect(page.text).toContain("Nouveau podcast");
  expect(page.text).toMatch(/1 brouillon\b/);
});

test("what a colleague has saved in a new episode meanwhile is merged, or shown before it is overwritten", async () => {
  const browser = await signedIn(ada);
  const draft = await makeEpisode(world, show_id, { title: "Fog", published_at: null });
  const path = `/studio/shows/${show_id}/episodes/new`;
  const read = async () => (await ada.api.get(`/v2/episodes/${draft}`)).response.episode;
  const send = (form: Sight, title: string, tags: string) => {
    const csrf = tokenIn(form);
    const revision = form.text.match(/name="revision" value="(\d+)"/)?.[1];
    const base = form.text.match(/name="base" value="([^"]*)"/)?.[1]?.replaceAll("&quot;", '"');
    return browser.post(
      path,
      formOf(
        ["csrf", csrf],
        ["draft", String(draft)],
        ["revision", revision ?? ""],
        ["base", base ?? ""],
        ["title", title],
        ["tags", tags],
        ["when", "draft"],
      ),
    );
  };
  const first = await browser.open(`${path}?draft=${draft}`);
  await ada.api.post(`/v2/episodes/${draft}`, { title: "Fog, by Eve" });
  expect((await send(first, "Fog", "sea")).status).toBe(200);
  expect(await read()).toMatchObject({ title: "Fog, by Eve", tags: ["sea"] });

  const second = await browser.open(`${path}?draft=${draft}`);
  await ada.api.post(`/v2/episodes/${draft}`, { title: "Mist" });
  const shown = await send(second, "Fog, by Ada", "sea");
  expect(shown.status).toBe(412);
  for (const words of ["Both of you changed it. Theirs: Mist", 'value="Fog, by Ada"'])
    expect(shown.text).toContain(words);
  expect((await read()).title).toBe("Mist");
  expect((await send(shown, "Fog, by both", "sea")).status).toBe(200);
  expect((await read()).title).toBe("Fog, by both");
});
