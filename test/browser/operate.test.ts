/** Operates a server in a real browser: the shows of a list dragged into another order. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeShow } from "../setup/factories.ts";
import { useWorld } from "../setup/world.ts";
import { openChromium } from "./chromium.ts";
import { openAs } from "./pages.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());

test("the shows of a list are dragged, and their numbers follow", async () => {
  const person = await world.person({ admin: true });
  const shows = [];
  for (const title of ["First", "Second", "Third"])
    shows.push(await makeShow(world, person, { title }));
  const [first, second, third] = shows;
  const { response } = await person.api.post("/v2/explore/lists", { name: "Dragged" });
  const { list_id } = response.list;
  await person.api.put(`/v2/explore/lists/${list_id}/items`, { shows });
  const page = await openAs({ browser, world, person }, `/studio/operate/lists/${list_id}`);
  const row = (title: string) => page.locator("[data-order] tbody tr", { hasText: title });
  await row("Third").dragTo(row("First"), { targetPosition: { x: 20, y: 2 } });
  const numbers = page.locator("[data-order] input[type=number]");
  expect(await numbers.evaluateAll((all) => all.map((one) => one.getAttribute("name")))).toEqual(
    [third, first, second].map((id) => `position.${id}`),
  );
  await page.getByRole("button", { name: "Save order" }).click();
  await page.waitForURL(/done=saved/);
  const saved = await person.api.get(`/v2/admin/lists/${list_id}`);
  expect(saved.response.settings.shows).toEqual([third, first, second]);
});
