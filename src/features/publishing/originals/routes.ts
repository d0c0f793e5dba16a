/** Routes that give editors back what was uploaded: images before their crop, audio before its encoding. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { revalidated } from "../../../platform/http/bytes.ts";
import { id } from "../../../platform/http/params.ts";
import { editorOf, rawRoute } from "../../../platform/http/route.ts";
import { sendStoredAudio } from "../../../platform/http/storedfile.ts";
import type { Files } from "../../../platform/media/files.ts";
import { requireEditableEpisode, requireEpisodeEditableBy } from "../episodes/rights.ts";
import { findEpisode } from "../episodes/store.ts";
import { originalImage, sendOriginalImage } from "../images/originals.ts";
import { requireEditableShow } from "../shows/rights.ts";
import { findChapterImage } from "./store.ts";

const tag = "Originals";
const ofEpisode = z.object({ episode_id: id() });
const contentType = "application/octet-stream";

/** The open files of the process. */
type OpenFiles = Readonly<{ files: Files }>;

export const originalRoutes = [
  rawRoute({
    ...originalImage,
    method: "GET",
    path: "/v2/shows/:show_id/original-image",
    tag,
    operationId: "getShowOriginalImage",
    summary: "Get a show's cover as it was uploaded",
    access: editorOf("show"),
    params: z.object({ show_id: id() }),
    async handle({ params, caller, request, reply }, deps: Deps) {
      const { show } = await requireEditableShow(deps.db, caller, params.show_id);
      return sendOriginalImage(deps, show.image_id, { request, reply });
    },
  }),
  rawRoute({
    ...originalImage,
    method: "GET",
    path: "/v2/episodes/:episode_id/original-image",
    tag,
    operationId: "getEpisodeOriginalImage",
    summary: "Get an episode's own cover as it was uploaded",
    access: editorOf("episode"),
    params: ofEpisode,
    async handle({ params: { episode_id }, caller, request, reply }, deps: Deps) {
      const found = await findEpisode(deps.db, episode_id);
      const { episode } = await requireEpisodeEditableBy(deps.db, caller, found);
      return sendOriginalImage(deps, episode.image_id, { request, reply });
    },
  }),
  rawRoute({
    ...originalImage,
    method: "GET",
    path: "/v2/episodes/:episode_id/chapters/:chapter_id/original-image",
    tag,
    operationId: "getChapterOriginalImage",
    summary: "Get a chapter's image as it was uploaded",
    access: editorOf("episode"),
    params: z.object({ episode_id: id(), chapter_id: id() }),
    async handle({ params, caller, request, reply }, deps: Deps) {
      await requireEditableEpisode(deps.db, caller, params.episode_id);
      const chapter = await findChapterImage(deps.db, params);
      if (chapter === undefined) throw notFound("chapter");
      return sendOriginalImage(deps, chapter.image_id, { request, reply });
    },
  }),
  rawRoute({
    method: "GET",
    path: "/v2/episodes/:episode_id/original-audio",
    tag,
    operationId: "getEpisodeOriginalAudio",
    summary: "Get an episode's audio as it was uploaded",
    description:
      "The upload that the episode plays; a newer one is there when it has been encoded. 404 if the episode has no audio, or plays it from another server. The `ETag` is the SHA-256 of the file. Range requests work as for episodes.",
    access: editorOf("episode"),
    params: ofEpisode,
    contentType,
    answers: {
      200: "The whole file.",
      206: "The requested range.",
      304: "Your copy is up to date.",
    },
    async handle(call, { db, files }: Deps & OpenFiles) {
      const found = await findEpisode(db, call.params.episode_id);
      const { episode } = await requireEpisodeEditableBy(db, call.caller, found);
      const { original_key: key } = episode;
      call.reply.header("content-disposition", "attachment");
      if (
        key === null ||
        !(await sendStoredAudio(files, { key, contentType, headers: revalidated }, call))
      )
        throw notFound("audio");
    },
  }),
];
