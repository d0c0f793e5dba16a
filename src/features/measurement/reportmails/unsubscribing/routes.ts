/** The address in the header of each mail with a report, to which mailboxes send “unsubscribe”. */
import type { Deps } from "../../../../deps.ts";
import { oneClickRoutes } from "../../../../platform/mail/oneclick.ts";
import { setUnsubscribed } from "./actions.ts";
import { ONE_CLICK, UNSUBSCRIBE } from "./views.ts";

export const unsubscribeRoutes = oneClickRoutes<Deps>({
  path: ONE_CLICK,
  tag: "Campaign statistics",
  ids: ["unsubscribeFromReport", "getUnsubscribePage"],
  ends: "the mails of a report",
  page: UNSUBSCRIBE,
  end: async (deps, code) => {
    await setUnsubscribed(deps, code, true);
  },
});
