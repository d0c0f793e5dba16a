/** The address in the header of each mail about one's shows, to which mailboxes send “unsubscribe” (RFC 8058). */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { anyone, nothing, rawRoute, route } from "../../../../platform/http/route.ts";
import { unsubscribe } from "../actions.ts";
import { mailCode } from "../schema.ts";
import { END, ONE_CLICK } from "./views.ts";

const common = {
  tag: "Notifications",
  path: ONE_CLICK,
  access: anyone,
  query: z.object({ code: mailCode.meta({ description: "From the link in a mail." }) }),
} as const;

export const audienceMailRoutes = [
  route({
    ...common,
    method: "POST",
    operationId: "unsubscribeFromNumbers",
    summary: "Unsubscribe from mails about your shows",
    description: "For the button of mailboxes (RFC 8058). Idempotent.",
    refusals: { 404: "The code was not made by this server." },
    response: nothing,
    async handle({ query }, deps: Deps) {
      await unsubscribe(deps, query.code);
      return [];
    },
  }),
  rawRoute({
    ...common,
    method: "GET",
    operationId: "getUnsubscribeFromNumbersPage",
    summary: "Open the page that ends mails about your shows",
    description: "For mailboxes that open the address instead of sending a request to it.",
    contentType: "text/html",
    answers: { 303: "The page is in `Location`." },
    handle: ({ query, reply }) =>
      reply.redirect(`${END}?${new URLSearchParams({ code: query.code })}`, 303),
  }),
];
