/** A task of ad managers on the demo: the dates of 40 line items moved. */
import { expect } from "vitest";
import { goTo, type Stage, useTasks } from "./task.ts";

const task = useTasks();

/** A campaign of its own with 40 line items; the name of the campaign. */
async function bookForty({ demo, way }: Stage): Promise<string> {
  const api = await demo.api("ad_manager");
  const { advertiser_id } = (await api.get(`/v2/campaigns/${demo.campaign_id}`)).response.campaign;
  const name = `Forty for ${way}`;
  const { campaign_id } = (await api.post("/v2/campaigns", { name, advertiser_id })).response
    .campaign;
  const fields = {
    campaign_id,
    ...{ priority_id: 40, start_date: "2036-01-10", end_date: "2036-01-20" },
    ...{ goal_pacing: "PACED", price_type: "NONE", price_amount: "0", goal_impressions: 1000 },
  };
  for (let n = 1; n <= 40; n += 1) {
    const booked = await api.post("/v2/lineitems", { ...fields, name: `${name}, ${n}` });
    expect(booked.status, booked.text).toBe(200);
  }
  return name;
}

task("the dates of 40 line items are moved", "ad_manager", async (stage) => {
  const { page, hand, demo, hasScripts } = stage;
  const name = await bookForty(stage);
  await goTo(stage, "Ads");
  await hand.write(page.getByLabel("Name, reference, campaign or advertiser"), name);
  await hand.press(page.getByRole("button", { name: "Apply" }).first());
  await page.waitForURL(/[?&]q=Forty/);
  await hand.choose(page.getByLabel("Rows per page"), "50");
  await hand.press(page.locator(".list-size").getByRole("button", { name: "Apply" }));
  await page.waitForURL(/[?&]size=50/);
  if (hasScripts) await hand.tick(page.getByLabel("Choose all rows of this page"));
  else for (const box of await page.getByLabel(/^Choose Forty/).all()) await hand.tick(box);
  await hand.press(page.getByRole("button", { name: "Change", exact: true }));
  await hand.write(page.getByLabel("Move the dates by days"), "7");
  await hand.press(page.getByRole("button", { name: "Show what would change" }));
  await page.getByRole("heading", { name: "40 line items would change" }).waitFor();
  await hand.press(page.getByRole("button", { name: "Change 40 line items" }));
  await page.getByText("Changed.", { exact: true }).waitFor();
  const { items } = (await (await demo.api("ad_manager")).get("/v2/lineitems?limit=100")).response;
  type Item = { name: string; start_date: string; end_date: string };
  const dates = (items as Item[])
    .filter((one) => one.name.startsWith(`${name},`))
    .map(({ start_date, end_date }) => `${start_date} ${end_date}`);
  expect(dates).toEqual(Array.from({ length: 40 }, () => "2036-01-17 2036-01-27"));
});
