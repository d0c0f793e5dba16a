/** The texts of acts on one episode of a list in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  publish_title: "Publish episode",
  publish_lead:
    "“{title}” appears at once on its pages and in the feed of {show}. A published episode cannot become a draft again, but you can hide it.",
  publish_planned: "It was scheduled for {date}.",
  publish_now: "Publish episode now",
  unschedule_title: "Unschedule episode",
  unschedule_lead: "“{title}” stays a draft of {show} until you publish or schedule it again.",
  unschedule_planned: "It is scheduled for {date}.",
  unschedule: "Unschedule episode",
  delete_title: "Delete episode",
  delete_lead:
    "“{title}” disappears from all pages and feeds, with its audio, likes and messages. This cannot be undone. What was counted stays in the numbers of the show.",
  name: "Type the title of the episode",
  wrong_name: "This is not the title of the episode. Nothing was deleted.",
  delete: "Delete episode",
  cancel: "Cancel",
} as const;

export type EpisodeActsWords = Texts<typeof en>;
