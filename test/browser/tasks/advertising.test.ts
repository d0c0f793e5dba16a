/** Tasks of ad managers on the demo: why a line item starves, an aircheck, a report shared. */
import { expect } from "vitest";
import { until } from "../pages.ts";
import { goTo, type Stage, useTasks } from "./task.ts";

const task = useTasks();

/** Goes to a line item of the demo by its name. */
async function openItem(stage: Stage, name: string) {
  const { page, hand } = stage;
  await goTo(stage, "Ads");
  await hand.write(page.getByLabel("Name, reference, campaign or advertiser"), name);
  await hand.press(page.getByRole("button", { name: "Apply" }).first());
  await hand.press(page.getByRole("main").getByRole("link", { name, exact: true }));
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

task("the reason is found why line items starve", "ad_manager", async (stage) => {
  const { page, hand } = stage;
  await goTo(stage, "Ads");
  const dangers = page.getByRole("navigation", { name: "Line items that need you" });
  await hand.press(dangers.getByRole("link", { name: /^Without audio/ }));
  await page.waitForURL(/danger=audio/);
  const row = page.locator("tbody tr", { hasText: "Cocoa for winter" });
  await row.getByText("No creative is ready. Upload audio.").waitFor();
  await openItem(stage, "Autumn blend, mid-roll with storytellers");
  const why = page.getByRole("region", { name: "Why" }).first();
  expect(await why.getByRole("listitem").count()).toBeGreaterThan(0);
});

task("an aircheck is heard", "ad_manager", async (stage) => {
  const { page, hand, demo } = stage;
  await openItem(stage, "Sunday breakfast");
  await hand.press(page.getByRole("link", { name: "Hear it in an episode" }));
  await hand.write(page.getByLabel(/Another episode|Id of the episode/), String(demo.episode_id));
  await hand.write(page.getByLabel("Country"), "GB");
  await hand.press(page.getByRole("button", { name: "Hear the minute" }));
  const audio = page.getByLabel("The minute around the break");
  await audio.waitFor();
  await hand.play(audio);
  await until(page, "document.querySelector('.aircheck-audio').currentTime > 0");
});

task("the report of a campaign is shared with its sponsor", "ad_manager", async (stage) => {
  const { page, hand, browser } = stage;
  await goTo(stage, "Ads");
  await hand.press(page.getByRole("main").getByRole("link", { name: "Campaigns", exact: true }));
  await hand.press(page.getByRole("main").getByRole("link", { name: "Autumn blend", exact: true }));
  await hand.press(page.getByRole("link", { name: "Share report" }));
  await hand.press(page.getByRole("button", { name: "Make an address" }));
  const address = page.getByRole("status").getByRole("link");
  const url = await address.innerText();
  const sponsor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await sponsor.goto(url);
  await sponsor.getByRole("heading", { level: 1, name: "Autumn blend" }).waitFor();
  await sponsor
    .getByText(/impressions were delivered/)
    .first()
    .waitFor();
  await hand.press(page.getByRole("button", { name: "Stop sharing" }));
  await page.getByText("The report is not shared any more.").waitFor();
  expect((await sponsor.goto(url))?.status()).toBe(404);
  await sponsor.context().close();
});
