/** The page that replaces an episode's audio; the old one is heard until the new one is processed. */
import { z } from "zod";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { line } from "../../../platform/http/params.ts";
import { changeEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { mediaField } from "../../publishing/episodes/publishing/audio.ts";
import { findEpisodePayer } from "../../publishing/episodes/rights.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { fill } from "../../web/layout/rules.ts";
import { notice, submit } from "../../web/layout/views.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { fileField } from "../frame/filefields.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { resumableUpload } from "../upload/views.ts";
import { uploadWords } from "../upload/words.ts";
import { episodeId } from "./schema.ts";
import { audioWords } from "./words.ts";

/** The configuration sets the maximum size of the audio. */
export const replacingPages = ({ maxUploadBytes }: Config) =>
  formPage({
    path: "/studio/episodes/:episode_id/audio/replace",
    summary: "Replace an episode's audio",
    access: "signed-in",
    params: episodeId,
    body: z.object({ upload_id: line({ max: 100 }).optional() }),
    files: { media_file: mediaField(maxUploadBytes) },
    payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
    look: STUDIO_LOOK,
    async show(call, refusal, deps: Deps) {
      const { session, params, locale, csrf } = call;
      const words = audioWords(locale);
      const row = await findOwnEpisode(deps, session, params.episode_id);
      const { fields, message } = problemsOf(words.lang, refusal);
      const size = new Intl.NumberFormat(words.lang, {
        style: "unit",
        unit: "megabyte",
        maximumFractionDigits: 0,
      }).format(maxUploadBytes / 1_000_000);
      const field = fileField({
        label: words.file,
        name: "media_file",
        accept: "audio/*,.mp3,.m4a,.aac,.wav,.flac,.ogg,.aiff,.wma,.amr",
        hint: fill(words.file_hint, { size }),
        error: fields.media_file ?? fields.upload_id,
      });
      const isFirst = row.media_key === null;
      return episodeLayout(call, deps, row, {
        body: html`<h2>${isFirst ? words.upload : words.replace}</h2>
${!isFirst && html`<p class="soft">${words.replace_hint}</p>`}${notice(message, "problem")}
<form method="post" action="/studio/episodes/${row.episode_id}/audio/replace" enctype="multipart/form-data">
<input type="hidden" name="csrf" value="${csrf}">
<div class="drop">${resumableUpload({ words: uploadWords(locale), user_id: session.user_id, field })}</div>
${submit(isFirst ? words.upload : words.replace)}</form>`,
        head: html`${stylesheet("newepisode/browser/new.css")}${script("upload/browser/upload.js")}`,
        narrow: true,
      });
    },
    async submit({ params, session, files }, { upload_id }, deps: Deps) {
      const { episode_id } = params;
      const { media_file } = files;
      if (media_file === undefined && upload_id === undefined)
        throw invalid({ media_file: "is required" });
      const audio = upload_id === undefined ? {} : { upload_id };
      const sent = media_file === undefined ? {} : { media_file };
      await changeEpisode(deps, callerOf(session), episode_id, audio, sent, null);
      return doneAt(`/studio/episodes/${episode_id}/audio`, "replaced");
    },
  });
