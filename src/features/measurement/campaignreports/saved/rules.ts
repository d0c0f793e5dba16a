/** Bounds of saved reports. */
import type { Limit } from "../../../../platform/limits.ts";

export const REPORTS_OF_TEAM: Limit = {
  name: "saved-reports-of-team",
  value: 200,
  unit: "reports",
  bounds: "Saved reports of one team.",
  beyond: "409 `too-many-reports`; delete one first.",
};

export const MOST_NAME = 100;
