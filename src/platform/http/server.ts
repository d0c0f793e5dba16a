/** Builds the HTTP server from routes, with everything that contract §1 requires of every endpoint. */
import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRequestHookHandler,
} from "fastify";
import { Failure, unauthenticated } from "../failure.ts";
import { storageFull } from "../storage/full.ts";
import type { Room } from "../storage/room.ts";
import { trustOf } from "./address.ts";
import { admit } from "./admission.ts";
import { acceptForms } from "./bodies.ts";
import { nothingHere, sendError } from "./errors.ts";
import { registerFastPaths } from "./fastpath.ts";
import { parametersOf, requireFewFields } from "./fields.ts";
import { addHeaders } from "./headers.ts";
import type { HttpOptions } from "./options.ts";
import { handlerOf } from "./pipeline.ts";
import { logRequests } from "./requestlog.ts";
import { type BoundRoute, bindRoute, type Route, type RouteDeclaration } from "./route.ts";
import { callerWithin } from "./scopes.ts";
import { boundUnread } from "./unread.ts";
import { createWireServer } from "./wire.ts";

/** A server with all `routes`, whose handlers need `deps`; it does not listen yet. */
export async function buildServer<D>(
  routes: readonly Route<D>[],
  deps: D,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    // The same server that the process listens with, with the fast paths in front.
    serverFactory: () =>
      createWireServer(options, (request, response) => app.requestHandler(request, response)),
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "request_id",
    }),
    trustProxy: trustOf(options.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parametersOf,
    },
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      return sendError(error, request, reply);
    },
    forceCloseConnections: "idle",
  }) as unknown as FastifyInstance;
  const setHeaders = addHeaders(app, options.publicUrl);
  app.setErrorHandler(sendError);
  registerFastPaths(app, options);
  await admit(app, options);
  refuseLongQueries(app);
  refuseUnknownPaths(app);
  if (options.room !== undefined) refuseWritesWhileFull(app, options.room);
  acceptForms(app);
  logRequests(app);
  boundUnread(app);
  for (const route of routes) mount(app, bindRoute(route, deps), options);
  refuseOtherMethods(app, routes);
  return app;
}

function refuseLongQueries(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    requireFewFields(request.url);
    done();
  });
}

/** Runs before any body is read, so that a bad body does not hide that the path does not exist. */
function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.is404) done(nothingHere());
    else done();
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Also works while the disk is almost full: users sign in with it to free space. */
    whileFull?: boolean;
  }
}

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Low-disk mode, for all mounted routes: reads and DELETE continue, other writes get 507. */
function refuseWritesWhileFull(app: FastifyInstance, { disk }: Room): void {
  app.addHook("preParsing", async ({ method, routeOptions }) => {
    if (!WRITES.has(method) || routeOptions.config.whileFull === true) return;
    if (await disk.isLow()) throw storageFull(await disk.reserveBytes());
  });
}

/** Lets the request through if the route's access and the token's scope allow it. */
const gateOf =
  (route: BoundRoute): onRequestHookHandler =>
  (request, _reply, done) => {
    request.caller = callerWithin(route, request.caller);
    if (route.access.signedIn && request.caller === null)
      throw unauthenticated("This needs an access token.");
    done();
  };

function mount(app: FastifyInstance, route: BoundRoute, options: HttpOptions): void {
  // `rawRoute` sets null; undefined means that it was not declared.
  const { method, path, access, operationId, summary, response } = route;
  if (!access?.who || !operationId || !summary || response === undefined)
    throw new Error(`${method} ${path} lacks its access, operationId, summary or response schema.`);
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBodyBytes,
    config: { charged: route.charged },
    onRequest: gateOf(route),
    handler: handlerOf(route, options),
  });
}

/** Responds with 405 and Allow on paths that exist with other methods, and with 204 and Allow to OPTIONS. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly RouteDeclaration[]): void {
  const paths = Map.groupBy(routes, ({ path }) => path.replace(/:\w+/g, ":"));
  for (const group of paths.values()) {
    const known = new Set<string>(group.map(({ method }) => method));
    if (known.has("GET")) known.add("HEAD");
    known.add("OPTIONS");
    const allow = [...known].join(", ");
    const url = group[0]?.path ?? "";
    app.route({
      method: app.supportedMethods.filter((method) => !known.has(method)),
      url,
      onRequest(_request, reply, done) {
        reply.header("allow", allow);
        done(
          new Failure("unsupported-method", "method-not-allowed", `This path supports ${allow}.`),
        );
      },
      handler: () => {},
    });
    app.options(url, (_request, reply) => reply.code(204).header("allow", allow).send());
  }
}
