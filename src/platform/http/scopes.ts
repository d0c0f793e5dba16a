/** Checks at every route, before its handler, what a token's scope allows (contract §3). */
import { forbidden } from "../failure.ts";

/** `basic` allows everything that its user may do; the others allow parts of it. */
export const SCOPES = ["basic", "read", "publish", "statistics", "advertising"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a token with these scopes (separated by spaces) covers one of `needed`. */
function covers(held: string, needed: readonly Scope[]): boolean {
  const scopes = held.split(" ");
  return scopes.includes("basic") || needed.some((scope) => scopes.includes(scope));
}

/**
 * The caller as `route` may see it. If the token's scope is insufficient, a route that requires a token refuses it
 * (403), and a public route treats the caller as anonymous.
 */
export function callerWithin<C extends Readonly<{ scope: string }>>(
  route: Readonly<{ scopes: readonly Scope[]; access: Readonly<{ signedIn: boolean }> }>,
  caller: C | null,
): C | null {
  if (caller === null || covers(caller.scope, route.scopes)) return caller;
  if (!route.access.signedIn) return null;
  const needed = route.scopes.join(" or ");
  throw forbidden(`This needs a token with the scope ${needed}.`, "insufficient-scope");
}
