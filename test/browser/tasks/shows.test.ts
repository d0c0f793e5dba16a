/** Tasks of creators on the demo: many episodes changed at once, episodes compared at equal age. */
import { expect } from "vitest";
import { goTo, useTasks } from "./task.ts";

const task = useTasks();

task("many episodes get a tag, and lose it again", "creator", async (stage) => {
  const { page, hand, way } = stage;
  const tag = `tag-of-${way}`;
  await goTo(stage, "Episodes");
  const boxes = page.getByLabel(/^Choose (?!all)/);
  for (const n of [0, 1, 2]) await hand.tick(boxes.nth(n));
  await hand.press(page.getByRole("button", { name: "Change episodes …" }));
  await hand.write(page.getByLabel("Add tags"), tag);
  await hand.press(page.getByRole("button", { name: "Show what would change" }));
  await page.getByRole("heading", { name: "3 episodes would change" }).waitFor();
  await hand.press(page.getByRole("button", { name: "Change 3 episodes" }));
  await page.getByText("3 episodes were changed.").waitFor();
  const tagged = async () => {
    const answer = await page.request.get(`/studio/episodes?tag=${tag}&format=csv`);
    return (await answer.text()).trim().split("\r\n").length - 1;
  };
  expect(await tagged()).toBe(3);
  await hand.press(page.getByRole("button", { name: "Undo" }));
  await page.getByText("The change was undone.").waitFor();
  expect(await tagged()).toBe(0);
});

task("episodes are compared at equal age", "creator", async (stage) => {
  const { page, hand } = stage;
  await goTo(stage, "Numbers");
  await hand.press(page.getByRole("main").getByRole("link", { name: "First days", exact: true }));
  const lead = page.locator(".lead").nth(1);
  await lead.waitFor();
  const [, best = "", n = ""] =
    /^In its first 7 days, “(.*?)” \(.*\) did best: (\d+) /.exec(await lead.innerText()) ?? [];
  await hand.press(page.getByRole("columnheader", { name: "First 7 days" }).getByRole("link"));
  await page.waitForURL(/sort=-d7/);
  const rows = page.locator(".ages tbody tr");
  expect(await rows.first().locator("th a").innerText()).toBe(best);
  const figures = await rows.locator('[data-column="d7"]').allInnerTexts();
  expect(Number.parseInt(figures[0] ?? "", 10)).toBe(Number(n));
  expect(Number.parseInt(figures[1] ?? "", 10)).toBeLessThanOrEqual(Number(n));
  await hand.press(rows.first().locator("th a"));
  await page.waitForURL(/episode=\d+/);
  expect(await page.getByRole("main").innerText()).toContain(best);
});
