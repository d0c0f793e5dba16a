/** Imports into a show that exists: a look at what would change, then the import. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid, notFound } from "../../../../platform/failure.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { callerOf, page, redirect } from "../../../../platform/http/pages.ts";
import { readImport, requestImport } from "../../../publishing/imports/actions.ts";
import { importView as importDetailView } from "../../../publishing/imports/views.ts";
import { problemsOf } from "../../../web/layout/problems.ts";
import { notice } from "../../../web/layout/views.ts";
import { keepLooking } from "../../frame/assets.ts";
import { STUDIO_LOOK } from "../../frame/layout.ts";
import { importTitle, importView, isImportMoving } from "../../newshow/importviews.ts";
import { newShowWords } from "../../newshow/words.ts";
import { timezoneOf } from "../../range/zones.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { listShowImports } from "../store.ts";
import { previewView } from "./previewview.ts";
import { lookForm, ofImport } from "./schema.ts";
import { importingView } from "./views.ts";
import { importingWords } from "./words.ts";

const HISTORY = 10;

const formPages = formPage({
  path: "/studio/shows/:show_id/import",
  summary: "Compare a show with a feed, before importing it",
  access: "signed-in",
  params: showId,
  body: lookForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const { csrf, session } = call;
    const words = importingWords(call.locale);
    const { show, role } = await findOwnShow(deps, call, call.params.show_id);
    const { show_id, import_feed_url: feed_url } = show;
    // An import acts for the person who asks for it, so others would get a show of their own.
    if (role !== "owner")
      return showLayout(call, deps, show, {
        title: words.page,
        body: notice(words.only_author, "plain"),
      });
    const imports = await listShowImports(deps.db, show_id, session.user_id, HISTORY);
    const shown = { csrf, words, show_id, feed_url, imports, timezone: timezoneOf(session) };
    return showLayout(call, deps, show, {
      title: words.page,
      body: importingView(shown, problemsOf(words.lang, refusal)),
    });
  },
  async submit(call, { feed_url, media }, deps: Deps) {
    const { show } = await findOwnShow(deps, call, call.params.show_id);
    if (!feed_url) throw invalid({ feed_url: "is required" });
    const wish = { feed_url, media, dry_run: true };
    const { import_id } = await requestImport(deps, callerOf(call.session), wish, undefined);
    return redirect(showPath(show.show_id, `/import/${import_id}`));
  },
});

export const importingPages = [
  ...formPages,
  page({
    method: "GET",
    path: "/studio/shows/:show_id/import/:import_id",
    summary: "Show what an import would change, or its progress",
    access: "signed-in",
    params: ofImport,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const { csrf, session } = call;
      const { show_id, import_id } = call.params;
      const { show } = await findOwnShow(deps, call, show_id);
      const one = importDetailView(await readImport(deps, callerOf(session), import_id));
      const terms = newShowWords(call.locale);
      const words = importingWords(call.locale);
      const isMoving = isImportMoving(one);
      const { report } = one;
      if (one.dry_run && one.state === "DONE" && report !== null)
        return showLayout(call, deps, show, {
          title: words.preview,
          body: previewView({ csrf, words, show_id, import_id, report }),
        });
      return showLayout(call, deps, show, {
        title: one.dry_run && isMoving ? words.looking : importTitle(terms, one),
        body: importView({ csrf, words: terms, one }),
        head: isMoving ? keepLooking() : undefined,
      });
    },
  }),
  page({
    method: "POST",
    path: "/studio/shows/:show_id/import/:import_id",
    summary: "Import what was shown",
    access: "signed-in",
    params: ofImport,
    body: z.object({}),
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const { show_id, import_id } = call.params;
      const caller = callerOf(call.session);
      await findOwnShow(deps, call, show_id);
      const { dry_run, feed_url, media, ...shown } = importDetailView(
        await readImport(deps, caller, import_id),
      );
      // Only what was shown for this show, and only once it was.
      if (!dry_run || feed_url === null || shown.show_id !== show_id) throw notFound("import");
      const made = await requestImport(deps, caller, { feed_url, media }, undefined);
      return redirect(showPath(show_id, `/import/${made.import_id}`));
    },
  }),
];
