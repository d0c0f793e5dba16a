/** The settings about the account: profile, picture, e-mail address, language and time. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { setCookie } from "../../../platform/http/cookies.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { LOCALE_COOKIE } from "../../../platform/http/locale.ts";
import { callerOf, redirect } from "../../../platform/http/pages.ts";
import { imageField } from "../../publishing/images/actions.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import { LANGUAGES } from "../../publishing/reference/rules.ts";
import { changeUser } from "../users/actions.ts";
import { findAccount, findPublicUser, updateUser } from "../users/store.ts";
import { listConfirmed } from "./confirming/store.ts";
import { standingView } from "./confirming/views.ts";
import { doneNotice, type SettingsCall, shownOf, showSettings } from "./frame.ts";
import { changeEmail, type PasswordDeps } from "./passwords.ts";
import {
  emailView,
  pictureView,
  preferencesView,
  profileView,
  removePictureView,
} from "./profileviews.ts";
import {
  doneQuery,
  emailForm,
  nothingForm,
  pictureForm,
  preferencesForm,
  profileForm,
} from "./schema.ts";

/** The account of who is signed in, as they and as others see it. */
async function findOwn({ db }: Pick<Deps, "db">, { session, baseUrl }: SettingsCall) {
  const account = await findAccount(db, session.user_id);
  const person = await findPublicUser(db, session.user_id);
  if (account === undefined || person === undefined) throw notFound("user");
  return { account, user_id: session.user_id, image_url: imageUrls(person, baseUrl).image_url };
}

const profilePages = formPage({
  path: "/settings",
  summary: "Edit your public profile",
  access: "signed-in",
  query: doneQuery,
  body: profileForm,
  async show(call, refusal, deps: Deps) {
    const shown = shownOf(call, refusal);
    const { words } = shown;
    const own = await findOwn(deps, call);
    const notice = doneNotice(call.query.done, {
      saved: words.profile_saved,
      reopened: words.reopened,
    });
    const body = html`${notice}${profileView(shown, own.account, own)}`;
    return showSettings(call, "/settings", { title: words.profile, body });
  },
  async submit({ session }, value, deps: Deps) {
    await changeUser(deps, callerOf(session), session.user_id, value, {}, null);
    return redirect("/settings?done=saved");
  },
});

const picturePages = [
  ...formPage({
    path: "/settings/picture",
    summary: "Upload your picture",
    access: "signed-in",
    query: doneQuery,
    body: pictureForm,
    files: { image_file: imageField },
    async show(call, refusal, deps: Deps) {
      const shown = shownOf(call, refusal);
      const { words } = shown;
      const { image_url } = await findOwn(deps, call);
      const notice = doneNotice(call.query.done, {
        saved: words.picture_saved,
        removed: words.picture_removed,
      });
      const body = html`${notice}${pictureView(shown, image_url)}`;
      return showSettings(call, "/settings/picture", { title: words.picture, body });
    },
    async submit({ session, files }, crop, deps: Deps) {
      await changeUser(deps, callerOf(session), session.user_id, crop, files, null);
      return redirect("/settings/picture?done=saved");
    },
  }),
  ...formPage({
    path: "/settings/picture/remove",
    summary: "Remove your picture",
    access: "signed-in",
    whileFull: true,
    body: nothingForm,
    show(call, refusal) {
      const shown = shownOf(call, refusal);
      const title = shown.words.remove_picture_ask;
      return showSettings(call, "/settings/picture", { title, body: removePictureView(shown) });
    },
    async submit({ session }, _value, { db }: Deps) {
      await updateUser(db, session.user_id, { image_id: null });
      return redirect("/settings/picture?done=removed");
    },
  }),
];

const emailPages = formPage({
  path: "/settings/email",
  summary: "Change your e-mail address",
  access: "signed-in",
  query: doneQuery,
  body: emailForm,
  async show(call, refusal, deps: Deps & PasswordDeps) {
    const shown = shownOf(call, refusal);
    const { words } = shown;
    const { account, user_id } = await findOwn(deps, call);
    const { done } = call.query;
    const notice = doneNotice(done, { saved: words.email_saved, asked: words.confirm_sent });
    const isConfirmed = (await listConfirmed(deps.db, [user_id])).has(user_id);
    const standing = deps.config.smtpUrl !== null && standingView(shown, isConfirmed);
    const body = html`${notice}${emailView(shown, account.email, standing)}`;
    return showSettings(call, "/settings/email", { title: words.email, body });
  },
  async submit({ session }, value, deps: Deps & PasswordDeps) {
    await changeEmail(deps, session, value);
    return redirect("/settings/email?done=saved");
  },
});

/** The languages that are ticked, and those that only the API knows, such as pt-BR. */
async function chosenLanguages(
  { db }: Pick<Deps, "db">,
  user_id: number,
  ticked: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const offered: readonly string[] = LANGUAGES;
  const before = (await findAccount(db, user_id))?.content_languages ?? [];
  const kept = before.filter((code) => !offered.includes(code));
  return [...offered.filter((code) => ticked[`listen_${code}`] === true), ...kept];
}

const preferencesPages = formPage({
  path: "/settings/preferences",
  summary: "Choose the language and the time zone of your pages",
  access: "signed-in",
  query: doneQuery,
  body: preferencesForm,
  async show(call, refusal: Refusal, deps: Deps) {
    const shown = shownOf(call, refusal);
    const { words } = shown;
    const { account } = await findOwn(deps, call);
    const notice = doneNotice(call.query.done, { saved: words.preferences_saved });
    const body = html`${notice}${preferencesView(shown, account, LANGUAGES)}`;
    return showSettings(call, "/settings/preferences", { title: words.preferences, body });
  },
  async submit({ session, reply, baseUrl }, value, deps: Deps) {
    const { language, timezone, ...ticked } = value;
    await updateUser(deps.db, session.user_id, {
      language,
      timezone,
      content_languages: await chosenLanguages(deps, session.user_id, ticked),
    });
    // A choice made in the footer of a page in this browser would win over the settings.
    setCookie(reply, { name: LOCALE_COOKIE, value: "", life: 0, baseUrl });
    return redirect("/settings/preferences?done=saved");
  },
});

export const settingsPages = [...profilePages, ...picturePages, ...emailPages, ...preferencesPages];
