/** Tests the pages of an episode over HTTP, as a browser without scripts uses them: who may do what, and that nobody's words are lost. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let eve: Person;
let bob: Person;
let show_id: number;
let browser: Surfer;
beforeAll(async () => {
  [ada, eve, bob] = await Promise.all([world.person(), world.person(), world.person()]);
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  browser = await signedIn(ada);
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const episodeOf = async (id: number) => (await ada.api.get(`/v2/episodes/${id}`)).response.episode;

const TABS = ["", "/transcript", "/transcript/new", "/links", "/numbers", "/history"];
const ACTS = ["/publication", "/cover", "/show", "/delete"];

test("only editors and admins open the pages of an episode", async () => {
  const id = await makeEpisode(world, show_id, { title: "A secret draft", published_at: null });
  const open = await makeEpisode(world, show_id, { title: "Public" });
  const admin = await signedIn(await world.person({ admin: true }));
  const [stranger, collaborator, nobody] = [
    await signedIn(eve),
    await signedIn(bob),
    createSurfer(world.baseUrl),
  ];
  for (const tab of [...TABS, ...ACTS]) {
    const path = `/studio/episodes/${id}${tab}`;
    expect((await nobody.open(path)).url.pathname, path).toBe("/sign-in");
    expect((await stranger.open(path)).status, path).toBe(404);
    expect((await stranger.open(`/studio/episodes/${open}${tab}`)).status, path).toBe(403);
    for (const editor of [browser, collaborator, admin])
      expect((await editor.open(path)).status, path).toBe(200);
  }
});

test("forms of other sites, and of people who may not edit, change nothing", async () => {
  const id = await makeEpisode(world, show_id, { title: "Stays", published_at: null });
  const stranger = await signedIn(eve);
  const forms: readonly (readonly [string, Record<string, string>])[] = [
    ["", { title: "Mine", revision: "1" }],
    ["/publication", { when: "now" }],
    ["/show", { show_id: "1" }],
    ["/delete", { name: "Stays" }],
    ["/secret-link", {}],
    ["/transcript/remove", { transcript_id: "1" }],
    ["/links", { noun: "persons", revision: "1", "persons.0.name": "Eve" }],
  ];
  for (const [act, fields] of forms) {
    const path = `/studio/episodes/${id}${act}`;
    await stranger.open("/studio/shows/new");
    const form = "/studio/shows/new";
    expect(
      (await stranger.submit(fields, form, path).catch(() => ({ status: 404 }))).status,
      act,
    ).toBe(404);
    const forged = await fetch(`${world.baseUrl}${path}`, {
      method: "POST",
      body: new URLSearchParams({ ...fields, csrf: "forged" }),
      redirect: "manual",
    });
    expect([303, 403], act).toContain(forged.status);
  }
  expect(await episodeOf(id)).toMatchObject({ title: "Stays", show_id });
});

test("details are saved, and notes become what they mean", async () => {
  const id = await makeEpisode(world, show_id);
  await browser.open(`/studio/episodes/${id}`);
  const saved = await browser.submit({
    title: "Across the border",
    description: "With **Jonas** on [the pier](https://example.org/pier).\n\n- one\n- two",
    tags: "night, trains",
    season_number: "2",
    episode_number: "7",
    season_episode_type: "BONUS",
    explicit: "true",
    download_enabled: "false",
    visibility: "LIMITED",
  });
  expect(saved.text).toContain("Details saved.");
  expect(await episodeOf(id)).toMatchObject({
    title: "Across the border",
    description_html:
      '<p>With <strong>Jonas</strong> on <a href="https://example.org/pier" rel="noopener nofollow ugc">the pier</a>.</p>\n<ul><li>one</li><li>two</li></ul>',
    tags: ["night", "trains"],
    season_number: 2,
    season_episode_type: "BONUS",
    explicit: true,
    download_enabled: false,
    visibility: "LIMITED",
  });
  const { limited_url } = await episodeOf(id);
  expect(saved.text).toContain(limited_url.replace("&", "&amp;"));
  await browser.submit({}, `/studio/episodes/${id}/secret-link`);
  expect((await episodeOf(id)).limited_url).not.toBe(limited_url);
});

test("markup that notes cannot say stays while nobody edits the notes", async () => {
  const description_html = "<p><u>Underlined</u> &amp; more</p>";
  const id = await makeEpisode(world, show_id, {
    description: "Underlined & more",
    description_html,
  });
  const page = await browser.open(`/studio/episodes/${id}`);
  const shown = />\n([^<]*)<\/textarea>/.exec(page.text)?.[1] ?? "";
  expect(shown).toBe("Underlined &amp; more");
  await browser.submit({ title: "Other title", description: "Underlined & more" });
  expect(await episodeOf(id)).toMatchObject({ title: "Other title", description_html });
});

test("notes are previewed without being saved, and hostile ones are harmless", async () => {
  const id = await makeEpisode(world, show_id, { title: "Kept" });
  await browser.open(`/studio/episodes/${id}`);
  const fields = {
    act: "preview",
    title: "Typed",
    description: "**Loud** <script>alert(1)</script>",
  };
  const { text, status } = await browser.submit(fields);
  expect(status).toBe(200);
  expect(text).toContain("<p><strong>Loud</strong> &lt;script&gt;");
  expect(text).not.toContain("<script>alert");
  expect(text).toContain('value="Typed"');
  expect((await episodeOf(id)).title).toBe("Kept");
});

test("errors stand beside their fields, and what was typed stays", async () => {
  const id = await makeEpisode(world, show_id, { title: "Kept" });
  await browser.open(`/studio/episodes/${id}`);
  const refused = await browser.submit({ title: "", tags: "typed with care", season_number: "x" });
  expect(refused.status).toBe(400);
  for (const field of ["title", "season_number"])
    expect(refused.text).toContain(`id="${field}-error"`);
  expect(refused.text).toContain('value="typed with care"');
});

test("two editors lose nothing: other fields are joined, the same field is a choice", async () => {
  const id = await makeEpisode(world, show_id, { title: "Fog", published_at: null });
  await browser.open(`/studio/episodes/${id}`);
  const base = JSON.stringify({ title: "Fog", description: "", tags: "" });
  await ada.api.post(`/v2/episodes/${id}`, { tags: "sea" });
  const joined = await browser.submit({ base, title: "Fog at sea", description: "", tags: "" });
  expect(joined.text).toContain("together with what somebody else changed");
  expect(await episodeOf(id)).toMatchObject({ title: "Fog at sea", tags: ["sea"] });

  await ada.api.post(`/v2/episodes/${id}`, { title: "Fog, by Eve" });
  const merge = await browser.submit({
    base: JSON.stringify({ title: "Fog at sea", tags: "sea" }),
    title: "Fog, by Ada",
    tags: "sea",
  });
  expect(merge.status).toBe(412);
  for (const words of ["Fog, by Ada", "Fog, by Eve", "Both of you changed it."])
    expect(merge.text).toContain(words);
  expect((await episodeOf(id)).title).toBe("Fog, by Eve");
  await browser.submit({ "choice.title": "yours" });
  expect((await episodeOf(id)).title).toBe("Fog, by Ada");
});

test("a draft is published, and the date of a published episode changes in the person's time zone", async () => {
  await ada.api.post("/v2/users/me", { timezone: "America/New_York" });
  const id = await makeEpisode(world, show_id, { published_at: null });
  const action = `/studio/episodes/${id}/publication`;
  await browser.open(`/studio/episodes/${id}`);
  const later = await browser.submit({ when: "later", at: "2099-07-01T09:30" }, action);
  expect(later.text).toContain("Scheduled for 1 Jul 2099, 09:30.");
  expect((await episodeOf(id)).auto_published_at).toBe("2099-07-01 13:30:00");
  const undated = await browser.submit({ when: "later", at: "" }, action);
  expect(undated.text).toContain("Enter a date and a time.");
  const moved = await browser.submit({ when: "draft", at: "" }, action);
  expect(moved.text).toContain("Back to draft.");
  await browser.open(`/studio/episodes/${id}`);
  const out = await browser.submit({ when: "now", at: "" }, action);
  expect(out.text).toContain("Published.");
  expect((await episodeOf(id)).published_at).not.toBeNull();
  await browser.open(`/studio/episodes/${id}`);
  const redated = await browser.submit({ published_at: "2020-01-02T07:00" }, action);
  expect(redated.text).toContain("The date is now 2 Jan 2020, 07:00.");
  expect((await episodeOf(id)).published_at).toBe("2020-01-02 12:00:00");
  const future = await browser.submit({ published_at: "2199-01-01T00:00" }, action);
  expect([future.status, future.text.includes("Choose a date in the past.")]).toEqual([400, true]);
});

test("a cover is uploaded, and an episode moves to another show", async () => {
  const id = await makeEpisode(world, show_id);
  const other = await makeShow(world, ada, { title: "Day Trains" });
  const path = `/studio/episodes/${id}/cover`;
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(path)).text)?.[1] ?? "";
  const form = new FormData();
  form.append("csrf", csrf);
  const picture = await makePicture({ width: 500, height: 500 });
  form.append("image_file", new Blob([new Uint8Array(picture)]), "cover.png");
  expect((await browser.post(path, form)).text).toContain("Cover saved.");
  expect((await episodeOf(id)).image_url).not.toBeNull();
  await browser.open(`/studio/episodes/${id}/show`);
  expect((await browser.submit({ show_id: String(other) })).text).toContain("Episode moved.");
  expect((await episodeOf(id)).show_id).toBe(other);
});

test("the details lead to the deletion, which asks for the title", async () => {
  const id = await makeEpisode(world, show_id, { title: "The last ferry" });
  expect((await browser.open(`/studio/episodes/${id}`)).text).toContain(
    `href="/studio/episodes/${id}/delete"`,
  );
  await browser.open(`/studio/episodes/${id}/delete`);
  expect((await browser.submit({ name: "The first ferry" })).status).toBe(400);
  await browser.submit({ name: "The last ferry" });
  expect((await ada.api.get(`/v2/episodes/${id}`)).status).toBe(404);
});
