/** The route that reads events. */
import type { Deps } from "../../../deps.ts";
import { type Call, route, signedIn } from "../../../platform/http/route.ts";
import { requireServerAdmin } from "../../people/users/rights.ts";
import { type EventPage, type EventWaits, readEvents } from "./actions.ts";
import { eventPage, eventsQuery } from "./schema.ts";
import { newestSequence } from "./store.ts";
import { eventView } from "./views.ts";

export const eventRoutes = [
  route({
    method: "GET",
    path: "/v2/events",
    tag: "Events",
    operationId: "listEvents",
    summary: "List events, or wait for the next ones",
    description: `Oldest first: what happened to the shows you can edit, to the advertising you can read, and to you. Kept for 30 days.

Send the \`cursor\` of each response as \`after\` of your next request: you get each event once, also those of changes that took long to commit. A page may be empty while \`next_url\` is not null. With \`wait\`, the server answers as soon as there is an event.`,
    access: signedIn,
    scope: "basic",
    query: eventsQuery,
    response: eventPage,
    async handle(call, { db, eventWaits }: Deps & EventWaits) {
      const { limit, wait, everything } = call.query;
      const types = call.query.types?.length ? call.query.types : null;
      const { user_id } = call.caller;
      if (everything) requireServerAdmin(call.caller);
      const read = (after: number) =>
        readEvents(db, { after, types, limit, reader: everything ? null : user_id });
      const until = performance.now() + wait * 1000;
      const isGone = () => call.request.socket.destroyed;
      let page = await read(call.query.after ?? (await newestSequence(db)));
      while (page.rows.length === 0 && !page.hasMore && performance.now() < until && !isGone()) {
        const { cursor } = page;
        await eventWaits.wait({ user_id, after: cursor, until, isGone });
        page = await read(cursor);
        if (page.cursor === cursor) break;
      }
      return pageView(call, page);
    },
  }),
];

function pageView({ url }: Pick<Call, "url">, { rows, cursor, hasMore }: EventPage) {
  const next = new URL(url);
  next.searchParams.set("after", String(cursor));
  return { items: rows.map(eventView), next_url: hasMore ? next.href : null, cursor };
}
