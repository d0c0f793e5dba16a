/** Routes of what people want to be mailed about new episodes, and of the header that ends the mails (RFC 8058). */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { route, signedIn } from "../../../../platform/http/route.ts";
import { oneClickRoutes } from "../../../../platform/mail/oneclick.ts";
import {
  changeAudienceMails,
  readAudienceMails,
  requireMail,
} from "../../../measurement/audiencemails/actions.ts";
import { changeSettings, readSettings, unsubscribe } from "./actions.ts";
import { END, ONE_CLICK } from "./pageviews.ts";
import { newAllSettings, notificationSettings } from "./schema.ts";

const common = { tag: "Notifications" } as const;
const response = z.object({ notification_settings: notificationSettings });

const read = async (deps: Deps, user_id: number) => ({
  notification_settings: {
    ...(await readSettings(deps, user_id)).settings,
    ...(await readAudienceMails(deps, user_id)),
  },
});

export const episodeMailRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/me/notification-settings",
    operationId: "getNotificationSettings",
    summary: "Get how you are notified of new episodes, and of your own shows",
    access: signedIn,
    scope: "basic",
    response,
    handle: ({ caller }, deps: Deps) => read(deps, caller.user_id),
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/me/notification-settings",
    operationId: "setNotificationSettings",
    summary: "Set how you are notified of new episodes, and of your own shows",
    description:
      "Unless the address of your account has agreed to mails about new episodes before, it gets one with a link that does so. Send the same again for another one.",
    access: signedIn,
    scope: "basic",
    refusals: { 429: "You have asked for many of these mails." },
    body: newAllSettings,
    response,
    async handle({ caller, body }, deps: Deps) {
      const { weekly_report, jump_notes, ...values } = body;
      const wishes = { weekly_report, jump_notes };
      // All that can be refused is, before anything is stored.
      requireMail(deps, wishes);
      await changeSettings(deps, caller.user_id, values);
      await changeAudienceMails(deps, caller.user_id, wishes);
      return read(deps, caller.user_id);
    },
  }),
  ...oneClickRoutes<Deps>({
    ...common,
    path: ONE_CLICK,
    ids: ["unsubscribeFromEpisodes", "getUnsubscribeFromEpisodesPage"],
    ends: "mails about new episodes",
    page: END,
    end: unsubscribe,
  }),
];
