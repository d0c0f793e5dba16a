/** The episode's part of an ad request, whoever listens to it. */
import type { Executor } from "../../../platform/db/database.ts";
import { breaksOf } from "../../advertising/adserving/rules.ts";
import type { AdRequest, Break } from "../../advertising/adserving/schema.ts";
import { findCuepoints } from "../../publishing/cuepoints/store.ts";
import { storedAudio } from "./audio.ts";
import { findTeams, type Playable } from "./store.ts";

type Faces = "country" | "device" | "os" | "app";
type AdSubject = Omit<AdRequest, Faces | "at" | "listener" | "origin">;

/** The episode's part of an ad request; null if no ads can run in it. */
export async function findAdSubject(db: Executor, episode: Playable): Promise<AdSubject | null> {
  const audio = storedAudio(episode);
  const breaks = audio === null ? [] : await findBreaks(db, episode);
  if (audio === null || breaks.length === 0) return null;
  const team_ids = await findTeams(db, episode.author_id);
  if (team_ids.length === 0) return null;
  return {
    episode_id: episode.episode_id,
    show_id: episode.show_id,
    author_id: episode.author_id,
    team_ids,
    profile: audio.name,
    breaks,
    language: episode.language,
    category_ids: [episode.category_id, episode.category_2_id, episode.category_3_id].filter(
      (id) => id !== null,
    ),
    tags: episode.tags,
    published_at: episode.published_at,
  };
}

/** The breaks of an episode, by time. */
export async function findBreaks(db: Executor, episode: Playable): Promise<Break[]> {
  const { cuepoints } = await findCuepoints(db, episode.episode_id);
  return breaksOf(cuepoints, episode.default_breaks, episode.duration);
}
