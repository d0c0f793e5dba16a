/** Tests how a new episode finds its show and its number, over HTTP. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

test("a new episode asks for its show only if there are several, and begins with the next number", async () => {
  const ada = await world.person();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
  expect((await browser.open("/studio/episodes/new")).text).toContain('href="/studio/shows/new"');

  const show_id = await makeShow(world, ada, { title: "Night Trains" });
  const one = await browser.open("/studio/episodes/new");
  expect(one.url.pathname).toBe(`/studio/shows/${show_id}/episodes/new`);
  expect(one.text).not.toContain("The newest episode with a number");

  const numbers = { title: "Across the border", season_number: 2, episode_number: 14 };
  await makeEpisode(world, show_id, numbers);
  await makeEpisode(world, show_id, { title: "Without a number" });
  const again = await browser.open("/studio/episodes/new");
  expect(again.text).toContain("The newest episode with a number is “Across the border”: S2 E14.");
  expect(again.text).toMatch(/name="season_number"[^>]*value="2"/s);
  expect(again.text).toMatch(/name="episode_number"[^>]*value="15"/s);

  // The draft in the form is not the episode before it.
  const draft = await makeEpisode(world, show_id, {
    ...{ title: "The one in the form", season_number: 2, episode_number: 15 },
    ...{ type: "DRAFT", published_at: null, media_url: null },
  });
  const begun = await browser.open(`${again.url.pathname}?draft=${draft}`);
  expect(begun.text).toContain("The newest episode with a number is “Across the border”: S2 E14.");

  const other = await makeShow(world, ada, { title: "Day Trains" });
  const several = await browser.open("/studio/episodes/new");
  for (const id of [show_id, other])
    expect(several.text).toContain(`href="/studio/shows/${id}/episodes/new"`);
});
