/** Tests imports into a show: a look at what would change, which changes nothing, then the import. */
import { beforeAll, expect, test } from "vitest";
import { type MadeFeed, makeFeed, serveHttp } from "../../../../../test/setup/feeds.ts";
import { useImports } from "../../../../../test/setup/imports.ts";
import { createSurfer, type Sight, type Surfer } from "../../../../../test/setup/surfer.ts";
import type { Person } from "../../../../../test/setup/world.ts";

const { world, work, send, episodesOf } = useImports();
let ada: Person;
let browser: Surfer;
beforeAll(async () => {
  // Admins need not prove that a feed is theirs.
  ada = await world.person({ admin: true });
  browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
});

const DAY = "Mon, 02 Nov 2026 05:00:00 GMT";
const BEFORE: MadeFeed = {
  items: [
    { guid: "a", title: "Narvik", pubDate: DAY },
    { guid: "b", title: "Kiruna", pubDate: DAY },
  ],
};
const AFTER: MadeFeed = {
  title: "Salt and Signals",
  items: [
    { guid: "c", title: "Boden", pubDate: DAY },
    { guid: "a", title: "Narvik again", pubDate: DAY },
    { guid: "b", title: "Kiruna", pubDate: DAY },
    { guid: "d", title: "No audio", enclosure: null, pubDate: DAY },
  ],
};

const idOf = ({ url }: Sight): number => Number(url.pathname.split("/").at(-1));

/** A feed that a server changes after it was imported once. */
async function importedShow(): Promise<{ feed_url: string; show_id: number; change(): void }> {
  let feed = BEFORE;
  const origin = await serveHttp((_, response) => {
    response.setHeader("content-type", "application/rss+xml");
    response.end(makeFeed(feed));
  });
  const feed_url = `${origin}/feed`;
  const { show_id } = await send(ada, { feed_url });
  return {
    feed_url,
    show_id,
    change() {
      feed = AFTER;
    },
  };
}

test("a look shows each change and reason, changes nothing, and one press then applies it", async () => {
  const { feed_url, show_id, change } = await importedShow();
  change();
  const path = `/studio/shows/${show_id}/import`;
  const first = await browser.open(path);
  expect(first.text).toContain(`value="${feed_url}"`);
  const waiting = await browser.submit({ feed_url, media: "link" }, path);
  expect(waiting.text).toContain("Comparing with the feed");
  const import_id = idOf(waiting);
  await work("import", { import_id });
  const preview = await browser.open(`${path}/${import_id}`);
  expect(preview.text).toContain("1 episode would be added");
  expect(preview.text).toContain("Boden");
  expect(preview.text).toContain("1 episode would change");
  expect(preview.text).toContain("Title: Narvik → Narvik again");
  expect(preview.text).toContain("Title: Salt and Signal → Salt and Signals");
  expect(preview.text).toContain("1 item cannot be imported");
  expect(preview.text).toContain("No audio");
  const titles = async () => (await episodesOf(show_id)).map(({ title }) => title).sort();
  expect(await titles()).toEqual(["Kiruna", "Narvik"]);
  expect((await ada.api.get(`/v2/shows/${show_id}`)).response.show.title).toBe("Salt and Signal");
  const applying = await browser.submit({}, `${path}/${import_id}`);
  await work("import", { import_id: idOf(applying) });
  expect(await titles()).toEqual(["Boden", "Kiruna", "Narvik again"]);
  const report = await browser.open(`${path}/${idOf(applying)}`);
  expect(report.text).toContain("1 episode added");
  // Nothing is left to change, and the history lists what was imported, not the looks.
  const again = await browser.open(path);
  expect([...again.text.matchAll(/href="\/studio\/imports\/\d+"/g)]).toHaveLength(2);
  const looked = await browser.submit({ feed_url, media: "link" }, path);
  await work("import", { import_id: idOf(looked) });
  const same = await browser.open(`${path}/${idOf(looked)}`);
  expect(same.text).toContain("Nothing: the show and the feed agree.");
  expect(same.text).not.toContain("Apply these changes");
});

test("a feed of another show is not imported from here", async () => {
  const { show_id } = await importedShow();
  const path = `/studio/shows/${show_id}/import`;
  const origin = await serveHttp((_, response) => response.end(makeFeed({ title: "Another" })));
  await browser.open(path);
  const looked = await browser.submit({ feed_url: `${origin}/other`, media: "link" }, path);
  const import_id = idOf(looked);
  await work("import", { import_id });
  const preview = await browser.open(`${path}/${import_id}`);
  expect(preview.text).toContain("importing it would make a new one");
  expect(preview.text).not.toContain("Apply these changes");
  await browser.open(path);
  expect((await browser.submit({}, path, `${path}/${import_id}`)).status).toBe(404);
  const { response } = await ada.api.get(`/v2/users/${ada.user_id}/shows?filter=editable`);
  expect(response.items.map(({ title }: { title: string }) => title)).not.toContain("Another");
});

test("the API offers the same look", async () => {
  const { feed_url, change } = await importedShow();
  change();
  const asked = await ada.api.post("/v2/imports", { feed_url, dry_run: true });
  const { import_id, dry_run } = asked.response.import;
  expect(dry_run).toBe(true);
  await work("import", { import_id });
  const { response } = await ada.api.get(`/v2/imports/${import_id}`);
  expect(response.import.report).toMatchObject({ created: 1, updated: 1, show: "updated" });
  expect(response.import.report.changes).toContainEqual({
    change: "update",
    title: "Narvik",
    fields: [{ field: "title", before: "Narvik", after: "Narvik again" }],
  });
});
