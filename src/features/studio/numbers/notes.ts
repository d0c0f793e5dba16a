/** The pages that write, change and delete a note on a show’s time line. */
import type { Deps } from "../../../deps.ts";
import { Failure, invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf, page, type SessionCaller } from "../../../platform/http/pages.ts";
import { missing, requireRight } from "../../../platform/rights.ts";
import { momentIn } from "../../../platform/text/localtimes.ts";
import {
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  readAnnotation,
} from "../../measurement/annotations/actions.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { doneAt, STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { noteFormView } from "./notesview.ts";
import { noteForm, noteId, showId } from "./schema.ts";
import { numbersWords } from "./words.ts";

const rootOf = (show_id: number): string => `/studio/shows/${show_id}/numbers`;

const newNote = formPage({
  path: "/studio/shows/:show_id/numbers/notes/new",
  summary: "Write a note on the time line of a show",
  access: "signed-in",
  params: showId,
  body: noteForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = numbersWords(call.locale);
    const { show_id } = call.params;
    const { show } = await requireEditableShow(deps.db, callerOf(call.session), show_id);
    return studioLayout(call, deps, {
      title: words.add_note,
      subtitle: show.title,
      narrow: true,
      body: noteFormView({
        words,
        csrf: call.csrf,
        refusal: problemsOf(words.lang, refusal),
        action: `${rootOf(show_id)}/notes/new`,
        timezone: timezoneOf(call.session),
        now: deps.clock(),
        note: null,
      }),
    });
  },
  async submit({ session, params: { show_id } }, { at, text }, deps: Deps) {
    await createAnnotation(deps, callerOf(session), { show_id, text, at: momentOf(session, at) });
    return doneAt(rootOf(show_id), "note_saved");
  },
});

const oneNote = formPage({
  path: "/studio/shows/:show_id/numbers/notes/:annotation_id",
  summary: "Change a note on the time line of a show",
  access: "signed-in",
  params: noteId,
  body: noteForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = numbersWords(call.locale);
    const { show_id } = call.params;
    const note = await readNote(deps, call);
    return studioLayout(call, deps, {
      title: words.edit_note,
      narrow: true,
      body: noteFormView({
        words,
        csrf: call.csrf,
        refusal: problemsOf(words.lang, refusal),
        action: `${rootOf(show_id)}/notes/${note.annotation_id}`,
        timezone: timezoneOf(call.session),
        now: deps.clock(),
        note,
      }),
    });
  },
  async submit(call, { at, text, revision }, deps: Deps) {
    const { session, params, locale } = call;
    const { annotation_id } = await readNote(deps, call);
    const changes = { text, at: momentOf(session, at) };
    try {
      const known = revision === undefined ? null : [revision];
      await changeAnnotation(deps, callerOf(session), annotation_id, changes, known);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "stale") throw error;
      throw new Failure("conflict", error.type, numbersWords(locale).note_stale);
    }
    return doneAt(rootOf(params.show_id), "note_saved");
  },
});

const deletedNote = page({
  method: "POST",
  path: "/studio/shows/:show_id/numbers/notes/:annotation_id/delete",
  summary: "Delete a note on the time line of a show",
  access: "signed-in",
  params: noteId,
  async handle(call, deps: Deps) {
    const { annotation_id, show_id } = await readNote(deps, call);
    await deleteAnnotation(deps, callerOf(call.session), annotation_id, null);
    return doneAt(rootOf(show_id), "note_deleted");
  },
});

type Asking = Readonly<{
  session: SessionCaller;
  params: Readonly<{ show_id: number; annotation_id: number }>;
}>;

/** The note, if it is one of this show. */
async function readNote(deps: Deps, { session, params: { show_id, annotation_id } }: Asking) {
  const note = await readAnnotation(deps, callerOf(session), annotation_id);
  requireRight(note.show_id === show_id, missing("annotation"));
  return note;
}

function momentOf(session: SessionCaller, at: string | null | undefined): Date {
  const moment = at ? momentIn(timezoneOf(session), at.slice(0, 16)) : null;
  if (moment === null) throw invalid({ at: "must be a date and a time" });
  return moment;
}

export const notePages = [...newNote, ...oneNote, deletedNote];
