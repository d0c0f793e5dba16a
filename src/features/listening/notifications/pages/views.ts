/** HTML of the settings with notifications. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { question, type Shown } from "../../../people/accounts/frame.ts";
import { browserText } from "../../../people/accounts/securityviews.ts";
import { type Clock, fillHtml, moment } from "../../../people/accounts/times.ts";
import { badge } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { form, notice, submit } from "../../../web/layout/views.ts";
import type { DeviceRow, FollowedShow } from "../store.ts";
import type { NotificationWords } from "../words.ts";

export const NOTIFICATIONS = "/settings/notifications";
/** Shows on the page, those that were followed last. */
export const MOST_SHOWS = 200;

type Content = Readonly<{
  shown: Shown;
  /** With which the browser subscribes. */
  publicKey: string;
  devices: readonly DeviceRow[];
  shows: readonly FollowedShow[];
  clock: Clock;
  /** The form with mails and quiet hours. */
  mails: Html;
  /** The form with mails about the person's own shows; null for those who have none. */
  numbers: Html | null;
}>;

export const notificationsView = (words: NotificationWords, content: Content): Html => html`
<p>${words.lead}</p>
${notice(content.shown.refusal.message, "problem")}
<h2>${words.devices}</h2>
${content.devices.length === 0 && html`<p class="soft">${words.none}</p>`}
<ul class="cards">${content.devices.map((device) => deviceItem(words, content, device))}</ul>
${subscribeForm(words, { ...content, action: NOTIFICATIONS })}
${content.mails}
${content.numbers}
<h2>${words.shows}</h2>
<p class="soft">${content.shows.length === 0 ? words.no_shows : words.shows_hint}${content.shows.length === MOST_SHOWS && ` ${fill(words.most_shows, { n: MOST_SHOWS })}`}</p>
<ul class="cards">${content.shows.map((show) => showItem(words, content.shown.csrf, show))}</ul>`;

const deviceItem = (
  words: NotificationWords,
  { shown, clock }: Content,
  device: DeviceRow,
): Html => {
  const name = nameOf(words, shown, device);
  const { created_at, delivered_at, failing_since } = device;
  const last = delivered_at && fillHtml(words.last, { when: moment(delivered_at, clock) });
  const failing = failing_since && fillHtml(words.failing, { when: moment(failing_since, clock) });
  return html`
<li>
<div>
<p><strong>${name}</strong></p>
<p class="soft">${fillHtml(words.added_at, { when: moment(created_at, clock) })}${last && html` · ${last}`}${failing && html` · ${failing}`}</p>
</div>
<a class="button quiet" href="${pathOf(device)}">${words.remove}<span class="hidden"> ${name}</span></a>
</li>`;
};

/** A browser by its name in the language of the page. */
const nameOf = (words: NotificationWords, { words: own }: Shown, { name }: DeviceRow): string =>
  name === null ? words.unnamed : browserText(name, own);

const pathOf = ({ device_id }: Pick<DeviceRow, "device_id">): string =>
  `${NOTIFICATIONS}/${device_id}/remove`;

type Subscribing = Pick<Content, "shown" | "publicKey"> &
  Readonly<{
    action: string;
    /** Whether public pages may send the form without leaving, so that what plays goes on. */
    isInPlace?: boolean;
  }>;

/** The script of the page shows the form, where the browser can subscribe, and fills it in. */
export const subscribeForm = (
  words: NotificationWords,
  { shown, publicKey, action, isInPlace = false }: Subscribing,
): Html => html`
<noscript><p class="soft">${words.needs_scripts}</p></noscript>
<form method="post" action="${action}" data-push="${publicKey}"${isInPlace && html` data-act`} hidden>
<input type="hidden" name="csrf" value="${shown.csrf}">
<input type="hidden" name="endpoint"><input type="hidden" name="public_key"><input type="hidden" name="auth">
<p>${submit(words.here)}</p>
<p class="soft">${words.here_hint}</p>
</form>
<p class="notice problem" role="alert" hidden data-push-problem data-unable="${words.unable}" data-refused="${words.refused}" data-failed="${words.failed}"></p>`;

const showItem = (words: NotificationWords, csrf: string, show: FollowedShow): Html => {
  const { show_id, title, notifications_enabled: isOn } = show;
  const fields = html`<input type="hidden" name="show_id" value="${show_id}"><input type="hidden" name="on" value="${isOn ? "false" : "true"}">
<button type="submit" class="quiet">${isOn ? words.turn_off : words.turn_on}<span class="hidden"> ${title}</span></button>`;
  return html`
<li id="show-${show_id}">
<p><a href="/show/${show_id}" dir="auto">${title}</a> ${isOn ? badge(words.on, "good") : badge(words.off)}</p>
${form(`${NOTIFICATIONS}/shows`, csrf, fields)}
</li>`;
};

/** Asks before a device gets no more notifications. */
export const removeView = (words: NotificationWords, shown: Shown, device: DeviceRow): Html =>
  question({
    ...shown,
    text: fill(words.remove_text, { device: nameOf(words, shown, device) }),
    action: pathOf(device),
    button: words.remove,
    back: NOTIFICATIONS,
  });
