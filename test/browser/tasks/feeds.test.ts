/** Tasks of creators on the demo: a podcast imported, a broken feed mended. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { makeFeed, serveHttp } from "../../setup/feeds.ts";
import { makePicture } from "../../setup/pictures.ts";
import { useSound } from "./sound.ts";
import { goTo, type Stage, useTasks } from "./task.ts";

const task = useTasks();

const made = useSound(5);

/** A podcast of two episodes on another host, whose description its owner can change. */
async function hostElsewhere(title: string) {
  const feed = { description: "Boats, and who waits for them." };
  const sound = await readFile(made.sound);
  const url = await serveHttp(({ url: asked = "" }, answer) => {
    if (asked.endsWith(".mp3")) answer.setHeader("content-type", "audio/mpeg").end(sound);
    else answer.setHeader("content-type", "application/rss+xml").end(text());
  });
  const text = () =>
    makeFeed({
      title,
      self: `${url}/feed.xml`,
      more: `<itunes:summary>${feed.description}</itunes:summary>`,
      items: ["Low tide", "High tide"].map((name, n) => ({
        title: name,
        guid: `${title}-${n}`,
        pubDate: `Mon, 0${n + 1} Jun 2026 06:00:00 GMT`,
        enclosure: `${url}/${n}.mp3`,
      })),
    });
  return { feed, feed_url: `${url}/feed.xml` };
}

task("a podcast is imported", "creator", async (stage) => {
  const { page, hand, way } = stage;
  const title = `Boats by ${way}`;
  const { feed, feed_url } = await hostElsewhere(title);
  await goTo(stage, "Shows");
  await hand.press(page.getByRole("link", { name: "Import a feed" }).first());
  await hand.write(page.getByLabel("Address of the RSS feed"), feed_url);
  await hand.press(page.getByRole("button", { name: "Import podcast" }));
  // Nobody brings a feed of others: its owner puts a code into it.
  const code = page.getByRole("main").locator(".secret");
  await code.waitFor({ timeout: 20_000 });
  feed.description += ` ${await code.innerText()}`;
  await hand.press(page.getByRole("button", { name: "Import again" }));
  await page.getByText("2 episodes added").waitFor({ timeout: 20_000 });
  // What came last is the first of the list.
  await goTo(stage, "Shows");
  const [first] = await page.locator("tbody tr").allInnerTexts();
  expect(first).toContain(title);
});

task("a broken feed is mended", "creator", async (stage) => {
  const { page, hand, demo, way } = stage;
  const api = await demo.api("creator");
  const title = `Broken for ${way}`;
  const { show } = (
    await api.post("/v2/shows", { title, language: "en", description: "By night." })
  ).response;
  await api.post("/v2/episodes/drafts", { show_id: show.show_id, title: "To Narvik" });
  await goTo(stage, "Shows");
  await hand.press(page.getByRole("main").getByRole("link", { name: title, exact: true }));
  await openFeed(stage);
  await hand.press(page.getByRole("link", { name: "Mend: Category" }));
  await hand.choose(page.getByLabel("Category", { exact: true }), "Technology");
  await hand.press(page.getByRole("button", { name: "Save changes" }));
  await page.getByText("Saved.").waitFor();
  await openFeed(stage);
  await hand.press(page.getByRole("link", { name: "Mend: Cover" }));
  await hand.give(page.locator("#image_file"), {
    name: "cover.jpg",
    mimeType: "image/jpeg",
    buffer: await makePicture({ width: 1500, height: 1500 }),
  });
  await hand.press(page.getByRole("button", { name: "Upload image" }));
  await page.getByText("The new cover is in place.").waitFor();
  await openFeed(stage);
  // What is left is what only a first episode can mend.
  expect(await page.getByRole("link", { name: /^Mend: / }).allInnerTexts()).toEqual([
    "Mend: New episode",
  ]);
});

/** Goes to the feed of the show: a tab, or on its other pages a line of the navigation. */
async function openFeed(stage: Stage) {
  const { page, hand } = stage;
  const tab = page.getByRole("main").getByRole("link", { name: "Feed", exact: true });
  if ((await tab.count()) > 0) await hand.press(tab);
  else await goTo(stage, "Feed");
  await page.getByRole("heading", { name: "Check" }).waitFor();
}
