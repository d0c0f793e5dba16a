/** Routes for the chapters of episodes. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../../platform/http/paging.ts";
import { id } from "../../../../platform/http/params.ts";
import { anyone, atRevision, editorOf, nothing, route } from "../../../../platform/http/route.ts";
import { imageField } from "../../images/actions.ts";
import { findEpisodePayer, requireVisibleEpisode } from "../rights.ts";
import { keyParam } from "../schema.ts";
import { shiftChapters, timelineFor } from "../timeline/actions.ts";
import { renditionParam, type TimelineFinder } from "../timeline/schema.ts";
import { changeChapter, createChapter, deleteAllChapters, deleteChapter } from "./actions.ts";
import { chapter, chapterParams, newChapterParams } from "./schema.ts";
import { type ChapterRow, findStart, listChapters } from "./store.ts";
import { chapterView } from "./views.ts";

const tag = "Chapters";
const all = "/v2/episodes/:episode_id/chapters";
const one = `${all}/:chapter_id`;
const ofEpisode = z.object({ episode_id: id() });
const ofChapter = z.object({ episode_id: id(), chapter_id: id() });
const files = { image_file: imageField };
const response = z.object({ chapter });

const detail = (row: ChapterRow, { baseUrl }: { baseUrl: string }) =>
  atRevision({ chapter: chapterView(row, baseUrl) }, row.revision);

export const chapterRoutes = [
  route({
    method: "GET",
    path: all,
    tag,
    operationId: "listEpisodeChapters",
    summary: "List an episode's chapters",
    description: "In the order of their start times.",
    access: anyone,
    params: ofEpisode,
    query: z.object({ key: keyParam, r: renditionParam, ...lastIdPaging() }),
    response: pageOf(chapter),
    async handle(call, { db, findTimeline }: Deps & TimelineFinder) {
      const { limit, last_id: chapter_id, key, r } = call.query;
      const { episode_id } = call.params;
      await requireVisibleEpisode(db, call.caller, episode_id, key);
      const after =
        chapter_id === undefined ? null : await findStart(db, { episode_id, chapter_id });
      if (after === undefined) throw invalid({ last_id: "must be the id of an item in this list" });
      const isTheirs = (id: number) => id === episode_id;
      const timeline = await timelineFor(findTimeline, r, isTheirs, call.reply);
      const listed = await listChapters(db, { episode_id, after, limit });
      const rows = shiftChapters(listed, timeline);
      return lastIdPage(
        call,
        rows,
        (row) => row.chapter_id,
        (row) => chapterView(row, call.baseUrl),
      );
    },
  }),
  route({
    method: "POST",
    path: all,
    tag,
    operationId: "createEpisodeChapter",
    summary: "Add a chapter to an episode",
    description: "If a chapter already starts at that time, the answer is 409 `chapter-exists`.",
    access: editorOf("episode"),
    params: ofEpisode,
    payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
    body: newChapterParams,
    files,
    response,
    async handle(call, deps: Deps) {
      const { episode_id } = call.params;
      return detail(
        await createChapter(deps, call.caller, episode_id, call.body, call.files),
        call,
      );
    },
  }),
  route({
    method: "POST",
    path: one,
    tag,
    operationId: "updateEpisodeChapter",
    summary: "Update a chapter",
    description: "Send only the fields you want to change.",
    access: editorOf("episode"),
    params: ofChapter,
    payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
    body: chapterParams,
    files,
    response,
    async handle(call, deps: Deps) {
      const { params, body, ifMatch } = call;
      return detail(
        await changeChapter(deps, call.caller, params, body, call.files, ifMatch),
        call,
      );
    },
  }),
  route({
    method: "DELETE",
    path: one,
    tag,
    operationId: "deleteEpisodeChapter",
    summary: "Delete a chapter",
    access: editorOf("episode"),
    params: ofChapter,
    response: nothing,
    async handle(call, deps: Deps) {
      await deleteChapter(deps, call.caller, call.params, call.ifMatch);
      return [];
    },
  }),
  route({
    method: "DELETE",
    path: all,
    tag,
    operationId: "deleteEpisodeChapters",
    summary: "Delete all chapters of an episode",
    access: editorOf("episode"),
    params: ofEpisode,
    response: nothing,
    async handle(call, deps: Deps) {
      await deleteAllChapters(deps, call.caller, call.params.episode_id);
      return [];
    },
  }),
];
