/** Tests that budgets beyond the exact range of a floating-point number are kept to the last unit. */
import { expect, test } from "vitest";
import { anOpportunity, makeLineitem, makeTeam } from "../../../../../test/setup/bookings.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { openAdserver } from "../actions.ts";
import { runController } from "../control/actions.ts";

const world = useWorld();
const PRICE = 1_234_567n;
/** The smallest integer that a floating-point number cannot represent. */
const BUDGET = 2n ** 53n + 1n;
const decimal = (units: bigint) =>
  `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, "0")}`;

test.each([
  ["counted exactly", false],
  ["counted by the controller", true],
])(
  "a budget of 2^53 + 1 units is used up to the last unit, but not exceeded: %s",
  async (_, counted) => {
    const boss = await world.person();
    const team = await makeTeam(world, boss);
    const made = await boss.api.post("/v2/campaigns", {
      name: "Large",
      advertiser_id: team.advertiser_id,
      budget_amount: decimal(BUDGET),
    });
    const { campaign_id, budget_amount } = made.response.campaign;
    expect(budget_amount).toBe("90071992.54740993");
    const lineitem_id = await makeLineitem(world, team.team_id, campaign_id);
    // Three more cost exactly the remaining budget; if the budget were rounded to 2^53, it would pay for only two.
    await world.deps.pool.query(
      "insert into lineitem_counts (lineitem_id, impressions_tracked, revenue) values ($1, 1, $2)",
      [lineitem_id, String(BUDGET - 3n * PRICE)],
    );
    if (counted) await runController(world.deps);
    const server = openAdserver(world.deps);
    const chosen = [];
    for (let n = 0; n < 5; n += 1) chosen.push(await server.chooseAds(anOpportunity(world, team)));
    await server.close();
    expect(chosen.map((ads) => ads.length)).toEqual([1, 1, 1, 0, 0]);
  },
);
