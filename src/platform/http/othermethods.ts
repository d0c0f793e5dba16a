/**
 * Paths that exist with other methods than the request's: 405 and `Allow` (RFC 9110, §15.5.6), and 204 to OPTIONS where
 * the kind of the path has that. They are looked up when a request has reached no route: a route of its own for each
 * method that a path does not have would be 3,500 more, which took 7 MB of memory.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import FindMyWay, { type HTTPMethod } from "find-my-way";
import { Failure } from "../failure.ts";
import type { Endpoint, RouteKind } from "./endpoint.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The path that a request reached with a method that it does not have. */
    known: KnownPath | null;
  }
}

type KnownPath = Readonly<{
  /** The pattern of the path: `/v2/shows/:show_id`. */
  url: string;
  /** Its methods, as `Allow` lists them. */
  allow: string;
  kind: RouteKind;
}>;

/** How the path of a request is answered; undefined if it is unknown or nothing is known of it yet. */
export const kindOf = ({ known, routeOptions }: FastifyRequest): RouteKind | undefined =>
  known?.kind ?? routeOptions.config?.kind;

/** The pattern of the path that a request reached, with this method or another; null if there is none. */
export const patternOf = ({ known, routeOptions }: FastifyRequest): string | null =>
  known?.url ?? routeOptions.url ?? null;

/** How routes are found, by Fastify and here. */
export const ROUTING = {
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  maxParamLength: 500,
} as const;

/**
 * Finds out, before any other hook of `app`, whether a request that reached no route has a path of `endpoints`, and
 * mounts what must not reach another route.
 */
export function findOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const paths = groupPaths(endpoints);
  const router = FindMyWay(ROUTING);
  for (const path of paths) router.on("GET", path.url, () => {}, path);
  app.decorateRequest("known", null);
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.is404) request.known = router.find("GET", request.url)?.store ?? null;
    done();
  });
  mountTaken(app, paths, endpoints);
}

/** Refuses before any body is read, so that a bad body does not hide that the path does not have the method. */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.known !== null) return answerOtherMethod(request, reply, request.known);
  });
}

/**
 * Mounts the methods that a path does not have and that would reach another route: DELETE /v2/shows/search is not the
 * deletion of a show whose id is "search".
 */
function mountTaken(
  app: FastifyInstance,
  paths: readonly KnownPath[],
  endpoints: readonly Endpoint[],
): void {
  const routes = FindMyWay(ROUTING);
  for (const { method, path } of endpoints)
    routes.on(method === "GET" ? ["GET", "HEAD"] : method, path, () => {});
  for (const path of paths) {
    const has = new Set(path.allow.split(", "));
    const example = path.url.replace(/:\w+/g, "1");
    const method = app.supportedMethods.filter(
      (method) => !has.has(method) && routes.find(method as HTTPMethod, example) !== null,
    );
    if (method.length === 0) continue;
    app.route({
      method,
      url: path.url,
      config: { kind: path.kind },
      onRequest: async (request, reply) => answerOtherMethod(request, reply, path),
      handler: () => {},
    });
  }
}

/** One for all endpoints that differ only in their methods and the names of parameters. */
function groupPaths(endpoints: readonly Endpoint[]): KnownPath[] {
  const groups = Map.groupBy(endpoints, ({ path }) => path.replace(/:\w+/g, ":"));
  return [...groups.values()].map((group) => {
    const { path: url = "", config } = group[0] ?? {};
    const kind = config?.kind ?? {};
    const methods = new Set<string>(group.map(({ method }) => method));
    if (methods.has("GET")) methods.add("HEAD");
    if (kind.answersOptions ?? true) methods.add("OPTIONS");
    return { url, allow: [...methods].join(", "), kind };
  });
}

/** Refuses the request, or answers it if it only asks for the methods. */
function answerOtherMethod(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { allow, kind }: KnownPath,
): FastifyReply {
  reply.header("allow", allow);
  if (method === "OPTIONS" && (kind.answersOptions ?? true)) return reply.code(204).send();
  const message = `This ${kind.noun ?? "path"} supports ${allow}.`;
  throw new Failure("unsupported-method", "method-not-allowed", message);
}
