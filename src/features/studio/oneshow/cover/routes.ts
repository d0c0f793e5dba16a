/** The page that changes a show's cover: an upload, then the part to show. */

import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../../platform/http/formpage.ts";
import { callerOf, redirect } from "../../../../platform/http/pages.ts";
import { imageField } from "../../../publishing/images/actions.ts";
import { findImage } from "../../../publishing/images/store.ts";
import { changeShow, type ShowEditing } from "../../../publishing/shows/actions.ts";
import { findShowPayer } from "../../../publishing/shows/rights.ts";
import { showSummaryView } from "../../../publishing/shows/views.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { problemsOf } from "../../../web/layout/problems.ts";
import { script } from "../../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../../frame/layout.ts";
import { frameWords } from "../../frame/words.ts";
import { detailsWords } from "../details/words.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { cropCover } from "./actions.ts";
import { cropIn } from "./rules.ts";
import { cropForm, cropQuery, type WantedCrop } from "./schema.ts";
import { coverView } from "./views.ts";

/** Where a new show goes on. */
const firstEpisode = (show_id: number): string => showPath(show_id, "/episodes/new");

async function showCover(
  call: StudioCall,
  deps: Deps,
  { show_id, wanted, refusal }: Readonly<{ show_id: number; wanted: WantedCrop; refusal: Refusal }>,
) {
  const { show } = await findOwnShow(deps, call, show_id);
  const words = detailsWords(call.locale);
  const stored = show.image_id === null ? undefined : await findImage(deps.db, show.image_id);
  const url = showSummaryView(show, call.baseUrl).image_original_url;
  const picture =
    stored === undefined || url === null
      ? null
      : { url, width: stored.width, height: stored.height, crop: cropIn(stored, wanted) };
  const isNew = wanted.step === "new";
  const isCropping = isNew || wanted.side !== undefined || wanted.done !== undefined;
  const terms = frameWords(call.locale);
  const shown = { csrf: call.csrf, words, terms, show_id, picture, isNew, isCropping };
  return showLayout(call, deps, show, {
    title: words.cover.title,
    actions: isNew ? buttonLink(firstEpisode(show_id), words.cover.keep, "quiet") : undefined,
    body: coverView(shown, problemsOf(words.lang, refusal)),
    head: script("frame/browser/upload.js"),
    done: {
      created: words.cover.created,
      uploaded: words.cover.uploaded,
      cropped: words.cover.cropped,
    },
  });
}

export const coverPages = [
  ...formPage({
    path: "/studio/shows/:show_id/cover",
    summary: "Upload a show's cover",
    access: "signed-in",
    params: showId,
    query: cropQuery,
    body: z.object({}),
    files: { image_file: imageField },
    payer: ({ show_id }, caller, deps: Deps & ShowEditing) =>
      findShowPayer(deps.db, caller, show_id),
    look: STUDIO_LOOK,
    show: (call, refusal, deps: Deps & ShowEditing) =>
      showCover(call, deps, { show_id: call.params.show_id, wanted: call.query, refusal }),
    async submit({ params: { show_id }, session, files }, _, deps: Deps & ShowEditing) {
      if (files.image_file === undefined) throw invalid({ image_file: "is required" });
      await changeShow(deps, callerOf(session), show_id, {}, files, null);
      return doneAt(showPath(show_id, "/cover"), "uploaded");
    },
  }),
  ...formPage({
    path: "/studio/shows/:show_id/cover/crop",
    summary: "Choose the part of an image that a cover shows",
    access: "signed-in",
    params: showId,
    body: cropForm,
    look: STUDIO_LOOK,
    show(call, refusal, deps: Deps & ShowEditing) {
      const wanted = cropQuery.parse(refusal.given);
      return showCover(call, deps, { show_id: call.params.show_id, wanted, refusal });
    },
    async submit(call, crop, deps: Deps & ShowEditing) {
      const { show_id } = call.params;
      const { show } = await findOwnShow(deps, call, show_id);
      await cropCover(deps, callerOf(call.session), show, crop);
      const { left, top, side, step } = crop;
      if (step === "new") return redirect(firstEpisode(show_id));
      const at = `/cover?left=${left}&top=${top}&side=${side}`;
      return doneAt(showPath(show_id, at), "cropped");
    },
  }),
];
