/** The page of an episode's details, which is where its tabs begin. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import type { PageCall, Redirect } from "../../../platform/http/pages.ts";
import { htmlOfNotes } from "../../../platform/text/notes.ts";
import { sanitiseUntrusted } from "../../../platform/text/untrusted.ts";
import { episodeState } from "../../publishing/episodes/rules.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import { episodeView } from "../../publishing/episodes/views.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { saveAt } from "../drafts/actions.ts";
import { draftFieldsOf, draftForm, draftValues } from "../drafts/episode.ts";
import { showMerge } from "../drafts/merging.ts";
import { differencesOf, isMergeable } from "../drafts/rules.ts";
import { baseOf } from "../drafts/schema.ts";
import { autosaved, begunWith, kept } from "../drafts/views.ts";
import { draftWords } from "../drafts/words.ts";
import { keepLooking, script, stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { newEpisodeWords } from "../newepisode/words.ts";
import { notesHead } from "../notes/views.ts";
import { zoneOfEpisode } from "../range/zones.ts";
import { detailsView } from "./detailsview.ts";
import { episodeLayout, findOwnEpisode } from "./head.ts";
import { outcomeTexts } from "./outcome.ts";
import { publicationView, scheduleOf } from "./publication.ts";
import { episodeId } from "./schema.ts";
import { episodeWords } from "./words.ts";

type Call = PageCall<Readonly<{ episode_id: number }>, unknown, unknown, "signed-in">;

/** A draft, or the wish to see its notes. */
const detailsForm = draftForm.extend({ act: z.literal("preview").optional() });

const FIRST: Refusal = { given: {}, fields: {}, message: null };

async function showDetails(
  call: Call,
  deps: Deps,
  refusal: Refusal,
  preview: Html | null = null,
): Promise<Html> {
  const { csrf, session, locale } = call;
  const words = episodeWords(locale);
  const row = await findOwnEpisode(deps, session, call.params.episode_id);
  const { image_url, limited_url } = episodeView(row, call.baseUrl, true);
  const told = problemsOf(words.lang, refusal);
  const body = detailsView({
    words,
    terms: frameWords(locale),
    csrf,
    row,
    refusal: told,
    values: { ...draftValues(row), ...draftFieldsOf(refusal.given) },
    begun: begunView(call, row, refusal),
    preview,
    image_url,
    secret_url: limited_url ?? null,
    publication: publicationView({
      words,
      when: newEpisodeWords(locale),
      csrf,
      row,
      ...(await scheduleOf(deps, session, row)),
      refusal: FIRST,
    }),
  });
  const isProcessing = episodeState(row) === "processing";
  const head = html`${stylesheet("episode/browser/details.css")}${notesHead()}${script(row.published_at === null ? "drafts/browser/autosave.js" : "drafts/browser/keep.js")}${script("episode/browser/publication.js")}${isProcessing && keepLooking()}`;
  return episodeLayout(call, deps, row, {
    body,
    head,
    done: {
      saved: words.saved,
      merged: words.merged,
      cover: words.cover_saved,
      ...outcomeTexts(words, row, zoneOfEpisode(session, row).timezone),
      moved: words.moved,
      link: words.link_reset,
    },
  });
}

/** A form that was sent begins where it began before, so that nothing of others is overwritten. */
function begunView({ session, locale }: Call, row: EpisodeRow, { given }: Refusal): Html {
  const base = baseOf(given);
  const begun = {
    revision: Number(given.revision) || row.revision,
    values: Object.keys(base).length === 0 ? draftValues(row) : base,
  };
  const path = `/studio/episodes/${row.episode_id}`;
  const [words, { user_id }] = [draftWords(locale), session];
  if (row.published_at !== null)
    return html`${begunWith(begun)}${kept({ words, user_id, name: path })}`;
  const places = { save: `${path}/autosave`, merge: `${path}/merge`, user_id };
  return autosaved({ words, ...places, ...begun });
}

/** Saves what was sent, together with what others changed in other fields; else the person decides. */
async function saveDetails(
  call: Call,
  deps: Deps,
  { revision, ...draft }: z.infer<typeof draftForm>,
): Promise<Html | Redirect> {
  const { session, params } = call;
  const path = `/studio/episodes/${params.episode_id}`;
  const saved = await saveAt(deps, session, params.episode_id, revision, draft);
  if (saved.isSaved) return doneAt(path, "saved");
  const { given } = call.form;
  const [base, yours] = [baseOf(given), draftFieldsOf(given)];
  const differences = differencesOf(base, yours, draftValues(saved.episode));
  const own = new Set(
    differences.flatMap(({ name, changedBy }) => (changedBy === "you" ? [name] : [])),
  );
  if (!isMergeable(differences)) return showMerge(call, deps, { base, yours });
  const rest = Object.fromEntries(Object.entries(draft).filter(([name]) => own.has(name)));
  const merged = await saveAt(deps, session, params.episode_id, saved.episode.revision, rest);
  return merged.isSaved ? doneAt(path, "merged") : showMerge(call, deps, { base, yours });
}

export const episodeDetailsPages = formPage({
  path: "/studio/episodes/:episode_id",
  summary: "Edit an episode's details",
  access: "signed-in",
  params: episodeId,
  body: detailsForm,
  look: STUDIO_LOOK,
  show: (call, refusal, deps: Deps) => showDetails(call, deps, refusal),
  async submit(call, { act, ...value }, deps: Deps) {
    if (act === undefined) return saveDetails(call, deps, value);
    const notes = htmlOfNotes(value.description ?? "");
    const { html: shown } = await sanitiseUntrusted(deps.gates.texts, notes, "description");
    return showDetails(call, deps, { ...FIRST, given: call.form.given }, trusted(shown));
  },
});
