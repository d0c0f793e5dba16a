/** Says as a sentence why one listener would not get a line item; pure. */
import { fill } from "../../web/layout/rules.ts";
import type { Words as ItemWords } from "../adlineitems/words.ts";
import type { Words } from "./words.ts";

/** The name of each dimension of targeting. */
const TARGETS = {
  "target-devices": "target_devices",
  "target-os": "target_os",
  "target-apps": "target_apps",
  "target-languages": "target_languages",
  "target-tags": "target_tags",
  "target-shows": "target_shows",
  "target-episodes": "target_episodes",
  "target-categories": "target_categories",
} as const satisfies Record<string, keyof ItemWords>;

const isTarget = (reason: string): reason is keyof typeof TARGETS => Object.hasOwn(TARGETS, reason);

export function reasonText(reason: string, words: Words, items: ItemWords): string {
  if (isTarget(reason)) return fill(words.target, { what: items[TARGETS[reason]] });
  const { reasons } = words;
  return Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reason;
}
