/** The page on which an episode's chapters and ad breaks are placed, heard and saved. */
import { z } from "zod";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { anyFields } from "../../../platform/http/fields.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { PageData } from "../../../platform/http/pagedata.ts";
import { callerOf, type PageCall, page } from "../../../platform/http/pages.ts";
import { integer } from "../../../platform/http/params.ts";
import { findQuietestMoment } from "../../listening/playback/cutting.ts";
import { makePreview } from "../../listening/playback/preview/actions.ts";
import type { Playback } from "../../listening/playback/schema.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import { buttonLink, emptyState } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { fill } from "../../web/layout/rules.ts";
import { notice } from "../../web/layout/views.ts";
import { findAudioUrl } from "../episode/audio.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { keepLooking, script, stylesheet } from "../frame/assets.ts";
import { audioFault } from "../frame/audiofaults.ts";
import { doneAt, doneOf, STUDIO_LOOK } from "../frame/layout.ts";
import { loudnessText } from "../frame/loudness.ts";
import { frameWords } from "../frame/words.ts";
import { formatMoment, parseMoment } from "../waveform/moments.ts";
import { waveformWords } from "../waveform/words.ts";
import { findMarks, readPeaks, saveMarks } from "./actions.ts";
import { keyOfChanged } from "./landing.ts";
import { previewPages } from "./previewing.ts";
import { replacingPages } from "./replacing.ts";
import { marksOf, type Row, rowsOf } from "./rules.ts";
import { episodeId } from "./schema.ts";
import { audioView } from "./views.ts";
import { audioWords } from "./words.ts";

type Services = Deps & Readonly<{ playback: Playback }>;
type Call = PageCall<Readonly<{ episode_id: number }>, unknown, unknown, "signed-in">;

const FIRST: Refusal = { given: {}, fields: {}, message: null };

/** How the page is shown again after something other than saving. */
type Again = Readonly<{ refusal: Refusal; rows?: readonly Row[]; heard?: string | null }>;

async function showAudio(call: Call, deps: Services, again: Again): Promise<Html> {
  const { session, params, locale, baseUrl, csrf } = call;
  const words = audioWords(locale);
  const row = await findOwnEpisode(deps, session, params.episode_id);
  const [audio_url, peaks, marks] = await Promise.all([
    findAudioUrl(deps, callerOf(session), row, baseUrl),
    readPeaks(deps.media, row.waveform_key),
    findMarks(deps.db, row.episode_id),
  ]);
  const { message, fields } = problemsOf(words.lang, again.refusal);
  const rows = again.rows ?? storedRows(marks);
  const body = audioView({
    words,
    waveform: waveformWords(locale),
    csrf,
    episode_id: row.episode_id,
    duration: row.duration,
    audio_url,
    peaks,
    rows: withNew(rows),
    faults: { ...fields, ...keptFaults(again.refusal) },
    message,
    version: marks.version,
    loudness: loudnessText(words.locale, row.loudness_lufs),
    heard: again.heard ?? null,
    isSaved: doneOf(call) === "saved",
  });
  const isProcessing =
    ["PENDING", "PROCESSING"].includes(row.encoding_status) && row.type !== "DRAFT";
  return episodeLayout(call, deps, row, {
    body: html`${stateView(call, row, audio_url)}${body}`,
    head: html`${stylesheet("audio/browser/audio.css")}${script("audio/browser/audio.js")}${isProcessing && keepLooking()}`,
    // What is saved is said beside its button, which stays in sight.
    done: { replaced: words.replaced },
  });
}

/** Names of texts of this page stay as they are: `problemsOf` knows only the schemas' phrases. */
const keptFaults = ({ fields }: Refusal) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, fault]) => /^[a-z]+(_[a-z]+)*$/.test(fault)),
  );

/** What a person must know before the marks: there is no audio, it is processed, or it failed. */
function stateView({ locale }: Call, row: EpisodeRow, audio_url: string | null): Html {
  const words = audioWords(locale);
  if (row.type === "EXTERNAL") return notice(words.external, "plain");
  if (row.encoding_status === "ERROR" && row.type !== "DRAFT")
    return notice(
      html`${words.failed} ${audioFault(frameWords(locale), row.encoding_error)}`,
      "problem",
    );
  if (row.encoding_status !== "READY" && row.type !== "DRAFT") {
    const text = fill(words.processing, { n: row.encoding_progress });
    return html`<div data-live><p>${text}</p><progress class="wide" max="100" value="${row.encoding_progress}" aria-label="${text}"></progress></div>`;
  }
  if (audio_url !== null) return html``;
  const replace = buttonLink(`/studio/episodes/${row.episode_id}/audio/replace`, words.upload);
  return emptyState({ title: words.no_audio, text: words.no_audio_hint, actions: replace });
}

const EMPTY = { id: "", at: "", title: "", url: "", ads: "1", isRemoved: false };

function storedRows({ chapters, breaks }: Awaited<ReturnType<typeof findMarks>>): Row[] {
  const chapterRows = chapters.map(
    ({ chapter_id, starts_at, title, external_url }, at): Row => ({
      ...EMPTY,
      key: `c${at}`,
      kind: "chapter",
      id: String(chapter_id),
      at: formatMoment(starts_at),
      title,
      url: external_url ?? "",
    }),
  );
  const breakRows = breaks.map(
    ({ timecode, ads_max_count }, at): Row => ({
      ...EMPTY,
      key: `b${at}`,
      kind: "break",
      at: formatMoment(timecode),
      ads: String(ads_max_count),
    }),
  );
  return [...chapterRows, ...breakRows];
}

/** One empty row of each kind, so that marks can be added without scripts. */
function withNew(rows: readonly Row[]): Row[] {
  const free = (kind: "chapter" | "break", letter: string): Row[] => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.some(({ id, at, title }) => id === "" && at === "" && title === "")) return [];
    const used = own.map(({ key }) => Number(key.slice(1)));
    return [{ ...EMPTY, key: `${letter}${Math.max(-1, ...used) + 1}`, kind }];
  };
  return [...rows, ...free("chapter", "c"), ...free("break", "b")];
}

/** The seconds around a splice. */
const AROUND_S = 4;

/** The address of a preview from a few seconds before a stored break until a few seconds after it. */
async function spliceAt(call: Call, { playback }: Services, at: number) {
  const { params, session, baseUrl } = call;
  const preview = await makePreview(playback, callerOf(session), params.episode_id, {}, baseUrl);
  const found = preview.breaks.find(({ timecode }) => timecode === at);
  const starts = (found?.starts_at ?? at) / 1000;
  const from = Math.max(0, starts - AROUND_S);
  const to = starts + (found?.duration ?? 0) / 1000 + AROUND_S;
  return { url: preview.audio_url, from, to };
}

/** The moment with the quietest frame near `at`; `at` itself for audio that is not ours. */
async function quietestNear({ playback }: Services, row: EpisodeRow, at: number): Promise<number> {
  return (await findQuietestMoment(playback.files, row, at)) ?? at;
}

const editPages = formPage({
  path: "/studio/episodes/:episode_id/audio",
  summary: "Place chapters and ad breaks in an episode's audio",
  access: "signed-in",
  params: episodeId,
  body: anyFields(),
  look: { ...STUDIO_LOOK, audio: true },
  show: (call, refusal, deps: Services) =>
    showAudio(call, deps, {
      refusal,
      ...(Object.keys(refusal.given).length > 0 && { rows: rowsOf(refusal.given) }),
    }),
  async submit(call, given, deps: Services) {
    const { session, params, reply } = call;
    const row = await findOwnEpisode(deps, session, params.episode_id);
    const rows = rowsOf(given);
    const marks = marksOf(rows, row.duration);
    const [act, key] = (given.act ?? "").split(".");
    const at = parseMoment(rows.find((one) => one.key === key)?.at ?? "");
    if (act === "quiet" && at !== null) {
      const moment = formatMoment(await quietestNear(deps, row, at));
      const moved = rows.map((one) => (one.key === key ? { ...one, at: moment } : one));
      return showAudio(call, deps, { refusal: FIRST, rows: moved });
    }
    if (act === "hear" && at !== null) {
      const { url, from, to } = await spliceAt(call, deps, at);
      return showAudio(call, deps, { refusal: FIRST, rows, heard: `${url}#t=${from},${to}` });
    }
    if (Object.keys(marks.faults).length > 0) {
      reply.code(400);
      return showAudio(call, deps, { refusal: { ...FIRST, fields: marks.faults }, rows });
    }
    const caller = callerOf(session);
    const before = storedRows(await findMarks(deps.db, row.episode_id));
    if (await saveMarks(deps, caller, row.episode_id, marks, given.version ?? "")) {
      const path = `/studio/episodes/${row.episode_id}/audio`;
      return doneAt(path, "saved", keyOfChanged(before, rows));
    }
    reply.code(412);
    const message = audioWords(call.locale).changed_meanwhile;
    return showAudio(call, deps, { refusal: { ...FIRST, message }, rows });
  },
});

const LONGEST_MS = 2 ** 31 - 1;
const momentForm = z.object({ at: integer({ max: LONGEST_MS }) });

const helperPages = [
  page({
    method: "POST",
    path: "/studio/episodes/:episode_id/audio/quietest",
    summary: "Find the quietest frame near a moment",
    access: "signed-in",
    params: episodeId,
    body: momentForm,
    async handle(call, deps: Services) {
      const row = await findOwnEpisode(deps, call.session, call.params.episode_id);
      if (!call.form.ok) {
        call.reply.code(400);
        return new PageData({ fields: call.form.fields });
      }
      return new PageData({ at: await quietestNear(deps, row, call.form.value.at) });
    },
  }),
  page({
    method: "POST",
    path: "/studio/episodes/:episode_id/audio/splice",
    summary: "Hear an ad break with a few seconds around it",
    access: "signed-in",
    params: episodeId,
    body: momentForm,
    async handle(call, deps: Services) {
      await findOwnEpisode(deps, call.session, call.params.episode_id);
      if (!call.form.ok) {
        call.reply.code(400);
        return new PageData({ fields: call.form.fields });
      }
      return new PageData(await spliceAt(call, deps, call.form.value.at));
    },
  }),
];

export const audioPages = (config: Config) => [
  ...editPages,
  ...helperPages,
  ...replacingPages(config),
  ...previewPages,
];
