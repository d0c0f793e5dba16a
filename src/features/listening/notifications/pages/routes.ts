/** The settings with notifications: the devices that get them, and the shows they are about. */
import type { Deps } from "../../../../deps.ts";
import { invalid, notFound } from "../../../../platform/failure.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { html } from "../../../../platform/http/html.ts";
import { callerOf, page, redirect } from "../../../../platform/http/pages.ts";
import { canMailLinks } from "../../../../platform/mail/mail.ts";
import { hasUseFor, readAudienceMails } from "../../../measurement/audiencemails/actions.ts";
import { audienceMailsView } from "../../../measurement/audiencemails/views.ts";
import { audienceMailWords } from "../../../measurement/audiencemails/words.ts";
import { clockOf, doneNotice, shownOf, showSettings } from "../../../people/accounts/frame.ts";
import { browserName } from "../../../people/accounts/rules.ts";
import { fill } from "../../../web/layout/rules.ts";
import { addFavorite } from "../../library/actions.ts";
import { registerDevice } from "../actions.ts";
import { subscribeScript } from "../assets.ts";
import { pushKeys } from "../keys.ts";
import { readSettings } from "../mailing/actions.ts";
import { mailSettingsView } from "../mailing/pageviews.ts";
import { mailWords } from "../mailing/words.ts";
import { whichDevice } from "../schema.ts";
import { findDevice, listDevices, listFollowedShows, removeDevice } from "../store.ts";
import { notificationWords } from "../words.ts";
import { deviceForm, nothing, notificationsQuery, showForm } from "./schema.ts";
import { MOST_SHOWS, NOTIFICATIONS, notificationsView, removeView } from "./views.ts";

type Part = Parameters<typeof shownOf>[0] & Readonly<{ session: Readonly<{ user_id: number }> }>;

/** The form with mails about the person's own shows, if they have use for it. */
async function numbersPart(call: Part, deps: Deps) {
  const { user_id } = call.session;
  if (!canMailLinks(deps.config) || !(await hasUseFor(deps, user_id))) return null;
  return audienceMailsView(audienceMailWords(call.locale), {
    shown: shownOf(call),
    settings: await readAudienceMails(deps, user_id),
    canMail: true,
  });
}

const settingsPages = formPage({
  path: NOTIFICATIONS,
  summary: "Choose where and about which shows you are notified",
  access: "signed-in",
  query: notificationsQuery,
  body: deviceForm,
  look: { scripts: true },
  async show(call, refusal, deps: Deps) {
    const { db, clock } = deps;
    const words = notificationWords(call.locale);
    const { added, removed, saved } = words;
    const ofMails = mailWords(call.locale);
    const { settings, address } = await readSettings(deps, call.session.user_id);
    const asked = fill(ofMails.asked, { address });
    const body = html`${doneNotice(call.query.done, { added, removed, saved, asked })}${notificationsView(
      words,
      {
        shown: shownOf(call, refusal),
        publicKey: (await pushKeys(db)).publicKey,
        devices: await listDevices(db, call.session.user_id),
        shows: await listFollowedShows(db, call.session.user_id, MOST_SHOWS),
        clock: clockOf(call, clock()),
        mails: mailSettingsView(ofMails, {
          shown: shownOf(call),
          settings,
          address,
          canMail: canMailLinks(deps.config),
        }),
        numbers: await numbersPart(call, deps),
      },
    )}`;
    return showSettings(call, NOTIFICATIONS, { title: words.title, body, head: subscribeScript });
  },
  async submit({ session, request }, value, deps: Deps) {
    const name = browserName(request.headers["user-agent"]);
    await registerDevice(deps, session, { ...value, name });
    return redirect(`${NOTIFICATIONS}?done=added`);
  },
});

const showPage = page({
  method: "POST",
  path: `${NOTIFICATIONS}/shows`,
  summary: "Choose whether a show notifies you",
  access: "signed-in",
  body: showForm,
  async handle({ session, form }, deps: Deps) {
    if (!form.ok) throw form.failure ?? invalid({ ...form.fields });
    const { show_id, on } = form.value;
    await addFavorite(deps, callerOf(session), show_id, { notifications_enabled: on });
    return redirect(`${NOTIFICATIONS}?done=saved#show-${show_id}`);
  },
});

const removePages = formPage({
  path: `${NOTIFICATIONS}/:device_id/remove`,
  summary: "End notifications on a device",
  access: "signed-in",
  whileFull: true,
  params: whichDevice,
  body: nothing,
  async show(call, refusal, { db }: Deps) {
    const words = notificationWords(call.locale);
    const device = await findDevice(db, call.session.user_id, call.params.device_id);
    if (device === undefined) throw notFound("device");
    const body = removeView(words, shownOf(call, refusal), device);
    return showSettings(call, NOTIFICATIONS, { title: words.remove_ask, body });
  },
  async submit({ params, session }, _value, { db }: Deps) {
    if (!(await removeDevice(db, session.user_id, params.device_id))) throw notFound("device");
    return redirect(`${NOTIFICATIONS}?done=removed`);
  },
});

export const notificationPages = [...settingsPages, showPage, ...removePages];
