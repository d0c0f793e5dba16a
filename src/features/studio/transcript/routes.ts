/** The pages of an episode's transcripts: edit, upload, remove, export. */
import type { Deps } from "../../../deps.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page, redirect } from "../../../platform/http/pages.ts";
import { slugOf } from "../../../platform/text/plain.ts";
import {
  removeTranscript,
  transcriptField,
} from "../../distribution/feedtags/transcripts/actions.ts";
import type { Playback } from "../../listening/playback/schema.ts";
import { findEpisodePayer } from "../../publishing/episodes/rights.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { findAudioUrl } from "../episode/audio.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { openTranscript, pageOf, saveCues, uploadTranscript } from "./actions.ts";
import { exportOf } from "./exporting.ts";
import { cuesOfText } from "./pagetext.ts";
import {
  cuesForm,
  episodeId,
  exportQuery,
  removeForm,
  transcriptId,
  transcriptQuery,
  uploadForm,
} from "./schema.ts";
import { transcriptView, uploadPageView } from "./views.ts";
import { transcriptWords } from "./words.ts";

type WithPlayback = Deps & Readonly<{ playback: Playback }>;

const pathOf = (episode_id: number) => `/studio/episodes/${episode_id}/transcript`;

const editPages = formPage({
  path: "/studio/episodes/:episode_id/transcript",
  summary: "Edit an episode's transcript",
  access: "signed-in",
  params: episodeId,
  query: transcriptQuery,
  body: cuesForm,
  look: { ...STUDIO_LOOK, audio: true },
  async show(call, refusal, deps: WithPlayback) {
    const { csrf, params, query, session, locale } = call;
    const words = transcriptWords(locale);
    const { given } = refusal;
    const row = await findOwnEpisode(deps, session, params.episode_id);
    const wanted =
      given.transcript_id === undefined ? query.transcript : Number(given.transcript_id);
    const opened = await openTranscript(deps, row.episode_id, wanted);
    const { chosen } = opened;
    const isStale = given.media_key !== undefined && given.media_key !== chosen?.media_key;
    const mine = given.cues === undefined ? [] : cuesOfText(given.cues);
    const audio_url = await findAudioUrl(deps, callerOf(session), row, call.baseUrl);
    return episodeLayout(call, deps, row, {
      body: transcriptView({
        words,
        terms: frameWords(locale),
        csrf,
        episode: row,
        opened,
        page: pageOf(opened.cues, given.page === undefined ? query.page : Number(given.page) || 1),
        typed: given.cues,
        mine: isStale && !("line" in mine) ? mine : null,
        fault: refusal.fields.cues ?? refusal.fields.transcript_file ?? null,
        audio_url,
      }),
      head: html`${stylesheet("transcript/browser/transcript.css")}${script("transcript/browser/cues.js")}`,
      done: {
        saved: words.saved,
        added: words.added,
        estimated: words.estimated,
        removed: words.removed,
        not_removed: words.not_removed,
      },
    });
  },
  async submit({ params: { episode_id }, session }, value, deps: WithPlayback) {
    await findOwnEpisode(deps, session, episode_id);
    await saveCues(deps, session, episode_id, value);
    const { transcript_id, page: number } = value;
    return doneAt(`${pathOf(episode_id)}?transcript=${transcript_id}&page=${number}`, "saved");
  },
});

const uploadPages = formPage({
  path: "/studio/episodes/:episode_id/transcript/new",
  summary: "Add a transcript to an episode",
  access: "signed-in",
  params: episodeId,
  body: uploadForm,
  files: { transcript_file: transcriptField },
  payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = transcriptWords(call.locale);
    const row = await findOwnEpisode(deps, call.session, call.params.episode_id);
    return episodeLayout(call, deps, row, {
      body: uploadPageView({
        words,
        terms: frameWords(call.locale),
        csrf: call.csrf,
        episode: row,
        refusal: problemsOf(words.lang, refusal),
      }),
      head: script("frame/browser/upload.js"),
      narrow: true,
    });
  },
  async submit({ params: { episode_id }, session, files }, value, deps: Deps) {
    const row = await findOwnEpisode(deps, session, episode_id);
    const file = files.transcript_file;
    const { transcript_id, isEstimated } = await uploadTranscript(deps, session, row, value, file);
    const path = `${pathOf(episode_id)}?transcript=${transcript_id}`;
    return doneAt(path, isEstimated ? "estimated" : "added");
  },
});

export const transcriptPages = [
  ...editPages,
  ...uploadPages,
  page({
    method: "POST",
    path: "/studio/episodes/:episode_id/transcript/remove",
    summary: "Remove a transcript from an episode",
    access: "signed-in",
    params: episodeId,
    body: removeForm,
    async handle({ params: { episode_id }, session, form }, deps: Deps) {
      if (!form.ok) return redirect(pathOf(episode_id));
      const { transcript_id, media_key } = form.value;
      const path = pathOf(episode_id);
      try {
        const seen = media_key === "" ? null : media_key;
        await removeTranscript(deps, callerOf(session), episode_id, transcript_id, seen);
      } catch (error) {
        if (!(error instanceof Failure && error.kind === "stale")) throw error;
        return doneAt(`${path}?transcript=${transcript_id}`, "not_removed");
      }
      return doneAt(path, "removed");
    },
  }),
  page({
    method: "GET",
    path: "/studio/episodes/:episode_id/transcript/:transcript_id",
    summary: "Save a transcript as WebVTT, SubRip, text or JSON",
    access: "signed-in",
    params: transcriptId,
    query: exportQuery,
    async handle({ params, query, session }, deps: Deps) {
      const row = await findOwnEpisode(deps, session, params.episode_id);
      const { chosen, cues } = await openTranscript(deps, row.episode_id, params.transcript_id);
      if (chosen?.transcript_id !== params.transcript_id) throw notFound("transcript");
      const name = slugOf(row.title, "transcript");
      return { download: exportOf(cues, query.format, chosen.type, name) };
    },
  }),
];
