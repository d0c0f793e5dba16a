/** The engine over PostgreSQL's rollups: folded at once, and with months closed between. */
import { closeMonths, foldLedgers } from "../../src/features/rollups/folding/actions.ts";
import { useWorld } from "../setup/world.ts";
import { describeEngine } from "./suite.ts";

describeEngine(useWorld(), {
  feed: async ({ deps }) => void (await foldLedgers(deps)),
  settle: async ({ deps }) => void (await closeMonths(deps)),
});
