/** HTML of the page that asks whether a show may notify somebody. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import type { Shown } from "../../../people/accounts/frame.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { form, notice, submit } from "../../../web/layout/views.ts";
import { subscribeForm } from "../pages/views.ts";
import type { NotificationWords } from "../words.ts";

type Asked = Readonly<{
  words: NotificationWords;
  shown: Shown;
  publicKey: string;
  show: Readonly<{ show_id: number; title: string }>;
}>;

/** Whoever needs no notification on this device follows by the second button, and chooses the rest in the settings. */
export const askView = ({ words, shown, publicKey, show: { show_id, title } }: Asked): Html => {
  const action = `/show/${show_id}/notify`;
  return html`
<h1>${fill(words.ask_title, { show: title })}</h1>
<p>${words.ask_text}</p>
${notice(shown.refusal.message, "problem")}
${subscribeForm(words, { shown, publicKey, action, isInPlace: true })}
${form(action, shown.csrf, submit(words.ask_follow, "quiet"))}
<p>${buttonLink(`/show/${show_id}`, shown.words.cancel, "quiet")}</p>`;
};
