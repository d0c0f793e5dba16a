/** Writes the parts of episodes that are stored outside their rows: chapters, tags, links to transcripts. */
import type { Executor } from "../../../platform/db/database.ts";
import { saveEpisodeTags } from "../../distribution/feedtags/store.ts";
import { replaceLinks } from "../../distribution/feedtags/transcripts/store.ts";
import { replaceChapters } from "../episodes/chapters/store.ts";
import type { KnownParts } from "./matching.ts";

/** Replaces the given parts of episodes. */
export async function writeParts(
  db: Executor,
  all: ReadonlyMap<number, Partial<KnownParts>>,
): Promise<void> {
  for (const [episode_id, { chapters }] of all)
    if (chapters !== undefined) await replaceChapters(db, episode_id, chapters);
  const having = <K extends keyof KnownParts>(part: K): Map<number, KnownParts[K]> =>
    new Map(
      [...all].flatMap(([id, { [part]: found }]): [number, KnownParts[K]][] =>
        found === undefined ? [] : [[id, found as KnownParts[K]]],
      ),
    );
  await saveEpisodeTags(db, having("tags"));
  await replaceLinks(db, having("transcripts"));
}
