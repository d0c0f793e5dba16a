/** Says in a sentence why a line item is in danger; pure. */
import { fill } from "../../web/layout/rules.ts";
import type { Row } from "./actions.ts";
import type { Words } from "./words.ts";

/** The sentence of each reason that the ad server counts; the others are no hindrance. */
const SENTENCES: Readonly<Record<string, Exclude<keyof Words, "month">>> = {
  outbid: "r_outbid",
  "no-slot": "r_no_slot",
  "frequency-cap": "r_frequency",
  throttled: "r_throttled",
  position: "r_position",
  daypart: "r_daypart",
  "outside-flight": "r_flight",
  spent: "r_spent",
  separation: "r_separation",
  "same-file": "r_separation",
  "claim-lost": "r_claim",
};

/** `12 %` as people of the language write it. */
export const percentOf = (share: number, { locale }: Pick<Words, "locale">): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** Why the line item is in danger; empty if it is not. */
export function reasonOf(row: Row, words: Words): string {
  switch (row.danger) {
    case "audio":
      return words.why_audio;
    case "behind":
      return [...standing(row, words), hindranceOf(row, words)].join(" ");
    case "budget":
      return row.delivery_status === "PAUSED" ? words.why_paused : words.why_budget;
    case "ending": {
      const share = row.delivered / Math.max(1, row.goal ?? 1);
      return fill(words.why_ending, { percent: percentOf(share, words) });
    }
    default:
      return "";
  }
}

/** How far behind it is, and where it will end. */
function standing({ delivered, due, projected, goal }: Row, words: Words): string[] {
  const isBehind = due !== null && due > delivered;
  const behind = isBehind
    ? fill(words.behind_by, { percent: percentOf((due - delivered) / due, words) })
    : words.at_risk;
  if (projected === null || goal === null || projected >= goal) return [behind];
  return [behind, fill(words.will_reach, { percent: percentOf(projected / goal, words) })];
}

/** What hindered it most in the last day. */
function hindranceOf({ hindrances }: Row, words: Words): string {
  const all = hindrances.reduce((sum, { count }) => sum + count, 0);
  const worst = hindrances.find(({ reason }) => Object.hasOwn(SENTENCES, reason));
  const sentence = worst === undefined ? undefined : SENTENCES[worst.reason];
  if (worst === undefined || sentence === undefined) return words.no_chance;
  return fill(words[sentence], { percent: percentOf(worst.count / all, words) });
}
