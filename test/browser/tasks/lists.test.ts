/** Tasks of creators on the demo: what is scheduled, the best first week, all shows, an answer to a listener. */
import { expect } from "vitest";
import { goTo, useTasks } from "./task.ts";

const task = useTasks();

task(
  "the next scheduled episode is on top, and becomes a draft and back",
  "creator",
  async (stage) => {
    const { page, hand } = stage;
    await goTo(stage, "Episodes");
    const first = page.locator(".list-table tbody tr").first();
    expect(await first.locator(".badge").innerText()).toBe("Scheduled");
    const title = await first.locator(".row-title a").innerText();
    await hand.press(first.getByRole("link", { name: `Unschedule ${title}` }));
    await hand.press(page.getByRole("button", { name: "Unschedule episode" }));
    await page.getByText(`“${title}” is a draft and no longer scheduled.`).waitFor();
    const rows = page.locator(".list-table tbody tr");
    expect(await rows.first().locator(".row-title a").innerText()).not.toBe(title);
    const row = rows.filter({ has: page.getByRole("link", { name: title, exact: true }) });
    expect(await row.locator(".badge").innerText()).toBe("Draft");
    await hand.press(page.getByRole("button", { name: "Undo" }));
    await page.getByText("The change was undone.").waitFor();
    expect(await rows.first().locator(".row-title a").innerText()).toBe(title);
  },
);

task(
  "the best first week is one click from home, and the numbers name the same",
  "creator",
  async (stage) => {
    const { page, hand } = stage;
    await hand.press(
      page.getByRole("link", { name: "Which episodes did best in their first 7 days" }),
    );
    await page.waitForURL(/\/numbers\/ages\?sort=-d7/);
    const best = await page.locator(".ages tbody tr").first().locator("th a").innerText();
    await goTo(stage, "Numbers");
    const figure = page.locator(".key-figures > div", {
      hasText: "Best first 7 days of all episodes",
    });
    expect(await figure.innerText()).toContain(`“${best}”`);
  },
);

task("the marks of a chart are explained, and all shows are listed", "creator", async (stage) => {
  const { page, hand } = stage;
  await goTo(stage, "Numbers");
  const legend = page.locator("#downloads .chart-legend");
  expect(await legend.innerText()).toContain("Episode published");
  const chart = page.locator("#downloads .plot");
  const box = await legend.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
    (await chart.boundingBox())?.y ?? 0,
  );
  const rows = page.locator("#top tbody tr");
  expect(await rows.count()).toBe(10);
  await page.getByText("10 of 12 are shown.").waitFor();
  await hand.press(page.getByRole("link", { name: "Show all 12 shows" }));
  await page.waitForURL(/list=top/);
  expect(await rows.count()).toBe(12);
});

task("one reply answers one listener", "creator", async (stage) => {
  const { page, hand, way } = stage;
  await goTo(stage, "Messages");
  const tab = page.getByRole("main").getByRole("link", { name: /^Unanswered/ });
  await hand.press(tab);
  await page.waitForURL(/only=unanswered/);
  const count = async () => Number((await tab.innerText()).replace(/\D/g, ""));
  const before = await count();
  // A message whose episode has others without an answer.
  const message = page.locator(".message").nth(1);
  const id = await message.getAttribute("id");
  await hand.press(message.locator("summary", { hasText: "Reply" }));
  const text = `Thank you, says ${way}.`;
  await hand.write(message.getByLabel("Your reply, which everybody can read"), text);
  await hand.press(message.getByRole("button", { name: "Post reply" }));
  await page.getByText("Your reply is published.").waitFor();
  expect(await count()).toBe(before - 1);
  expect(await page.locator(`#${id}`).count()).toBe(0);
});
