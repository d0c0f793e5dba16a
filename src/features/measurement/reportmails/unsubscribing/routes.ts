/** The address in the header of each mail with a report, to which mailboxes send “unsubscribe” (RFC 8058). */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { verbatim } from "../../../../platform/http/params.ts";
import { anyone, nothing, rawRoute, route } from "../../../../platform/http/route.ts";
import { setUnsubscribed } from "./actions.ts";
import { ONE_CLICK, UNSUBSCRIBE } from "./views.ts";

const common = {
  tag: "Campaign statistics",
  path: ONE_CLICK,
  access: anyone,
  query: z.object({
    code: verbatim({ max: 100 }).meta({ description: "From the link in a mail." }),
  }),
} as const;

export const unsubscribeRoutes = [
  route({
    ...common,
    method: "POST",
    operationId: "unsubscribeFromReport",
    summary: "Unsubscribe from the mails of a report",
    description: "For the button of mailboxes (RFC 8058). Idempotent.",
    refusals: { 404: "The code was not made by this server." },
    response: nothing,
    async handle({ query }, deps: Deps) {
      await setUnsubscribed(deps, query.code, true);
      return [];
    },
  }),
  rawRoute({
    ...common,
    method: "GET",
    operationId: "getUnsubscribePage",
    summary: "Open the page that ends the mails of a report",
    description: "For mailboxes that open the address instead of sending a request to it.",
    contentType: "text/html",
    answers: { 303: "The page is in `Location`." },
    handle: ({ query, reply }) =>
      reply.redirect(`${UNSUBSCRIBE}?${new URLSearchParams({ code: query.code })}`, 303),
  }),
];
