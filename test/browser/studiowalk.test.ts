/** Walks every page of the studio in a real browser: accessible, as wide as the window, without errors, and without scripts. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allPages } from "../../src/app.ts";
import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { faultsOf } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { signIn } from "./pages.ts";
import { smallTargetsOf } from "./targets.ts";

/** A page takes about a second. */
const FIVE_MINUTES = 300_000;

const world = useWorld({ RATE_LIMIT: "0" });
let browser: Browser;
let ada: Person;
const records: Record<string, number> = {};

beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person({ admin: true });
  const bob = await world.person();
  const title = "Night trains, and what they carry across the borders of this long continent";
  const show_id = await makeShow(world, ada, { title });
  const old = new Date(Date.now() - 40 * 86_400_000);
  const episode_id = await makeEpisode(world, show_id, { title, published_at: old });
  const draft = { type: "DRAFT", published_at: null, media_url: null, updated_at: old } as const;
  await makeEpisode(world, show_id, { ...draft, title: "A draft" });
  await makeEpisode(world, show_id, {
    type: "RECORDED",
    title: "Broken",
    published_at: null,
    encoding_status: "ERROR",
    encoding_error: "This is a text, not audio.",
  });
  await makeEpisode(world, show_id, { title: "Tomorrow", published_at: null });
  await bob.api.post(`/v2/episodes/${episode_id}/messages`, { text: `${title}?`.repeat(3) });
  await ada.api.post(`/v2/episodes/${episode_id}/chapters`, { starts_at: 0, title });
  const { import_id } = await world.deps.db
    .insertInto("imports")
    .values({ user_id: ada.user_id, show_id, state: "FAILED", error: "The feed is not a feed." })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  const named = { name: "Rail Media" };
  const { organization_id } = await createOrganization(world.deps, named, ada.user_id, true);
  const booked = async (noun: string, fields: object) =>
    (await ada.api.post(`/v2/${noun}s`, { name: title, ...fields })).response[noun];
  const { advertiser_id } = await booked("advertiser", { iab_categories: "IAB1" });
  const { campaign_id } = await booked("campaign", { advertiser_id, budget_amount: "1000" });
  const { lineitem_id } = await booked("lineitem", {
    campaign_id,
    ...{ priority_id: 30, start_date: "2026-01-10", end_date: "2036-01-20" },
    ...{ goal_pacing: "PACED", price_type: "CPM", price_amount: "12", goal_impressions: 90_000 },
  });
  Object.assign(records, { advertiser_id, campaign_id, lineitem_id });
  const reports = `/v2/organizations/${organization_id}/saved-reports`;
  const saved = await ada.api.post(reports, { name: title, period: "last_week" });
  const { report_id } = saved.response.report;
  const daily = { frequency: "DAILY", hour: 8, recipients: ada.user_id };
  await ada.api.put(`/v2/saved-reports/${report_id}/schedule`, daily);
  await ada.api.post(`/v2/saved-reports/${report_id}/mails`);
  Object.assign(records, { report_id });
  const made = await ada.api.post("/v2/explore/lists", { name: title });
  const { list_id } = made.response.list;
  await ada.api.put(`/v2/explore/lists/${list_id}/items`, { shows: [show_id] });
  Object.assign(records, { list_id, organization_id });
  Object.assign(records, { show_id, episode_id, import_id, user_id: bob.user_id });
});
afterAll(() => browser?.close());

/** The pages of the server below `/studio` whose records are made here; other addresses of before only redirect. */
const paths = (): string[] =>
  allPages(world.deps)
    .filter(({ method, path }) => method === "GET" && /^\/studio(?:\/|$)/.test(path))
    .map(({ path }) => path.replace(/:(\w+)/g, (all, name) => String(records[name] ?? all)))
    .filter((path) => !path.includes(":"));

async function openSignedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, ada.username);
  return page;
}

/** Opens a page; false if it is a file to download. */
async function opens(page: Page, path: string): Promise<boolean> {
  try {
    await page.goto(path);
    return true;
  } catch (error) {
    if (String(error).includes("Download is starting")) return false;
    throw error;
  }
}

const SCHEMES = ["light", "dark"] as const;
const PHONE = 360;
const WIDTHS = [PHONE, 1280] as const;

test.each(SCHEMES.flatMap((scheme) => WIDTHS.map((width) => [scheme, width] as const)))(
  "every page is accessible, fits, has no error and targets that can be hit in %s at %i pixels",
  async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    const { baseUrl: baseURL } = world;
    const context = await browser.newContext({ baseURL, bypassCSP: true, colorScheme, viewport });
    const page = await openSignedIn(context);
    const wrong: string[] = [];
    const note = (text: string) => wrong.push(`${new URL(page.url()).pathname}: ${text}`);
    // What a page refers to on other servers, such as the audio of an imported episode, is not there.
    page.on("console", (message) => {
      const isOurs = message.location().url.startsWith(baseURL);
      if (message.type() === "error" && isOurs) note(message.text());
    });
    page.on("pageerror", (error) => note(String(error)));
    expect(paths().length).toBeGreaterThan(20);
    for (const path of paths()) {
      if (!(await opens(page, path))) continue;
      await page.evaluate(
        "for (const one of document.querySelectorAll('details')) one.open = true",
      );
      for (const fault of await faultsOf(page)) note(fault);
      const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
      if (wide > width) note(`is ${wide} pixels wide`);
      if (width === PHONE) for (const small of await smallTargetsOf(page)) note(small);
    }
    await context.close();
    expect(wrong).toEqual([]);
  },
  FIVE_MINUTES,
);

test(
  "every page has its content without scripts",
  async () => {
    const options = { baseURL: world.baseUrl, viewport: { width: 360, height: 740 } };
    const [plain, scripted] = await Promise.all(
      [false, true].map((javaScriptEnabled) =>
        browser.newContext({ ...options, javaScriptEnabled }),
      ),
    );
    if (plain === undefined || scripted === undefined) throw new Error("no contexts");
    const [without, beside] = [await openSignedIn(plain), await openSignedIn(scripted)];
    const wrong: string[] = [];
    for (const path of paths()) {
      if (!(await opens(without, path))) continue;
      await opens(beside, path);
      const [bare, full] = await Promise.all([without, beside].map(visibleText));
      // Scripts may add controls and take others away, but what the page is about does not depend on them.
      if (bare?.heading !== full?.heading || (bare?.heading ?? "") === "")
        wrong.push(`${path}: “${bare?.heading}” without scripts, “${full?.heading}” with them`);
      if ((bare?.length ?? 0) < 0.7 * (full?.length ?? 0))
        wrong.push(`${path}: ${bare?.length} letters without scripts, ${full?.length} with them`);
    }
    await Promise.all([plain.close(), scripted.close()]);
    expect(wrong).toEqual([]);
  },
  FIVE_MINUTES,
);

async function visibleText(page: Page): Promise<{ heading: string; length: number }> {
  const heading = await page.locator("h1").first().innerText();
  const text = await page.getByRole("main").innerText();
  return { heading, length: text.length };
}
