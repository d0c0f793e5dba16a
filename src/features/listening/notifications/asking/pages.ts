/** The page behind “Tell me about new episodes” of a show: follows it, and registers the browser if it can be reached. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { callerOf, redirect } from "../../../../platform/http/pages.ts";
import { id } from "../../../../platform/http/params.ts";
import { showNarrow, shownOf } from "../../../people/accounts/frame.ts";
import { browserName } from "../../../people/accounts/rules.ts";
import { requireVisibleShow } from "../../../publishing/shows/rights.ts";
import { fill } from "../../../web/layout/rules.ts";
import { addFavorite } from "../../library/actions.ts";
import { registerDevice } from "../actions.ts";
import { subscribeScript } from "../assets.ts";
import { pushKeys } from "../keys.ts";
import { deviceForm } from "../pages/schema.ts";
import { NOTIFICATIONS } from "../pages/views.ts";
import { notificationWords } from "../words.ts";
import { askView } from "./views.ts";

export const askPages = formPage({
  path: "/show/:show_id/notify",
  summary: "Follow a show with notifications",
  access: "signed-in",
  params: z.object({ show_id: id() }),
  body: deviceForm.partial(),
  look: { scripts: true },
  async show(call, refusal, { db }: Deps) {
    const words = notificationWords(call.locale);
    const { show } = await requireVisibleShow(db, callerOf(call.session), call.params.show_id);
    const { publicKey } = await pushKeys(db);
    const body = askView({ words, shown: shownOf(call, refusal), publicKey, show });
    const title = fill(words.ask_title, { show: show.title });
    return showNarrow(call, title, body, subscribeScript);
  },
  async submit({ session, params: { show_id }, request }, device, deps: Deps) {
    const { endpoint, public_key, auth } = device;
    await addFavorite(deps, callerOf(session), show_id, { notifications_enabled: true });
    if (endpoint === undefined || public_key === undefined || auth === undefined)
      return redirect(`${NOTIFICATIONS}?done=saved#show-${show_id}`);
    const name = browserName(request.headers["user-agent"]);
    await registerDevice(deps, session, { endpoint, public_key, auth, name });
    return redirect(`/show/${show_id}`);
  },
});
