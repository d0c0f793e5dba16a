/** Third-party oEmbed consumers embed pages through the links in their heads, without special knowledge. */
import { createRequire } from "node:module";
import { extract } from "@extractus/oembed-extractor";
import { unfurl } from "unfurl.js";
import { beforeAll, expect, test } from "vitest";
import { makeListening } from "../../../../test/setup/listening.ts";
import { useWorld } from "../../../../test/setup/world.ts";

type Answer = { type: string; title: string; html: string; thumbnail_url: string };
type Oembetter = () => {
  fetch(url: string, done: (error: Error | null, answer: Answer) => void): void;
};
const oembetter = (createRequire(import.meta.url)("oembetter") as Oembetter)();

const world = useWorld();
let pages: [path: string, embed: string, title: string][];
beforeAll(async () => {
  const ada = await world.person({ username: "ada" });
  const { show_id, episode_id } = await makeListening(world, ada);
  const { fullname } = (await ada.api.get("/v2/me")).response.user;
  pages = [
    [`/episode/${episode_id}`, `episode_id=${episode_id}`, "Letter 2: Low water, spring tide"],
    [`/show/${show_id}`, `show_id=${show_id}`, "The Tide Tables"],
    [`/user/${ada.user_id}`, `user_id=${ada.user_id}`, fullname],
  ];
});

test("oembetter embeds an episode, a show and a user", async () => {
  for (const [path, embed, title] of pages) {
    const answer = await new Promise<Answer>((resolve, reject) =>
      oembetter.fetch(world.baseUrl + path, (error, found) =>
        error === null || error === undefined ? resolve(found) : reject(error),
      ),
    );
    expect(answer, path).toMatchObject({ type: "rich", title });
    expect(answer.html, path).toContain(`${world.baseUrl}/embed?${embed}`);
  }
});

test("oembed-extractor embeds them in the size it requests", async () => {
  for (const [path, embed, title] of pages) {
    const sizes = { maxwidth: 480, maxheight: 120 };
    const answer = await extract(world.baseUrl + path, sizes);
    expect(answer, path).toMatchObject({ type: "rich", title, width: 480, height: 120 });
    expect(answer.html, path).toContain(`${world.baseUrl}/embed?${embed}`);
  }
});

test("unfurl embeds them too, and reads the cards", async () => {
  for (const [path, embed, title] of pages) {
    const { oEmbed, open_graph, canonical_url } = await unfurl(world.baseUrl + path);
    expect(oEmbed, path).toMatchObject({ type: "rich", title });
    expect(JSON.stringify(oEmbed), path).toContain(`/embed?${embed}`);
    expect([open_graph?.title, canonical_url], path).toEqual([title, world.baseUrl + path]);
  }
});
