/** Schedules the mails of a report in a real browser: on a phone and a computer, by keyboard, with and without scripts. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../setup/advertising.ts";
import { confirmAddress } from "../setup/reportmails.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { openAs } from "./pages.ts";
import { smallTargetsOf } from "./targets.ts";

const world = useWorld({ RATE_LIMIT: "0", SMTP_URL: "smtp://127.0.0.1:9" });
let browser: Browser;
let team: Team;
let path: string;

beforeAll(async () => {
  browser = await openChromium();
  team = await makeTeam(world);
  await confirmAddress(world, team.boss);
  await team.member("analyst");
  await team.member("ad_manager");
  const reports = `/v2/organizations/${team.organization_id}/saved-reports`;
  const name = "Sales of the winter season by campaign and week, with everything that was billed";
  const { response } = await team.boss.api.post(reports, { name, period: "last_week" });
  const { report_id } = response.report;
  await team.boss.api.post(`/v2/saved-reports/${report_id}/mails`);
  path = `/studio/ads/reports/${report_id}/mails`;
});
afterAll(() => browser?.close());

test.each([
  [360, "light", true],
  [360, "dark", false],
  [1280, "light", false],
  [1280, "dark", true],
] as const)("%i pixels wide, %s: a report is scheduled", async (width, colorScheme, hasScripts) => {
  const person = team.boss;
  const viewport = { width, height: 800 };
  const options = { viewport, colorScheme, javaScriptEnabled: hasScripts, locale: "en-GB" };
  const page = await openAs({ browser, world, person }, path, options);
  if (hasScripts) await expectGood(page);
  if (hasScripts) expect(await smallTargetsOf(page)).toEqual([]);
  // Only the fields of the chosen frequency are in sight.
  await page.getByLabel("How often").selectOption("Every month");
  expect(await page.getByLabel("Weekday").isVisible()).toBe(false);
  await page.getByLabel("Day of the month").fill("31");
  await page.getByLabel("Time", { exact: true }).selectOption("09:00");
  await page
    .getByLabel(/^Person .*gets no mails before/)
    .first()
    .check();
  await page.getByRole("button", { name: "Save schedule" }).press("Enter");
  await page.getByText("Saved.").waitFor();
  expect(await page.getByText("The next mails go out on").isVisible()).toBe(true);
  await page.getByLabel("How often").selectOption("Every day");
  expect(await page.getByLabel("Day of the month").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Stop mailing" }).click();
  await page.getByText("The report is not mailed any more.").waitFor();
});
