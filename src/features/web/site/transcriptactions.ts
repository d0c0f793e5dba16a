/** Collects the page of an episode's transcript, of files that this server keeps. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { callerOf, type PageCall } from "../../../platform/http/pages.ts";
import { readTranscript } from "../../distribution/feedtags/transcripts/actions.ts";
import { FORMATS } from "../../distribution/feedtags/transcripts/rules.ts";
import { findTranscripts } from "../../distribution/feedtags/transcripts/store.ts";
import { stageOf } from "../../distribution/player/actions.ts";
import { trackView } from "../../distribution/player/views.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { hasMedia } from "../../publishing/episodes/rules.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { episodeView } from "../../publishing/episodes/views.ts";
import { imageSizes } from "../../publishing/images/views.ts";
import { wordsOf } from "../layout/rules.ts";
import type { PlaceQuery } from "./schema.ts";
import { findShowCards } from "./store.ts";
import { paragraphsOf } from "./transcript.ts";
import type { TranscriptPage } from "./transcriptpage.ts";

type Call = Pick<PageCall, "session" | "locale" | "baseUrl"> & Readonly<{ query: PlaceQuery }>;

const READABLE: ReadonlySet<string> = new Set(Object.values(FORMATS));

export async function findTranscriptPage(
  deps: Deps,
  { session, locale, baseUrl, query }: Call,
  episode_id: number,
): Promise<TranscriptPage> {
  const { db } = deps;
  const caller = session && callerOf(session);
  const found = await findEpisode(db, episode_id);
  const { episode: row } = await requireEpisodeVisibleTo(db, caller, found, query.key);
  const [stage, transcripts, shows] = await Promise.all([
    stageOf({ db, baseUrl }, [episode_id], query.key),
    findTranscripts(db, [episode_id]),
    findShowCards(db, [row.show_id]),
  ]);
  const kept = (transcripts.get(episode_id) ?? []).find(({ type }) => READABLE.has(type));
  if (kept?.media_key == null || !hasMedia(row)) throw notFound("transcript");
  const episode = { ...episodeView(row, baseUrl, false), image_sizes: imageSizes(row, baseUrl) };
  const track = trackView(episode, row.show_title, stage);
  return {
    title: row.title,
    episode_url: track.site_url,
    track,
    language: kept.language ?? shows.get(row.show_id)?.language ?? "en",
    paragraphs: paragraphsOf(await readTranscript(deps, kept), kept.type),
    words: wordsOf(locale),
  };
}
