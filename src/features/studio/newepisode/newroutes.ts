/** The page of a new episode: its file is sent and its details are saved while it is written. */
import { z } from "zod";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { anyFields } from "../../../platform/http/fields.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { PageData } from "../../../platform/http/pagedata.ts";
import { callerOf, type PageCall, page, redirect } from "../../../platform/http/pages.ts";
import { line } from "../../../platform/http/params.ts";
import { mediaField } from "../../publishing/episodes/publishing/audio.ts";
import { findShowPayer, requireEditableShow } from "../../publishing/shows/rights.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { isMergeable, type Values } from "../drafts/rules.ts";
import { draftWords } from "../drafts/words.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { notesHead } from "../notes/views.ts";
import { zoneOfShow } from "../range/zones.ts";
import { uploadWords } from "../upload/words.ts";
import { SKIPPED } from "./actions.ts";
import { begunOf, changesSince, conflictTexts } from "./conflicts.ts";
import {
  attachUpload,
  beginDraft,
  findChecks,
  findDraftOf,
  finishEpisode,
  storedDraft,
} from "./drafting.ts";
import { checksView, draftView, newView } from "./newview.ts";
import { numbersOf } from "./numbering.ts";
import { proposeTime } from "./proposing.ts";
import { showId } from "./schema.ts";
import { sizeOf } from "./views.ts";
import { newEpisodeWords } from "./words.ts";

/** Fields are read one by one, so that all faults are told at once, that of the file too. */
const looseForm = anyFields();
const draftQuery = z.object({ draft: line({ max: 20 }).optional().catch(undefined) });

type Call<Q> = PageCall<Readonly<{ show_id: number }>, Q, unknown, "signed-in">;

async function showNew(
  call: Call<z.infer<typeof draftQuery>>,
  refusal: Refusal,
  deps: Deps,
  maxBytes: number,
  conflicts: Values | null = null,
) {
  const { csrf, params, session, locale } = call;
  const words = newEpisodeWords(locale);
  const { show } = await requireEditableShow(deps.db, callerOf(session), params.show_id);
  const name = refusal.given.draft ?? call.query.draft;
  const row = await findDraftOf(deps, session, params.show_id, name);
  const stored = row === null ? null : storedDraft(row);
  const told = withGap(problemsOf(words.lang, refusal), refusal, words.at_gap);
  const zone = zoneOfShow(session, show);
  const body = newView({
    words,
    uploadTexts: uploadWords(locale),
    draftTexts: draftWords(locale),
    csrf,
    refusal: { ...told, fields: { ...told.fields, ...conflicts } },
    show_id: show.show_id,
    user_id: session.user_id,
    zone,
    proposal: await proposeTime(
      deps.db,
      { show_id: show.show_id, timezone: zone.timezone },
      { besides: row?.episode_id ?? null, now: deps.clock() },
    ),
    ...(await numbersOf(deps, show.show_id, row?.episode_id ?? null)),
    size: sizeOf(maxBytes, words.lang),
    draft: stored && begunOf(stored, refusal.given, conflicts !== null),
    checks: await findChecks(deps, words.locale, show, row, refusal.given),
  });
  return studioLayout(call, deps, {
    title: words.upload_episode,
    subtitle: show.title,
    show: showSummaryView(show, call.baseUrl),
    body,
    head: html`${stylesheet("newepisode/browser/new.css")}${notesHead()}${script("newepisode/browser/new.js")}`,
  });
}

/** An hour that the clocks skip is explained in the language of the page. */
const withGap = (told: Refusal, { fields }: Refusal, text: string): Refusal =>
  fields.at === SKIPPED ? { ...told, fields: { ...told.fields, at: text } } : told;

/** The configuration sets the maximum size of the audio. */
export const uploadPages = ({ maxUploadBytes }: Config) =>
  formPage({
    path: "/studio/shows/:show_id/episodes/new",
    summary: "Upload an episode",
    access: "signed-in",
    params: showId,
    query: draftQuery,
    body: looseForm,
    files: { media_file: mediaField(maxUploadBytes) },
    payer: ({ show_id }, caller, deps: Deps) => findShowPayer(deps.db, caller, show_id),
    look: STUDIO_LOOK,
    show: (call, refusal, deps: Deps) => showNew(call, refusal, deps, maxUploadBytes),
    async submit(call, given, deps: Deps) {
      const { params, session, files, locale, reply } = call;
      const { show_id } = params;
      const { show } = await requireEditableShow(deps.db, callerOf(session), show_id);
      const { timezone } = zoneOfShow(session, show);
      const { media_file } = files;
      for (let attempt = 1; ; attempt += 1) {
        const draft = await findDraftOf(deps, session, show_id, given.draft);
        const changes = draft === null ? [] : changesSince(storedDraft(draft), given);
        if (!isMergeable(changes)) {
          reply.code(412);
          const words = draftWords(locale);
          const refusal = { given, fields: {}, message: words.merge };
          return showNew(call, refusal, deps, maxUploadBytes, conflictTexts(words, changes));
        }
        try {
          const sent = { show_id, timezone, given, media_file, draft, changes };
          const row = await finishEpisode(deps, session, sent);
          return redirect(`/studio/episodes/${row.episode_id}/next`);
        } catch (error) {
          // The audio was processed, or somebody saved, since the draft was read: compare again.
          const isStale = error instanceof Failure && error.kind === "stale";
          if (!isStale || attempt === ATTEMPTS) throw error;
        }
      }
    },
  });

/** How often a form is compared with a draft that changes at the same moment. */
const ATTEMPTS = 5;

const titleOf = line({ min: 1, max: 140 });

/** What scripts of the page ask for; each answers with the checks as they are now. */
const helper = (
  act: string,
  summary: string,
  work: (
    call: Call<unknown>,
    given: Readonly<Record<string, string>>,
    deps: Deps,
  ) => Promise<object>,
) =>
  page({
    method: "POST",
    path: `/studio/shows/:show_id/episodes/new/${act}`,
    summary,
    access: "signed-in",
    params: showId,
    body: looseForm,
    async handle(call, deps: Deps) {
      await requireEditableShow(deps.db, callerOf(call.session), call.params.show_id);
      return new PageData(await work(call, call.form.given, deps));
    },
  });

async function answerWith(
  call: Call<unknown>,
  deps: Deps,
  row: Awaited<ReturnType<typeof findDraftOf>>,
  given: Readonly<Record<string, string>>,
) {
  const { session, locale, params } = call;
  const words = newEpisodeWords(locale);
  const { show } = await requireEditableShow(deps.db, callerOf(session), params.show_id);
  const draft = row === null ? null : storedDraft(row);
  const checks = await findChecks(deps, words.locale, show, row, given);
  return {
    draft: row?.episode_id ?? null,
    revision: row?.revision ?? null,
    hasAudio: draft?.hasAudio ?? false,
    isProcessing: draft?.isProcessing ?? false,
    checks: checksView(words, checks, draft).text,
    autosave:
      draft === null
        ? null
        : draftView({ draftTexts: draftWords(locale), user_id: session.user_id }, draft).text,
  };
}

export const helperPages = [
  helper("draft", "Begin the draft of a new episode", async (call, given, deps) => {
    const title = titleOf.safeParse(given.title);
    if (!title.success) return { draft: null };
    const row = await beginDraft(deps, call.session, call.params.show_id, title.data);
    return answerWith(call, deps, row, given);
  }),
  helper(
    "audio",
    "Give the draft of a new episode its uploaded audio",
    async (call, given, deps) => {
      const { session, params } = call;
      const row = await findDraftOf(deps, session, params.show_id, given.draft);
      const changed =
        row && (await attachUpload(deps, session, row, String(given.upload_id).slice(0, 100)));
      return answerWith(call, deps, changed, given);
    },
  ),
  helper("checks", "Check what is written of a new episode", async (call, given, deps) => {
    const row = await findDraftOf(deps, call.session, call.params.show_id, given.draft);
    return answerWith(call, deps, row, given);
  }),
];
