/** Tests the details of a show over HTTP: one form, two people, the cover and its crop, deletion. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { makePicture } from "../../../../../test/setup/pictures.ts";
import { createSurfer, type Sight, type Surfer } from "../../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
let show_id: number;
let path: string;
beforeAll(async () => {
  ada = await world.person();
  browser = await signedIn(ada);
  show_id = await makeShow(world, ada, { title: "Night Trains", author_name: "Ada" });
  path = `/studio/shows/${show_id}`;
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const decoded = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const baseIn = ({ text }: Sight): Record<string, string> =>
  JSON.parse(decoded(/name="base" value="([^"]*)"/.exec(text)?.[1] ?? "{}"));

/** What a browser sends of the form that it shows: all its fields, without unchecked boxes. */
function fieldsOf(sight: Sight): Record<string, string> {
  const base = baseIn(sight);
  const sent = Object.entries(base).filter(
    ([name, value]) => !["explicit", "loudness_normalisation"].includes(name) || value !== "",
  );
  return { ...Object.fromEntries(sent), base: JSON.stringify(base) };
}

const saved = async () => (await ada.api.get(`/v2/shows/${show_id}`)).response.show;

test("one form saves what was changed, funding links too, and keeps the rest", async () => {
  const sight = await browser.open(path);
  expect(sight.status).toBe(200);
  const done = await browser.submit(
    {
      ...fieldsOf(sight),
      title: "Night Trains of Europe",
      category_id: "92",
      explicit: "1",
      funding: "https://example.org/tea Buy us tea\nhttps://example.org/coal",
    },
    path,
  );
  expect(done.status, done.text.slice(0, 2000)).toBe(200);
  expect(done.text).toContain("Saved.");
  expect(await saved()).toMatchObject({
    title: "Night Trains of Europe",
    category_id: 92,
    explicit: true,
    author_name: "Ada",
  });
  const { response } = await ada.api.get(`/v2/shows/${show_id}/funding`);
  expect(response.funding).toEqual([
    { url: "https://example.org/tea", title: "Buy us tea" },
    { url: "https://example.org/coal", title: null },
  ]);
});

test("names that every object has are no fields of a show", async () => {
  const fields = fieldsOf(await browser.open(path));
  for (const name of ["toString", "constructor", "__proto__"]) {
    const base = `{"${name}":"x",${fields.base?.slice(1)}`;
    const sent = await browser.submit({ ...fields, base, [name]: "y" }, path);
    expect([name, sent.status, sent.text.includes("Saved.")]).toEqual([name, 200, true]);
    await browser.open(path);
  }
});

test("a box that is unchecked is saved, and faults are named beside their fields", async () => {
  const sight = await browser.open(path);
  const { explicit: _, ...fields } = fieldsOf(sight);
  const refused = await browser.submit({ ...fields, title: "Hi", website_url: "mailto:a" }, path);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Use at least 5 characters.");
  expect(refused.text).toContain("Enter a web address such as");
  expect(refused.text).toContain('value="Hi"');
  await browser.open(path);
  expect((await browser.submit(fields, path)).text).toContain("Saved.");
  expect((await saved()).explicit).toBe(false);
});

test("a description is edited as light markup, so that its links stay", async () => {
  const description_html = '<p>See <a href="https://example.org/">the map</a></p>';
  await ada.api.post(`/v2/shows/${show_id}`, { description_html });
  const { description_html: before } = await saved();
  const sight = await browser.open(path);
  const { description = "" } = baseIn(sight);
  expect(description).toBe("See [the map](https://example.org/)");
  await browser.submit({ ...fieldsOf(sight), copyright: "Ada" }, path);
  expect((await saved()).description_html).toBe(before);
  await browser.open(path);
  await browser.submit({ ...fieldsOf(sight), description: `${description} of **trains**` }, path);
  const { description_html: html, description: plain } = await saved();
  expect(html).toContain('href="https://example.org/"');
  expect(html).toContain("<strong>trains</strong>");
  expect(plain).toContain("See the map");
});

test("what two people change in different fields is merged", async () => {
  const mine = await browser.open(path);
  await ada.api.post(`/v2/shows/${show_id}`, { owner_name: "Somebody else" });
  const done = await browser.submit({ ...fieldsOf(mine), copyright: "© Ada 2026" }, path);
  expect(done.text).toContain("Saved.");
  expect(await saved()).toMatchObject({ owner_name: "Somebody else", copyright: "© Ada 2026" });
});

test("what two people change in the same field is asked, and nothing is lost", async () => {
  const mine = await browser.open(path);
  await ada.api.post(`/v2/shows/${show_id}`, { owner_name: "Their owner" });
  const asked = await browser.submit(
    { ...fieldsOf(mine), owner_name: "My owner", itunes_type: "serial" },
    path,
  );
  expect(asked.status).toBe(412);
  expect(asked.text).toContain("Their owner");
  expect(asked.text).toContain("My owner");
  // Choices are shown by name, not by their code.
  expect(asked.text).toContain("From the first episode on");
  expect((await saved()).owner_name).toBe("Their owner");
  const done = await browser.submit(
    { "choice.owner_name": "yours", "choice.itunes_type": "yours" },
    `${path}/merge`,
  );
  expect(done.text).toContain("Saved.");
  expect(await saved()).toMatchObject({ owner_name: "My owner", itunes_type: "serial" });
});

test("a cover is uploaded, then cut by numbers on the server", async () => {
  const page = await browser.open(`${path}/cover`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const form = new FormData();
  form.append("csrf", csrf);
  const picture = await makePicture({ width: 900, height: 600 });
  form.append("image_file", new Blob([new Uint8Array(picture)]), "cover.jpg");
  const uploaded = await browser.post(`${path}/cover`, form);
  expect(uploaded.text).toContain("The new cover is in place.");
  // The largest part in the middle, which the upload shows.
  expect(uploaded.text).toContain('viewBox="150 0 600 600"');
  const first = (await saved()).image_url;
  const outside = await browser.submit(
    { left: "500", top: "0", side: "600" },
    `${path}/cover/crop`,
  );
  expect(outside.status).toBe(400);
  expect(outside.text).toContain("must be inside the picture");
  const cut = await browser.submit({ left: "0", top: "10", side: "420" }, `${path}/cover/crop`);
  expect(cut.text).toContain("The cover is changed.");
  expect(cut.text).toContain('viewBox="0 10 420 420"');
  expect((await saved()).image_url).not.toBe(first);
});

async function createWith(size: { width: number; height: number }) {
  const page = await browser.open("/studio/shows/new");
  const form = new FormData();
  form.append("csrf", /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "");
  for (const [name, value] of Object.entries({ title: "A new show", language: "en" }))
    form.append(name, value);
  const picture = await makePicture(size);
  form.append("image_file", new Blob([new Uint8Array(picture)]), "cover.jpg");
  return browser.post("/studio/shows/new", form);
}

test("a new show with a square cover goes straight on to its first episode", async () => {
  const square = await createWith({ width: 600, height: 600 });
  expect(square.url.pathname).toMatch(/^\/studio\/shows\/\d+\/episodes\/new$/);
});

test("a new show's cover that is not square is cut before the first episode", async () => {
  const wide = await createWith({ width: 900, height: 600 });
  expect(wide.text).toContain("Its cover must be square");
  const [, at = ""] = /^(\/studio\/shows\/\d+)\/cover$/.exec(wide.url.pathname) ?? [];
  expect(wide.text).toContain(`href="${at}/episodes/new"`);
  const wrong = await browser.submit({ left: "400", top: "0", side: "600" }, `${at}/cover/crop`);
  expect(wrong.status).toBe(400);
  const cut = await browser.submit({ left: "0", top: "0", side: "600" }, `${at}/cover/crop`);
  expect(cut.url.pathname).toBe(`${at}/episodes/new`);
  const again = await browser.open(`${at}/cover`);
  expect(again.text).not.toContain("Keep the middle");
});

test("deleting asks for the title, and refuses while there are episodes", async () => {
  const doomed = await makeShow(world, ada, { title: "Short Lived" });
  const at = `/studio/shows/${doomed}/delete`;
  expect((await browser.open(at)).text).toContain("Type the title of the show: Short Lived");
  const wrong = await browser.submit({ title: "Night Trains" }, at);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("This is not the title of the show.");
  expect((await browser.submit({ title: "Short Lived" }, at)).url.pathname).toBe("/studio/shows");
  expect((await ada.api.get(`/v2/shows/${doomed}`)).status).toBe(404);
  await makeEpisode(world, show_id);
  const full = await browser.open(`${path}/delete`);
  expect(full.text).toContain("This show still has 1 episode.");
  expect(full.text).not.toContain("Type the title");
});
