/** Routes for feeds: the document, its settings, its check. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { sendTagged } from "../../../platform/http/caching.ts";
import { id, integer, verbatim } from "../../../platform/http/params.ts";
import { anyone, editorOf, rawRoute, route } from "../../../platform/http/route.ts";
import { requireVisibleEpisode } from "../../publishing/episodes/rights.ts";
import { shiftChapters, timelineFor } from "../../publishing/episodes/timeline/actions.ts";
import { renditionParam, type TimelineFinder } from "../../publishing/episodes/timeline/schema.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { changeSettings, checkShow } from "./actions.ts";
import { CHAPTERS_TYPE } from "./item.ts";
import { feedCheck, feedMetadata, feedMetadataParams } from "./schema.ts";
import type { FeedServer } from "./serving.ts";
import { findSettings, listItemChapters } from "./store.ts";
import { chaptersFile, metadataView } from "./views.ts";

const tag = "Feeds";
const params = z.object({ show_id: id() });
const metadata = z.object({ metadata: feedMetadata });
const key = verbatim({ max: 200 })
  .optional()
  .meta({ description: "Key of a show with limited access (`LIMITED`)." });

export const feedRoutes = [
  rawRoute({
    method: "GET",
    path: "/show/:show_id/episodes/feed",
    tag,
    operationId: "getShowFeed",
    summary: "Get a show's podcast feed",
    description:
      "RSS 2.0 with the iTunes and Podcasting 2.0 namespaces; newest episodes first, 300 per page (RFC 5005).",
    access: anyone,
    params,
    query: z.object({
      key,
      page: integer({ min: 1, max: 10_000 })
        .default(1)
        .meta({ description: "Page of the feed; the first has the newest items." }),
    }),
    contentType: "application/rss+xml",
    answers: {
      200: "Success",
      301: "The show has moved: `Location` is the URL of its new feed. The body is the feed as before.",
    },
    handle: (call, { serveFeed }: FeedServer) => serveFeed(call),
  }),
  rawRoute({
    method: "GET",
    path: "/episode/:episode_id/chapters.json",
    tag,
    operationId: "getEpisodeChaptersJson",
    summary: "Get an episode's chapters as a JSON chapters file",
    description:
      "The file that feeds link to: JSON chapters 1.2.0. Times are seconds of the programme without ads, unless `r` names a rendition.",
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key, r: renditionParam }),
    contentType: CHAPTERS_TYPE,
    async handle(
      { params: { episode_id }, query, request, reply, baseUrl },
      { db, findTimeline }: Deps & TimelineFinder,
    ) {
      await requireVisibleEpisode(db, null, episode_id, query.key);
      const chapters = await listItemChapters(db, [episode_id]);
      const isTheirs = (id: number) => id === episode_id;
      const timeline = await timelineFor(findTimeline, query.r, isTheirs, reply);
      const heard = shiftChapters(chapters.get(episode_id) ?? [], timeline);
      const file = chaptersFile(heard, baseUrl);
      reply.type(CHAPTERS_TYPE).header("cache-control", "no-cache");
      return sendTagged(request, reply, JSON.stringify(file));
    },
  }),
  route({
    method: "GET",
    path: "/v2/shows/:show_id/rss-metadata",
    tag,
    operationId: "getShowFeedSettings",
    summary: "Get a show's feed settings",
    access: editorOf("show"),
    params,
    response: metadata,
    async handle({ params: { show_id }, caller }, deps: Deps) {
      await requireEditableShow(deps.db, caller, show_id);
      return { metadata: metadataView(await findSettings(deps.db, show_id)) };
    },
  }),
  route({
    method: "POST",
    path: "/v2/shows/:show_id/rss-metadata",
    tag,
    operationId: "updateShowFeedSettings",
    summary: "Update a show's feed settings",
    description: "Send only the fields you want to change.",
    access: editorOf("show"),
    params,
    body: feedMetadataParams,
    response: metadata,
    async handle({ params: { show_id }, caller, body }, deps: Deps) {
      return { metadata: metadataView(await changeSettings(deps, caller, show_id, body)) };
    },
  }),
  route({
    method: "GET",
    path: "/v2/shows/:show_id/feed-check",
    tag,
    operationId: "checkShowFeed",
    summary: "Check a show's feed against RSS 2.0, PSP-1 and Apple's rules",
    access: editorOf("show"),
    params,
    response: z.object({ check: feedCheck }),
    async handle({ params: { show_id }, caller, baseUrl }, deps: Deps) {
      await requireEditableShow(deps.db, caller, show_id);
      return { check: await checkShow(deps, show_id, baseUrl) };
    },
  }),
];
