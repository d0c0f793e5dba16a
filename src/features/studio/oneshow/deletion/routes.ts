/** The page that deletes a show: it says what goes, and asks for the title. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { callerOf, redirect } from "../../../../platform/http/pages.ts";
import { verbatim } from "../../../../platform/http/params.ts";
import { deleteShow } from "../../../publishing/shows/actions.ts";
import { ACTING_FOR_AUTHOR } from "../../../publishing/shows/rights.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../../web/layout/views.ts";
import { STUDIO_LOOK } from "../../frame/layout.ts";
import { plural } from "../../frame/plurals.ts";
import { detailsWords, type Words } from "../details/words.ts";
import { problemsWith } from "../problems.ts";
import { showId } from "../schema.ts";
import { findOwnShow, type OwnShow, showLayout, showPath } from "../showlayout.ts";

function deletionView(words: Words, csrf: string, { show, role }: OwnShow, refusal: Refusal): Html {
  const { deletion } = words;
  const { show_id, title, editable_episodes_count: episodes, followers_count: followers } = show;
  if (!ACTING_FOR_AUTHOR.includes(role)) return notice(deletion.only_author, "plain");
  const instead = html`
<p>${deletion.instead}</p>
<p class="actions">${buttonLink(showPath(show_id, "/feed#move"), deletion.move, "quiet")}${buttonLink(showPath(show_id, "/export"), deletion.export, "quiet")}</p>`;
  if (episodes > 0)
    return html`${notice(refusal.message, "problem")}<p>${plural(words, deletion.episodes, episodes)}</p>${instead}`;
  return html`
${notice(refusal.message, "problem")}
<p>${deletion.goes}</p>
<ul><li>${deletion.feed}</li><li>${deletion.page}</li>${
    followers > 0 && html`<li>${plural(words, deletion.followers, followers)}</li>`
  }</ul>
${instead}
${form(
  showPath(show_id, "/delete"),
  csrf,
  html`${field({ label: fill(deletion.name, { title }), name: "title", value: refusal.given.title, error: refusal.fields.title, required: true, autocomplete: "off" })}
${submit(deletion.title, "danger")}`,
)}`;
}

export const showDeletionPages = formPage({
  path: "/studio/shows/:show_id/delete",
  summary: "Delete a show",
  access: "signed-in",
  params: showId,
  body: z.object({ title: verbatim({ max: 200 }) }),
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = detailsWords(call.locale);
    const own = await findOwnShow(deps, call, call.params.show_id);
    return showLayout(call, deps, own.show, {
      title: words.deletion.title,
      body: deletionView(
        words,
        call.csrf,
        own,
        problemsWith(words.lang, refusal, [words.deletion.name_wrong]),
      ),
      narrow: true,
    });
  },
  async submit(call, { title }, deps: Deps) {
    const { show } = await findOwnShow(deps, call, call.params.show_id);
    if (title.trim() !== show.title)
      throw invalid({ title: detailsWords(call.locale).deletion.name_wrong });
    await deleteShow(deps, callerOf(call.session), show.show_id, null);
    return redirect("/studio/shows");
  },
});
