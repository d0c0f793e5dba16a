/** The address in the header of each mail about one's shows, to which mailboxes send “unsubscribe”. */
import type { Deps } from "../../../../deps.ts";
import { oneClickRoutes } from "../../../../platform/mail/oneclick.ts";
import { unsubscribe } from "../actions.ts";
import { END, ONE_CLICK } from "./views.ts";

export const audienceMailRoutes = oneClickRoutes<Deps>({
  path: ONE_CLICK,
  tag: "Notifications",
  ids: ["unsubscribeFromNumbers", "getUnsubscribeFromNumbersPage"],
  ends: "mails about your shows",
  page: END,
  end: unsubscribe,
});
