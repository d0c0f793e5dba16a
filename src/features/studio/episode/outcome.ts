/** Says what happened to an episode when its publication was saved; pure. */
import { episodeState } from "../../publishing/episodes/rules.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import { fill } from "../../web/layout/rules.ts";
import type { Words } from "./words.ts";

const OUTCOMES = ["published", "redated", "scheduled", "waiting", "unscheduled", "draft"] as const;

type Outcome = (typeof OUTCOMES)[number];

type Dated = Pick<EpisodeRow, "published_at" | "auto_published_at" | "publish_when_ready">;

/** `after`: the episode as it is now. */
export function outcomeOf(before: Dated, after: EpisodeRow): Outcome {
  if (after.published_at !== null) return before.published_at === null ? "published" : "redated";
  if (after.auto_published_at !== null) return "scheduled";
  if (after.publish_when_ready && episodeState(after) === "processing") return "waiting";
  const wasComing = before.auto_published_at !== null || before.publish_when_ready;
  return wasComing ? "unscheduled" : "draft";
}

/** A sentence for each outcome, with the date that the episode has now: “Scheduled for 3 Dec 2026, 09:00.” */
export function outcomeTexts(words: Words, row: Dated, timeZone: string): Record<Outcome, string> {
  const at = row.published_at ?? row.auto_published_at;
  const format = new Intl.DateTimeFormat(words.locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  const date = at === null ? "" : format.format(at);
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, fill(words[`done_${outcome}`], { date })]),
  ) as Record<Outcome, string>;
}
