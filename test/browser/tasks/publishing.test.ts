/** Tasks of creators on the demo: an episode published from a file, scheduled and moved, and given chapters. */
import { expect } from "vitest";
import { useSound } from "./sound.ts";
import { goTo, type Stage, useTasks } from "./task.ts";

const task = useTasks();
const made = useSound(12);

const SHOW = "Night Shift Atlas";

/** Begins an episode of the show, with the file and a title. */
async function upload({ page, hand }: Stage, title: string) {
  await hand.press(page.getByRole("link", { name: "New episode", exact: true }).first());
  await hand.press(page.getByRole("main").getByRole("link", { name: SHOW }));
  await hand.give(page.getByLabel("Audio file"), made.sound);
  await hand.write(page.getByLabel("Title", { exact: true }), title);
}

task("an episode is published from a file", "creator", async (stage) => {
  const { page, hand, demo, hasScripts, way } = stage;
  const title = `Published by ${way}`;
  await upload(stage, title);
  const finish = hasScripts ? "Publish episode" : "Save episode";
  await hand.press(page.getByRole("button", { name: finish }));
  await page.getByText("Your episode is live").waitFor({ timeout: 60_000 });
  const { items } = (await (await demo.api("creator")).get(`/v2/shows/${demo.show_id}/episodes`))
    .response;
  expect(items.map((one: { title: string }) => one.title)).toContain(title);
});

task("an episode is scheduled, and moved in the calendar", "creator", async (stage) => {
  const { page, hand, hasScripts, way } = stage;
  const title = `Planned by ${way}`;
  const month = monthsAhead(2);
  await upload(stage, title);
  await hand.tick(page.getByLabel("Schedule"));
  await hand.enter(page.getByLabel("Date and time"), `${month}-11T07:30`);
  const finish = hasScripts ? "Schedule episode" : "Save episode";
  await hand.press(page.getByRole("button", { name: finish }));
  await hand.press(page.getByRole("link", { name: "See the calendar" }));
  for (let n = 0; n < 2; n += 1) {
    await page.waitForURL(/\/calendar/);
    const before = page.url();
    if (await page.getByRole("link", { name: new RegExp(title) }).isVisible()) break;
    await hand.press(page.getByRole("link", { name: "Next month" }));
    await page.waitForURL((url) => url.href !== before);
  }
  await hand.press(page.getByRole("button", { name: `Move ${title}` }));
  const box = page.locator(".move-box:popover-open");
  await hand.enter(box.getByLabel("Publish at"), `${month}-20T18:15`);
  await hand.press(box.getByRole("button", { name: "Move episode" }));
  await page.getByText(new RegExp(`“${title}” is scheduled for .* 20,`)).waitFor();
  const day = page.locator(`[data-day="${month}-20"]`);
  expect(await day.locator(".item", { hasText: title }).innerText()).toContain("6:15");
});

/** A month that has not begun, `2027-03`. */
function monthsAhead(months: number): string {
  const now = new Date();
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return then.toISOString().slice(0, 7);
}

task("two chapters are placed on the waveform", "creator", async (stage) => {
  const { page, hand, demo, hasScripts, way } = stage;
  await goTo(stage, "Episodes");
  const { episode } = (await (await demo.api("creator")).get(`/v2/episodes/${demo.episode_id}`))
    .response;
  await hand.write(page.getByLabel("Find an episode"), episode.title);
  await hand.press(page.getByRole("button", { name: "Apply" }).first());
  await hand.press(page.getByRole("main").getByRole("link", { name: episode.title, exact: true }));
  await hand.press(page.getByRole("main").getByRole("link", { name: "Audio", exact: true }));
  const titles = [`First by ${way}`, `Second by ${way}`];
  if (hasScripts) await placeBoth(stage, titles);
  else for (const [n, title] of titles.entries()) await writeOne(stage, title, `0:0${n + 1}.25`);
  const { items } = (
    await (await demo.api("creator")).get(`/v2/episodes/${demo.episode_id}/chapters`)
  ).response;
  const found = items.map((one: { title: string }) => one.title);
  expect(found.filter((one: string) => titles.includes(one))).toEqual(titles);
});

/** Seconds between the chapters of each way: two at the same time are refused. */
const APART: Readonly<Record<string, number>> = { keys: 4, finger: 6, mouse: 13 };

async function placeBoth({ page, hand, way }: Stage, titles: readonly string[]) {
  const dial = page.getByRole("slider", { name: /^Waveform/ });
  for (const title of titles) {
    await hand.turn(dial, APART[way] ?? 1);
    await hand.press(page.getByRole("button", { name: "Add chapter" }));
    await page.keyboard.type(title);
  }
  await hand.press(page.getByRole("button", { name: "Save chapters and ad breaks" }).last());
  await page.getByText("Chapters and ad breaks saved.").waitFor();
}

async function writeOne({ page, hand }: Stage, title: string, at: string) {
  const row = page.locator('[data-marks="chapter"] [data-new]');
  await hand.write(row.getByLabel("Time"), at);
  await hand.write(row.getByLabel("Title"), title);
  await hand.press(page.getByRole("button", { name: "Save chapters and ad breaks" }).last());
  await page.getByText("Chapters and ad breaks saved.").waitFor();
}
