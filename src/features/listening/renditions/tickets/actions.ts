/** Issues and reads tickets with the secret of the database. */
import type { Deps } from "../../../../deps.ts";
import { ensureServerSecret } from "../../../../platform/db/serversecrets.ts";
import { isOfAgent, isOtherFamily, type Redirected, readTicket, signTicket } from "./rules.ts";

/** A request at an edge. `digest`: of the rendition, in hex; `at`: ms since 1970. */
type Ticketed = Readonly<{
  digest: string;
  ticket: string;
  address: string;
  user_agent: string;
  at: number;
}>;

export type Tickets = Readonly<{
  /** The ticket for the redirect of a listener to a rendition. */
  issue(digest: string, who: Redirected): Promise<string>;
  /** Whether a ticket is one of this server's for the rendition, of today or yesterday (UTC). */
  isValid(digest: string, ticket: string): Promise<boolean>;
  /**
   * The key, in hex, of the listener who was redirected, if the request is theirs by the other kind of address: an edge
   * may be reached by IPv6 where this server is not, and then one listener must not become two. Otherwise null: the
   * request counts for its own address, as it would here.
   */
  redirectedListener(request: Ticketed): Promise<string | null>;
}>;

/** Opens tickets for a process; the secret is read once. */
export function openTickets({ db, clock }: Pick<Deps, "db" | "clock">): Tickets {
  let reading: Promise<Buffer> | null = null;
  const secret = (): Promise<Buffer> => {
    reading ??= ensureServerSecret(db, "ticket").catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  return {
    issue: async (digest, who) => signTicket(await secret(), digest, who, clock().getTime()),
    isValid: async (digest, ticket) =>
      readTicket(await secret(), digest, ticket, clock().getTime()) !== null,
    async redirectedListener({ digest, ticket, address, user_agent, at }) {
      if (!isOtherFamily(ticket, address)) return null;
      const named = readTicket(await secret(), digest, ticket, at);
      return named !== null && isOfAgent(named, user_agent) ? named.listener : null;
    },
  };
}
