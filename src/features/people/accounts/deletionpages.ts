/** The settings page on which a person closes their account. */
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { redirect } from "../../../platform/http/pages.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import { listOwnedShows } from "../users/store.ts";
import { endSession } from "./actions.ts";
import { closeAccount } from "./closing.ts";
import { type Shown, shownOf, showSettings } from "./frame.ts";
import type { PasswordDeps } from "./passwords.ts";
import { deletionForm } from "./schema.ts";

type Shows = Awaited<ReturnType<typeof listOwnedShows>>;

/** What stands in the way, or what will be deleted with the form that does it. */
const deletionView = ({ words, csrf, refusal }: Shown, shows: Shows) =>
  shows.length > 0
    ? html`<p>${words.delete_shows}</p>
<ul>${shows.map(({ show_id, title }) => html`<li><a href="/show/${show_id}">${title}</a></li>`)}</ul>`
    : html`
${notice(refusal.message, "problem")}
<p>${words.delete_lead}</p>
<ul><li>${words.delete_profile}</li><li>${words.delete_access}</li></ul>
<p>${words.delete_stays}</p>
<p>${words.delete_grace}</p>
${form(
  "/settings/delete",
  csrf,
  html`
${field({ name: "username", label: words.delete_username, autocapitalize: "none", autocomplete: "off", value: refusal.given.username, error: refusal.fields.username, required: true })}
${field({ name: "present", label: words.your_password, type: "password", autocomplete: "current-password", error: refusal.fields.present, required: true })}
${submit(words.delete_button, "danger")}`,
)}`;

export const deletionPages = formPage({
  path: "/settings/delete",
  summary: "Delete your account",
  access: "signed-in",
  whileFull: true,
  body: deletionForm,
  async show(call, refusal, deps: Deps & PasswordDeps) {
    const shown = shownOf(call, refusal);
    const shows = await listOwnedShows(deps.db, call.session.user_id);
    const body = deletionView(shown, shows);
    return showSettings(call, "/settings/delete", { title: shown.words.delete_account, body });
  },
  async submit({ session, reply }, value, deps: Deps & PasswordDeps) {
    if (!(await closeAccount(deps, session, value))) return redirect("/settings/delete");
    await endSession(deps, reply);
    return redirect("/sign-in?done=deleted");
  },
});
