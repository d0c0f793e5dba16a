/** Where an editor hears an episode in the studio. */
import type { Caller } from "../../../platform/http/route.ts";
import { findProgrammeUrl } from "../../listening/playback/preview/actions.ts";
import type { Playback } from "../../listening/playback/schema.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";

/** The programme without ads, published or not, which nothing counts; null while there is no audio. */
export async function findAudioUrl(
  { playback }: Readonly<{ playback: Playback }>,
  caller: Caller,
  { type, media_url, media_key, episode_id }: EpisodeRow,
  baseUrl: string,
): Promise<string | null> {
  if (type === "EXTERNAL") return media_url;
  return media_key === null ? null : findProgrammeUrl(playback, caller, episode_id, baseUrl);
}
