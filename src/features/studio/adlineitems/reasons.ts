/** Says as sentences why a line item did or did not run; pure. */
import type { Diagnosis } from "../../advertising/adserving/diagnosing/schema.ts";
import { percentOf } from "../adboard/reasons.ts";
import { plural } from "../frame/plurals.ts";
import type { Words } from "./words.ts";

/** Sentences with a number. */
type Sentence = Extract<keyof Words, `r_${string}` | `t_${string}`>;

/** The sentence of each reason that the ad server counts. */
const COUNTED: Readonly<Record<string, Sentence>> = {
  won: "r_won",
  "outside-flight": "r_outside_flight",
  daypart: "r_daypart",
  position: "r_position",
  spent: "r_spent",
  ahead: "r_ahead",
  "frequency-cap": "r_frequency",
  throttled: "r_throttled",
  separation: "r_separation",
  "same-file": "r_same",
  outbid: "r_outbid",
  "no-slot": "r_no_slot",
  "claim-lost": "r_claim",
};

/** The sentence of each reason that is estimated from samples. */
const ESTIMATED: Readonly<Record<string, Sentence>> = {
  "target-geo": "t_countries",
  "target-shows": "t_shows",
  "target-episodes": "t_episodes",
  "target-categories": "t_categories",
};

/** The name of each other dimension of targeting, by its reason. */
const TARGETS: Readonly<Record<string, keyof Words>> = {
  "target-devices": "target_devices",
  "target-os": "target_os",
  "target-apps": "target_apps",
  "target-languages": "target_languages",
  "target-tags": "target_tags",
};

const OBSTACLES: Readonly<Record<string, keyof Words>> = {
  canceled: "o_canceled",
  "not-active": "o_inactive",
  "no-creative": "o_creative",
  "not-started": "o_early",
  over: "o_over",
  goal: "o_goal",
  "daily-cap": "o_daily",
  budget: "o_budget",
};

const textOf = (words: Words, key: keyof Words | undefined): string | null =>
  key === undefined ? null : String(words[key]);

/** A reason with its count and share as a sentence; null for one without a sentence. */
export function reasonText(
  { reason, count }: Readonly<{ reason: string; count: number }>,
  total: number,
  words: Words,
): string | null {
  const percent = percentOf(count / Math.max(1, total), words);
  const what = textOf(words, TARGETS[reason]);
  if (what !== null) return plural(words, words.t_other, count, { percent, what });
  const sentence = COUNTED[reason] ?? ESTIMATED[reason];
  return sentence === undefined ? null : plural(words, words[sentence], count, { percent });
}

/** How many downloads there were, and how many slots it won in them. */
export const wonText = ({ opportunities_count, won_count }: Diagnosis, words: Words): string =>
  plural(words, words.why_says, opportunities_count, {
    slots: plural(words, words.won_slots, won_count),
  });

/** A reason as a sentence; `share`: of the downloads or chances; `id`: of its line on the page. */
export type ReasonSentence = Readonly<{ id: string; reason: string; share: number; text: string }>;

/** Everything that a diagnosis found. Estimates are shares of the downloads, counts of the chances. */
export function diagnosisTexts(
  diagnosis: Diagnosis,
  words: Words,
): Readonly<{ obstacles: readonly ReasonSentence[]; reasons: readonly ReasonSentence[] }> {
  const isCounted = (reason: string) => Object.hasOwn(COUNTED, reason);
  const chances = diagnosis.reasons
    .filter(({ reason }) => isCounted(reason))
    .reduce((sum, { count }) => sum + count, 0);
  const said = (reason: string, share: number, text: string | null): ReasonSentence[] =>
    text === null ? [] : [{ id: `reason-${reason}`, reason, share, text }];
  return {
    obstacles: diagnosis.obstacles.flatMap((one) => said(one, 1, textOf(words, OBSTACLES[one]))),
    reasons: diagnosis.reasons.flatMap((one) => {
      const total = isCounted(one.reason) ? chances : diagnosis.opportunities_count;
      return said(one.reason, one.count / Math.max(1, total), reasonText(one, total, words));
    }),
  };
}
