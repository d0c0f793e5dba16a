/** Takes an episode's default texts and chapters from the tags of its audio file; pure. */
import type { Processed } from "../../../../platform/audio/process.ts";
import { htmlOf, readPlain } from "../../../../platform/text/html.ts";
import { clean, singleLine, truncate } from "../../../../platform/text/plain.ts";
import { MAX_CHAPTERS } from "../chapters/schema.ts";
import type { NewChapter } from "../chapters/store.ts";

const MAX_TITLE = 120;
const MAX_ADDRESS = 2000;
/** The limit that `platform/audio/tags.ts` applies to texts: small enough to sanitise at once. */
const MAX_DESCRIPTION = 10_000;

/** The description columns, if the tags contain a description. */
export function descriptionOf({ description, comment }: Processed["tags"]) {
  const text = clean(description ?? comment ?? "");
  if (text === "") return {};
  const plain = readPlain(truncate(text, MAX_DESCRIPTION));
  return { description: plain, description_html: htmlOf(plain) };
}

/** The chapters in order; of chapters with the same start, the first. */
export function chaptersOf({ chapters }: Pick<Processed, "chapters">): NewChapter[] {
  const byStart = new Map<number, NewChapter>();
  for (const { starts_at, title, external_url } of chapters) {
    const text = truncate(singleLine(clean(title)), MAX_TITLE);
    if (text === "" || byStart.has(starts_at) || byStart.size === MAX_CHAPTERS) continue;
    byStart.set(starts_at, { starts_at, title: text, external_url: addressOf(external_url) });
  }
  return [...byStart.values()].sort((a, b) => a.starts_at - b.starts_at);
}

const addressOf = (text: string | undefined): string | null =>
  text !== undefined &&
  text.length <= MAX_ADDRESS &&
  /^https?:\/\/\S+$/i.test(text) &&
  URL.canParse(text)
    ? text
    : null;
