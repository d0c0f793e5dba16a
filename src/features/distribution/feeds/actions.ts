/** Builds feeds from the database, and changes their settings. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { lockShow } from "../../publishing/shows/store.ts";
import { findEpisodeTags, findShowTags } from "../feedtags/store.ts";
import { findTranscripts } from "../feedtags/transcripts/store.ts";
import { type ChannelContext, documentXml, feedUrl } from "./channel.ts";
import { itemXml } from "./item.ts";
import { answerTo, pagesOf, stretchOf } from "./rules.ts";
import type { FeedMetadataParams, feedCheck } from "./schema.ts";
import {
  type FeedSettings,
  type FeedState,
  findChannel,
  findSettings,
  findState,
  listItemChapters,
  listItems,
  saveSettings,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "config">;

export type FeedRequest = {
  show_id: number;
  /** The key of a LIMITED show. */
  key: string | undefined;
  /** From 1. */
  page: number;
  baseUrl: string;
};

export type FeedDocument = { xml: string; revision: number; changed_at: Date };

/**
 * One page of a show's feed, read in one snapshot so that a revision always has the same contents. Fails with not-found
 * if strangers with this key may not read it.
 */
export function buildFeed({ db, config }: Needs, request: FeedRequest): Promise<FeedDocument> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((snapshot) => readFeed(snapshot, config, request));
}

async function readFeed(
  db: Executor,
  config: Deps["config"],
  { show_id, key, page, baseUrl }: FeedRequest,
): Promise<FeedDocument> {
  const state = await findState(db, show_id);
  const answer = answerTo(state, key, page);
  if (state === undefined || answer === "missing") throw notFound("feed");
  const xml = await writePage(db, state, { page, ...answer, baseUrl, ...announcersOf(config) });
  return { xml, revision: state.revision, changed_at: state.changed_at };
}

type PageOf = Pick<ChannelContext, "page" | "pages" | "moved" | "baseUrl" | "hubs" | "podping">;

/** The services that a feed declares as notified of its changes: without a public URL they could not fetch it. */
const announcersOf = ({ publicUrl, websubHubs, podping }: Deps["config"]) =>
  publicUrl === null
    ? { hubs: [], podping: false }
    : { hubs: websubHubs, podping: podping !== null };

async function writePage(db: Executor, state: FeedState, at: PageOf): Promise<string> {
  const { show_id, changed_at } = state;
  const { page, baseUrl } = at;
  // The queries share one connection; sending them together avoids a round trip between them.
  const [rows, channel, ofShow] = await Promise.all([
    listItems(db, show_id, stretchOf(state, page)),
    findChannel(db, show_id),
    findShowTags(db, show_id),
  ]);
  const ids = rows.map(({ episode_id }) => episode_id);
  const [chapters, tags, transcripts] = await Promise.all([
    listItemChapters(db, ids),
    findEpisodeTags(db, ids),
    findTranscripts(db, ids),
  ]);
  const key = state.visibility === "LIMITED" ? state.limited_key : null;
  const context = {
    baseUrl,
    key,
    prepend_url: channel.prepend_url,
    footer_html: channel.episode_description_footer_html,
  };
  const items = rows.map((row) =>
    itemXml(
      row,
      {
        chapters: chapters.get(row.episode_id) ?? [],
        tags: tags.get(row.episode_id) ?? {},
        transcripts: transcripts.get(row.episode_id) ?? [],
      },
      context,
    ),
  );
  const newest_at = page === 1 ? (rows[0]?.published_at ?? null) : null;
  return documentXml(channel, ofShow, { ...at, key, changed_at, newest_at }, items.join(""));
}

/** Changes how a show's feed is served. A feed can move only if it has a redirect URL. */
export async function changeSettings(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  show_id: number,
  params: FeedMetadataParams,
): Promise<FeedSettings> {
  await requireEditableShow(db, caller, show_id);
  return db.transaction().execute(async (transaction) => {
    if ((await lockShow(transaction, show_id)) === undefined) throw notFound("show");
    const present = await findSettings(transaction, show_id);
    const settings = { ...present, ...params } as FeedSettings;
    if (settings.mode === "REDIRECT" && settings.redirect_url === null)
      throw invalid({ redirect_url: "is required when mode is REDIRECT" });
    await saveSettings(transaction, settings);
    return settings;
  });
}

/**
 * Checks a show's feed as holders of its key receive it, even if it is disabled, redirected or private, so that it can
 * be fixed before it is published.
 */
export async function checkShow(
  { db, config }: Needs,
  show_id: number,
  baseUrl: string,
): Promise<z.infer<typeof feedCheck>> {
  const pages = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((snapshot) => writePages(snapshot, config, show_id, baseUrl));
  // Its parsers are loaded with the first check.
  const { checkFeed, passes } = await import("./check.ts");
  const { items_count, findings } = checkFeed(pages);
  const feed_url = feedUrl(show_id, baseUrl, null);
  return { show_id, feed_url, passed: passes(findings), items_count, findings };
}

async function writePages(
  db: Executor,
  config: Deps["config"],
  show_id: number,
  baseUrl: string,
): Promise<string[]> {
  const state = await findState(db, show_id);
  if (state === undefined) throw notFound("show");
  const total = pagesOf(state);
  const pages: string[] = [];
  const at = { pages: total, moved: null, baseUrl, ...announcersOf(config) };
  for (let page = 1; page <= total; page += 1)
    pages.push(await writePage(db, state, { ...at, page }));
  return pages;
}
