/** Routes of what people want to be mailed about new episodes, and of the header that ends the mails (RFC 8058). */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { anyone, nothing, rawRoute, route, signedIn } from "../../../../platform/http/route.ts";
import {
  changeAudienceMails,
  readAudienceMails,
} from "../../../measurement/audiencemails/actions.ts";
import { changeSettings, readSettings, unsubscribe } from "./actions.ts";
import { END, ONE_CLICK } from "./pageviews.ts";
import { mailCode, newAllSettings, notificationSettings } from "./schema.ts";

const common = { tag: "Notifications" } as const;
const response = z.object({ notification_settings: notificationSettings });

const read = async (deps: Deps, user_id: number) => ({
  notification_settings: {
    ...(await readSettings(deps, user_id)).settings,
    ...(await readAudienceMails(deps, user_id)),
  },
});

const oneClick = {
  ...common,
  path: ONE_CLICK,
  access: anyone,
  query: z.object({ code: mailCode.meta({ description: "From the link in a mail." }) }),
} as const;

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
      await changeAudienceMails(deps, caller.user_id, { weekly_report, jump_notes });
      await changeSettings(deps, caller.user_id, values);
      return read(deps, caller.user_id);
    },
  }),
  route({
    ...oneClick,
    method: "POST",
    operationId: "unsubscribeFromEpisodes",
    summary: "Unsubscribe from mails about new episodes",
    description: "For the button of mailboxes (RFC 8058). Idempotent.",
    refusals: { 404: "The code was not made by this server." },
    response: nothing,
    async handle({ query }, deps: Deps) {
      await unsubscribe(deps, query.code);
      return [];
    },
  }),
  rawRoute({
    ...oneClick,
    method: "GET",
    operationId: "getUnsubscribeFromEpisodesPage",
    summary: "Open the page that ends mails about new episodes",
    description: "For mailboxes that open the address instead of sending a request to it.",
    contentType: "text/html",
    answers: { 303: "The page is in `Location`." },
    handle: ({ query, reply }) =>
      reply.redirect(`${END}?${new URLSearchParams({ code: query.code })}`, 303),
  }),
];
