/** The pages that begin a show or an import, and follow the import. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { languageOf } from "../../../platform/http/locale.ts";
import { callerOf, page, redirect } from "../../../platform/http/pages.ts";
import { imageField } from "../../publishing/images/actions.ts";
import { findImage } from "../../publishing/images/store.ts";
import { readImport, requestImport } from "../../publishing/imports/actions.ts";
import { MAX_FEED_BYTES } from "../../publishing/imports/fetching.ts";
import { importParams } from "../../publishing/imports/schema.ts";
import { importView as importDetailView } from "../../publishing/imports/views.ts";
import { LANGUAGES } from "../../publishing/reference/rules.ts";
import { categoryViews, contentLanguage } from "../../publishing/reference/views.ts";
import { createShow, type ShowLookup } from "../../publishing/shows/actions.ts";
import type { NewShows } from "../../publishing/shows/newshows.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { keepLooking, script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { importTitle, importView, isImportMoving } from "./importviews.ts";
import { importId, showForm } from "./schema.ts";
import { importFormView, newShowView } from "./views.ts";
import { newShowWords } from "./words.ts";

const showPages = formPage({
  path: "/studio/shows/new",
  summary: "Create a show",
  access: "signed-in",
  body: showForm,
  files: { image_file: imageField },
  look: STUDIO_LOOK,
  show(call, refusal, deps: Deps & ShowLookup & NewShows) {
    const { csrf, locale } = call;
    const words = newShowWords(locale);
    const body = newShowView({
      csrf,
      refusal: problemsOf(words.lang, refusal),
      words,
      terms: frameWords(locale),
      ...choicesIn(locale, words.lang),
    });
    const head = script("frame/browser/upload.js");
    return studioLayout(call, deps, { title: words.new_show, body, head, narrow: true });
  },
  async submit({ session, files }, value, deps: Deps & ShowLookup & NewShows) {
    const { show_id, image_id } = await createShow(deps, callerOf(session), value, files);
    const image = image_id === null ? undefined : await findImage(deps.db, image_id);
    // A square image shows whole; of another one, the person chooses the part.
    if (image === undefined || image.width === image.height)
      return redirect(`/studio/shows/${show_id}/episodes/new`);
    return doneAt(`/studio/shows/${show_id}/cover?step=new`, "created");
  },
});

/** Languages and categories by their names in the person's language. */
function choicesIn(locale: string, lang: string) {
  const names = new Intl.DisplayNames(lang, { type: "language" });
  const byName = (a: readonly [string, string], b: readonly [string, string]) =>
    a[1].localeCompare(b[1], lang);
  const own = languageOf(locale);
  return {
    languages: LANGUAGES.map((code): [string, string] => [code, names.of(code) ?? code]).sort(
      byName,
    ),
    categories: categoryViews(contentLanguage(locale)).map(
      ({ category_id, name, level }): [string, string] => [
        String(category_id),
        level === 1 ? name : `– ${name}`,
      ],
    ),
    language: LANGUAGES.find((code) => code === own) ?? "en",
  };
}

const importPages = [
  ...formPage({
    path: "/studio/import",
    summary: "Import a podcast feed",
    access: "signed-in",
    body: importParams,
    files: { feed_file: { maxBytes: MAX_FEED_BYTES, description: "An RSS 2.0 feed." } },
    look: STUDIO_LOOK,
    show(call, refusal, deps: Deps) {
      const words = newShowWords(call.locale);
      const body = importFormView({
        csrf: call.csrf,
        refusal: problemsOf(words.lang, refusal),
        words,
        terms: frameWords(call.locale),
      });
      const head = script("frame/browser/upload.js");
      return studioLayout(call, deps, { title: words.import_feed, body, head, narrow: true });
    },
    async submit({ session, files: { feed_file } }, value, deps: Deps) {
      if (!value.feed_url && feed_file === undefined)
        throw invalid({ feed_url: "is required unless you choose a file" });
      const { import_id } = await requestImport(deps, callerOf(session), value, feed_file);
      return redirect(`/studio/imports/${import_id}`);
    },
  }),
  page({
    method: "GET",
    path: "/studio/imports/:import_id",
    summary: "Show the progress and the report of an import",
    access: "signed-in",
    params: importId,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const { csrf, params, session } = call;
      const words = newShowWords(call.locale);
      const row = await readImport(deps, callerOf(session), params.import_id);
      const one = importDetailView(row);
      return studioLayout(call, deps, {
        title: importTitle(words, one),
        body: importView({ csrf, words, one }),
        head: isImportMoving(one) ? keepLooking() : undefined,
        narrow: true,
      });
    },
  }),
];

export const newShowPages = [...showPages, ...importPages];
