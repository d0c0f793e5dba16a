/** Bounds of webhooks, and how long a replaced secret stays valid. */
import type { Limit } from "../../../platform/limits.ts";

export const WEBHOOKS_OF_USER: Limit = {
  name: "webhooks-of-user",
  value: 20,
  unit: "webhooks",
  bounds: "Webhooks of one user.",
  beyond: "409 `too-many-webhooks`; delete one first.",
};

/** Both secrets sign for so long after a rotation. */
export const OVERLAP_MS = 24 * 3_600_000;
