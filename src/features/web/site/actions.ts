/** Collects what a page shows; fails with not-found if the reader may not see it. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { callerOf, type PageCall, type SessionCaller } from "../../../platform/http/pages.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { stageOf } from "../../distribution/player/actions.ts";
import { trackView } from "../../distribution/player/views.ts";
import { isFavorite } from "../../listening/library/store.ts";
import { findMark, type Mark } from "../../listening/likes/store.ts";
import { isNotified } from "../../listening/notifications/store.ts";
import { isFollowing } from "../../people/follows/store.ts";
import { findOrganization, listPublicShows } from "../../people/organizations/store.ts";
import { organizationView } from "../../people/organizations/views.ts";
import { findPublicUser } from "../../people/users/store.ts";
import { userView } from "../../people/users/views.ts";
import { findListPosition, listEpisodes } from "../../publishing/episodes/lists/store.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { hasMedia, isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { episodeSummaryView, episodeView } from "../../publishing/episodes/views.ts";
import { imageSizes } from "../../publishing/images/views.ts";
import { listUserShows } from "../../publishing/shows/editable/store.ts";
import { isOpenTo, requireVisibleShow } from "../../publishing/shows/rights.ts";
import { showView } from "../../publishing/shows/views.ts";
import { newEpisodeWords } from "../../studio/newepisode/words.ts";
import { wordsOf } from "../layout/rules.ts";
import { type CardContent, cardUrl, episodeCard, showCard } from "./cards.ts";
import { findContext } from "./episodecontext.ts";
import type { EpisodePage } from "./episodepage.ts";
import { type FollowPage, platformOf } from "./followpage.ts";
import type { UserPage } from "./listpages.ts";
import type { OrganizationPage } from "./organizationpage.ts";
import type { PlaceQuery, ShowQuery } from "./schema.ts";
import { cardsOf, withShows } from "./showcards.ts";
import { findShowEpisodes, isList } from "./showepisodes.ts";
import type { ShowPage } from "./showpage.ts";

type Call = Pick<PageCall, "session" | "locale" | "frame" | "baseUrl" | "csrf" | "request"> &
  Readonly<{ query: PlaceQuery }>;

const PAGE = 20;

const viewerOf = (session: SessionCaller | null): Caller | null => session && callerOf(session);

export async function findShowPage(
  deps: Deps,
  call: Call & Readonly<{ query: ShowQuery }>,
  show_id: number,
): Promise<ShowPage> {
  const { db } = deps;
  const { baseUrl, locale, query, session } = call;
  const caller = viewerOf(session);
  const { show: row } = await requireVisibleShow(db, caller, show_id, query.key);
  const preview = !isOpenTo(row, query.key);
  const show = showView(row, { baseUrl, locale }, false);
  const { site_url } = show;
  const isOldestFirst = row.episodes_sorting === "oldest";
  const isPublic = row.visibility === "PUBLIC";
  const list = { show_id, site_url, isOldestFirst, isPublic };
  const { latest: newest, ...found } = await findShowEpisodes(deps, list, { query, baseUrl });
  const stage = await stageOf(
    { db, baseUrl },
    newest === undefined ? [] : [newest.episode_id],
    query.key,
  );
  const own = session && { user_id: session.user_id, show_id };
  return {
    show,
    reader: own && {
      csrf: call.csrf,
      follows: await isFavorite(db, own),
      isNotified: await isNotified(db, own),
    },
    preview,
    presents: !isList(query),
    baseUrl,
    key: query.key,
    feed_key: row.feed_key,
    image_sizes: imageSizes(row, baseUrl),
    tint: row.tint,
    card_url: cardOf(showCard(row), call, preview),
    ...found,
    track: newest === undefined ? null : trackView(newest, show.title, stage),
    words: wordsOf(locale),
  };
}

/** The ways to follow a show. */
export async function findFollowPage(deps: Deps, call: Call, show_id: number): Promise<FollowPage> {
  const { baseUrl, locale, query } = call;
  const caller = viewerOf(call.session);
  const { show: row } = await requireVisibleShow(deps.db, caller, show_id, query.key);
  const show = showView(row, { baseUrl, locale }, false);
  const locked = (url: string) =>
    query.key === undefined ? url : `${url}?key=${encodeURIComponent(query.key)}`;
  return {
    show,
    feed_url: locked(show.feed_url),
    isSecret: query.key !== undefined,
    url: locked(`${show.site_url}/follow`),
    show_url: locked(show.site_url),
    platform: platformOf(call.request.headers["user-agent"]),
    sign_in_url:
      call.session === null
        ? `/sign-in?next=${encodeURIComponent(locked(`/show/${show_id}`))}`
        : null,
    words: wordsOf(locale),
  };
}

/** Only what strangers may see has a card; what needs a key is not shared by its picture. */
const cardOf = (content: CardContent, call: Call, preview: boolean): string | null =>
  preview || call.query.key !== undefined ? null : cardUrl(content, call.frame.site, call.baseUrl);

function pageAfter(site_url: string, last_id: number | null, key: string | undefined): string {
  const query = new URLSearchParams({
    ...(last_id !== null && { last_id: String(last_id) }),
    ...(key !== undefined && { key }),
  });
  return query.size === 0 ? site_url : `${site_url}?${query}`;
}

type Of = Readonly<{ column: "show_id" | "author_id"; id: number }>;

async function episodesOf(
  { db }: Deps,
  of: Of,
  { last_id }: PlaceQuery,
  { oldest }: { oldest: boolean },
) {
  const after = last_id === undefined ? null : ((await findListPosition(db, last_id)) ?? null);
  const found = await listEpisodes(db, { of, oldest, after, editable: false, limit: PAGE });
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.episode_id ?? null) : null };
}

export async function findEpisodePage(
  deps: Deps,
  call: Call,
  episode_id: number,
): Promise<EpisodePage> {
  const { db } = deps;
  const { baseUrl, query } = call;
  const caller = viewerOf(call.session);
  const found = await findEpisode(db, episode_id);
  const { episode: row, role } = await requireEpisodeVisibleTo(db, caller, found, query.key);
  const preview = !isEpisodeOpenTo(row, query.key);
  const episode = episodeView(row, baseUrl, false);
  const image_sizes = imageSizes(row, baseUrl);
  const [stage, context, reader] = await Promise.all([
    stageOf({ db, baseUrl }, [episode_id], query.key),
    findContext(deps, call, row),
    readerOf(deps, call, episode_id),
  ]);
  return {
    episode,
    context,
    reader,
    draft:
      preview && role !== null
        ? {
            words: newEpisodeWords(call.locale),
            progress: row.encoding_progress,
            error: row.encoding_error,
          }
        : null,
    preview,
    baseUrl,
    key: query.key,
    footer: row.show_footer_html ?? "",
    track: hasMedia(row) ? trackView({ ...episode, image_sizes }, episode.show.title, stage) : null,
    card_url: cardOf(episodeCard(row), call, preview),
    image_sizes,
    tint: row.tint,
    audio_type: row.media_key === null ? row.media_type : "audio/mpeg",
    words: wordsOf(call.locale),
  };
}

async function readerOf(
  { db }: Pick<Deps, "db">,
  call: Call,
  episode_id: number,
): Promise<EpisodePage["reader"]> {
  if (call.session === null) return null;
  const { user_id } = call.session;
  const isSet = async (mark: Mark) =>
    (await findMark(db, mark, { user_id, episode_id }))?.removed_at === null;
  const [likes, saved] = await Promise.all([isSet("likes"), isSet("bookmarks")]);
  return { user_id, csrf: call.csrf, likes, saved };
}

export async function findUserPage(deps: Deps, call: Call, user_id: number): Promise<UserPage> {
  const { baseUrl, query, locale } = call;
  const row = await findPublicUser(deps.db, user_id);
  if (row === undefined) throw notFound("user");
  const [shows, { rows }] = await Promise.all([
    listUserShows(deps.db, {
      user_id,
      access: ["AUTHOR"],
      editable: false,
      limit: 60,
      offset: 0,
    }),
    episodesOf(deps, { column: "author_id", id: user_id }, query, { oldest: false }),
  ]);
  const [[cards = []], episodes] = await Promise.all([
    cardsOf(deps.db, [shows], baseUrl),
    withShows(
      deps.db,
      rows.map((row) => episodeSummaryView(row, baseUrl)),
      baseUrl,
    ),
  ]);
  return {
    user: userView(row, null, baseUrl),
    reader: await followerOf(deps, call, user_id),
    shows: cards,
    episodes,
    baseUrl,
    words: wordsOf(locale),
  };
}

/** How the signed-in person is related to a user; null for visitors, who are asked to sign in. */
async function followerOf(
  { db }: Deps,
  { session, csrf }: Call,
  to: number,
): Promise<UserPage["reader"]> {
  if (session === null) return null;
  const from = session.user_id;
  return { isSelf: from === to, csrf, follows: await isFollowing(db, { from, to }) };
}

const SHOWS = 60;

/** An organization's public page, with its public shows. */
export async function findOrganizationPage(
  { db }: Deps,
  { baseUrl, query, locale }: Call,
  organization_id: number,
): Promise<OrganizationPage> {
  const row = await findOrganization(db, organization_id);
  if (row === undefined) throw notFound("organization");
  const before = query.last_id ?? null;
  const found = await listPublicShows(db, { organization_id, before, limit: SHOWS });
  const shows = found.slice(0, SHOWS);
  const [cards = []] = await cardsOf(db, [shows], baseUrl);
  const { name, description, site_url, image_url } = organizationView(row, baseUrl);
  const last = found.length > SHOWS ? shows.at(-1)?.show_id : undefined;
  return {
    organization: { name, description, site_url, image_url },
    shows: cards,
    next: last === undefined ? null : pageAfter(site_url, last, undefined),
    first: before === null ? null : site_url,
    words: wordsOf(locale),
  };
}
