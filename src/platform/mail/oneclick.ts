/** The address in the header of mails to which mailboxes send “unsubscribe” (RFC 8058). */
import { z } from "zod";
import { verbatim } from "../http/params.ts";
import { anyone, nothing, type Route, rawRoute, route } from "../http/route.ts";

type OneClick<D> = Readonly<{
  path: string;
  tag: string;
  /** The operations' ids: of the request that ends the mails, and of the one that leads to their page. */
  ids: readonly [end: string, page: string];
  /** What is ended, such as “mails about new episodes”, and the same for the page. */
  ends: string;
  /** Where people end the mails by a button. */
  page: string;
  /** Ends them with the code of a mail. Idempotent; fails with 404 if the code was not made here. */
  end(deps: D, code: string): Promise<void>;
}>;

/** The request of a mailbox's button, and where mailboxes that open the address instead are led. */
export function oneClickRoutes<D>({ path, tag, ids, ends, page, end }: OneClick<D>): Route<D>[] {
  const code = verbatim({ max: 100 }).meta({ description: "From the link in a mail." });
  const common = { path, tag, access: anyone, query: z.object({ code }) } as const;
  return [
    route({
      ...common,
      method: "POST",
      operationId: ids[0],
      summary: `Unsubscribe from ${ends}`,
      description: "For the button of mailboxes (RFC 8058). Idempotent.",
      refusals: { 404: "The code was not made by this server." },
      response: nothing,
      async handle({ query }, deps: D) {
        await end(deps, query.code);
        return [];
      },
    }),
    rawRoute({
      ...common,
      method: "GET",
      operationId: ids[1],
      summary: `Open the page that ends ${ends}`,
      description: "For mailboxes that open the address instead of sending a request to it.",
      contentType: "text/html",
      answers: { 303: "The page is in `Location`." },
      handle: ({ query, reply }) =>
        reply.redirect(`${page}?${new URLSearchParams({ code: query.code })}`, 303),
    }),
  ];
}
