/** What a token's scope lets it do (contract §3): checked at every route, before its handler. */
import { forbidden } from "../failure.ts";
import type { Route, Viewer } from "./route.ts";

/** `basic` is everything its user may do; the others are parts of it. */
export const SCOPES = ["basic", "read", "publish", "statistics", "advertising"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a token with these scopes (joined by spaces) covers one of `needed`. */
export function covers(held: string, needed: readonly Scope[]): boolean {
  const scopes = held.split(" ");
  return scopes.includes("basic") || needed.some((scope) => scopes.includes(scope));
}

/**
 * The viewer as `route` may know it. A token whose scope does not reach is refused where one is
 * required (403), and is worth no more than none where anyone may look.
 */
export function viewerWithin(
  route: Pick<Route, "scopes" | "access">,
  viewer: Viewer | null,
): Viewer | null {
  if (viewer === null || covers(viewer.scope, route.scopes)) return viewer;
  if (!route.access.signedIn) return null;
  const needed = route.scopes.join(" or ");
  throw forbidden(`This needs a token with the scope ${needed}.`, "insufficient-scope");
}
