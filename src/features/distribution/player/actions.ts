/** Finds the episodes that a player plays, as strangers may hear them. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { findPublicUser } from "../../people/users/store.ts";
import { publicUserView } from "../../people/users/views.ts";
import { listEpisodes } from "../../publishing/episodes/lists/store.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { episodeSubjects } from "../../publishing/episodes/rules.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { episodeSummaryView, episodeView } from "../../publishing/episodes/views.ts";
import { defaultCoverUrl, imageSizes } from "../../publishing/images/views.ts";
import { requireVisibleShow } from "../../publishing/shows/rights.ts";
import { authorSubjects, showSubjects } from "../../publishing/shows/rules.ts";
import { findShowTitles } from "../../publishing/shows/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { FORMATS } from "../feedtags/transcripts/rules.ts";
import { findTranscripts } from "../feedtags/transcripts/store.ts";
import { transcriptUrl } from "../feedtags/transcripts/views.ts";
import { listChaptersOf } from "./store.ts";
import { type Track, trackView } from "./views.ts";

/** The embedded content: an episode, or the latest episodes of a show or a user. */
export type Embedded = Readonly<{
  kind: "episode" | "show" | "user";
  title: string;
  author_name: string;
  author_url: string;
  site_url: string;
  image_url: string | null;
  /** The image to use if there is none. */
  default_image_url: string;
  tracks: readonly Track[];
  /** What title, names and images were made of. */
  subjects: readonly string[];
}>;

export type EmbedRequest = Readonly<{
  kind: "episode" | "show" | "user";
  id: number;
  key: string | undefined;
}>;

const PLAYLIST = 20;

type Call = Pick<Deps, "db"> & Readonly<{ baseUrl: string }>;

/** Fails with not-found if strangers with this key may not listen. */
export function findEmbedded(call: Call, request: EmbedRequest): Promise<Embedded> {
  if (request.kind === "episode") return embedEpisode(call, request);
  return request.kind === "show" ? embedShow(call, request) : embedUser(call, request);
}

async function embedEpisode({ db, baseUrl }: Call, { id, key }: EmbedRequest): Promise<Embedded> {
  const found = await findEpisode(db, id);
  const { episode: row } = await requireEpisodeVisibleTo(db, null, found, key);
  const episode = episodeView(row, baseUrl, false);
  const stage = await stageOf({ db, baseUrl }, [id], key);
  return {
    kind: "episode",
    title: episode.title,
    author_name: episode.author.fullname,
    author_url: episode.author.site_url,
    site_url: episode.site_url,
    image_url: episode.image_url,
    default_image_url: defaultCoverUrl({ id: row.show_id, title: row.show_title }, baseUrl),
    tracks: [
      trackView({ ...episode, image_sizes: imageSizes(row, baseUrl) }, episode.show.title, stage),
    ],
    subjects: episodeSubjects(row),
  };
}

async function embedShow({ db, baseUrl }: Call, { id, key }: EmbedRequest): Promise<Embedded> {
  const { show } = await requireVisibleShow(db, null, id, key);
  const summary = showSummaryView(show, baseUrl);
  return {
    kind: "show",
    title: show.title,
    site_url: summary.site_url,
    author_name: show.author_fullname,
    author_url: `${baseUrl}/user/${show.author_id}`,
    image_url: summary.image_url,
    default_image_url: defaultCoverUrl({ id, title: show.title }, baseUrl),
    tracks: await latest({ db, baseUrl }, { column: "show_id", id }, key),
    subjects: showSubjects(show),
  };
}

async function embedUser({ db, baseUrl }: Call, { id }: EmbedRequest): Promise<Embedded> {
  const row = await findPublicUser(db, id);
  if (row === undefined) throw notFound("user");
  const user = publicUserView(row, baseUrl);
  return {
    kind: "user",
    title: user.fullname,
    site_url: user.site_url,
    image_url: user.image_url,
    default_image_url: defaultCoverUrl({ id, title: user.fullname }, baseUrl),
    author_name: user.fullname,
    author_url: user.site_url,
    tracks: await latest({ db, baseUrl }, { column: "author_id", id }, undefined),
    subjects: authorSubjects(id),
  };
}

type Of = Readonly<{ column: "show_id" | "author_id"; id: number }>;

async function latest({ db, baseUrl }: Call, of: Of, key: string | undefined): Promise<Track[]> {
  const rows = await listEpisodes(db, {
    of,
    editable: false,
    oldest: false,
    after: null,
    limit: PLAYLIST - 1,
  });
  const ids = rows.map(({ episode_id }) => episode_id);
  const [stage, titles] = await Promise.all([
    stageOf({ db, baseUrl }, ids, key),
    findShowTitles(db, [...new Set(rows.map(({ show_id }) => show_id))]),
  ]);
  return rows.map((row) =>
    trackView(
      { ...episodeSummaryView(row, baseUrl), image_sizes: imageSizes(row, baseUrl) },
      titles.get(row.show_id) ?? "",
      stage,
    ),
  );
}

/** The chapters and transcripts for the tracks of these episodes. */
export async function stageOf({ db, baseUrl }: Call, ids: number[], key: string | undefined) {
  const [chapters, transcripts] = await Promise.all([
    listChaptersOf(db, ids),
    findTranscripts(db, ids),
  ]);
  const readable = [...transcripts].flatMap(([episode_id, all]): [number, string][] => {
    const chosen = all.find(({ type }) => FOLLOWED.has(type));
    return chosen === undefined ? [] : [[episode_id, transcriptUrl(chosen, baseUrl)]];
  });
  return { baseUrl, chapters, transcripts: new Map(readable), key };
}

/** Transcript types with timings. */
const FOLLOWED: ReadonlySet<string> = new Set(Object.values(FORMATS));
