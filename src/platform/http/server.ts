/** Builds the HTTP server out of routes: everything that contract §1 asks of every endpoint. */
import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRequestHookHandler,
} from "fastify";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import { Failure, unauthenticated } from "../failure.ts";
import { storageFull } from "../storage/full.ts";
import type { Room } from "../storage/room.ts";
import { type TrustProxy, trustOf } from "./address.ts";
import { admit } from "./admission.ts";
import { acceptForms } from "./bodies.ts";
import { nothingHere, sendError } from "./errors.ts";
import { parametersOf, requireFewFields } from "./fields.ts";
import { addHeaders } from "./headers.ts";
import { type Lane, putLanesInFront } from "./lane.ts";
import { handlerOf } from "./pipeline.ts";
import { logRequests } from "./requestlog.ts";
import type { Route, Viewer } from "./route.ts";
import { viewerWithin } from "./scopes.ts";
import { boundUnread } from "./unread.ts";
import { createWireServer, type WireBudgets } from "./wire.ts";

export type HttpOptions = Readonly<{
  routes: readonly Route[];
  /** Ask before the router, in this order. */
  lanes?: readonly Lane[];
  db: Database;
  log: Logger;
  clock: () => Date;
  /** Uploads are streamed here; on the media store's file system, so that keeping one is a link. */
  tmpDir: string;
  /** Where space for uploads is reserved; without one nothing is. */
  room?: Room;
  publicUrl: string | null;
  /** Whose `X-Forwarded-*` is believed. */
  trustProxy: TrustProxy;
  budgets: WireBudgets;
  /** Requests a minute for an address without token; 0 is off. */
  rateLimit: number;
  /** The viewer behind a token, or null when it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Viewer | null>;
}>;

/** A server with all `routes`; it listens when the caller says so. */
export async function buildServer(options: HttpOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    // The same server as the process listens with, and the lanes in front.
    serverFactory: () =>
      createWireServer(options, (request, response) => app.entrance(request, response)),
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
  putLanesInFront(app, options);
  await admit(app, options);
  refuseLongQueries(app);
  refuseUnknownPaths(app);
  if (options.room !== undefined) refuseWritesWhileFull(app, options.room);
  acceptForms(app);
  logRequests(app);
  boundUnread(app);
  for (const route of options.routes) mount(app, route, options);
  refuseOtherMethods(app, options.routes);
  return app;
}

function refuseLongQueries(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    requireFewFields(request.url);
    done();
  });
}

/** Before any body is read, so that what is wrong with the body does not hide that there is nothing. */
function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.is404) done(nothingHere());
    else done();
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Also works while the disk is almost full: people sign in by it to make room. */
    whileFull?: boolean;
  }
}

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Low-disk mode, for everything that is ever mounted: reads and DELETE go on, other writes get 507. */
function refuseWritesWhileFull(app: FastifyInstance, { disk }: Room): void {
  app.addHook("preParsing", async ({ method, routeOptions }) => {
    if (!WRITES.has(method) || routeOptions.config.whileFull === true) return;
    if (await disk.isLow()) throw storageFull(await disk.reserveBytes());
  });
}

/** Lets through whom the route's access and the token's scope let through. */
const gateOf =
  (route: Route): onRequestHookHandler =>
  (request, _reply, done) => {
    request.viewer = viewerWithin(route, request.viewer);
    if (route.access.signedIn && request.viewer === null)
      throw unauthenticated("This needs an access token.");
    done();
  };

function mount(app: FastifyInstance, route: Route, options: HttpOptions): void {
  // `rawRoute` says null; what says nothing at all was not declared.
  if (!route.access?.who || !route.summary || route.response === undefined)
    throw new Error(`${route.method} ${route.path} lacks its access, summary or response schema.`);
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBodyBytes,
    config: { charged: route.charged },
    onRequest: gateOf(route),
    handler: handlerOf(route, options),
  });
}

/** 405 with Allow for paths that exist with other methods, and 204 with Allow to OPTIONS. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
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
        done(new Failure("unsupported-method", "method-not-allowed", `This path takes ${allow}.`));
      },
      handler: () => {},
    });
    app.options(url, (_request, reply) => reply.code(204).header("allow", allow).send());
  }
}
