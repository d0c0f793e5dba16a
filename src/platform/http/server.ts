/** Builds the HTTP server from routes and pages, with everything that contract §1 requires of every endpoint. */
import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { storageFull } from "../storage/full.ts";
import type { Room } from "../storage/room.ts";
import { trustOf } from "./address.ts";
import { admit } from "./admission.ts";
import { acceptForms } from "./bodies.ts";
import type { Endpoint } from "./endpoint.ts";
import { nothingHere, sendError } from "./errors.ts";
import { registerFastPaths } from "./fastpath.ts";
import { parametersOf, requireFewFields } from "./fields.ts";
import { addHeaders, READABLE } from "./headers.ts";
import type { HttpOptions } from "./options.ts";
import { findOtherMethods, ROUTING, refuseOtherMethods } from "./othermethods.ts";
import { pageEndpoints, pageKind } from "./pagepipeline.ts";
import { bindPage, type PageOptions, type Site } from "./pages.ts";
import { routeEndpoint } from "./pipeline.ts";
import { chargeCallerOf, openWindows, type Windows } from "./ratelimit.ts";
import { logRequests } from "./requestlog.ts";
import { bindRoute, type Route } from "./route.ts";
import { finishUnheard } from "./unheard.ts";
import { boundUnread } from "./unread.ts";
import { createWireServer } from "./wire.ts";

/** A server with all `routes` and the pages of `site`, whose handlers need `deps`; it does not listen yet. */
export async function buildServer<D>(
  routes: readonly Route<D>[],
  deps: D,
  options: HttpOptions,
  site: Site<D> | null = null,
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
      ...ROUTING,
      querystringParser: parametersOf,
    },
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      return sendError(error, request, reply);
    },
    forceCloseConnections: "idle",
  }) as unknown as FastifyInstance;
  const endpoints = routes.map((route) => routeEndpoint(bindRoute(route, deps), options));
  if (site !== null) {
    const pages = site.pages.map((page) => bindPage(page, deps));
    endpoints.push(...pageEndpoints(pages, site.options, options));
  }
  findOtherMethods(app, endpoints);
  const setHeaders = addHeaders(app, options.publicUrl);
  app.setErrorHandler(sendError);
  app.decorateRequest("session", null);
  const windows = options.windows ?? openWindows();
  registerFastPaths(app, { ...options, fastPaths: fastPathsOf(options, windows) });
  await admit(app, options, windows);
  refuseLongQueries(app);
  refuseOtherMethods(app);
  refuseUnknownPaths(app, site?.options ?? null, options);
  if (options.room !== undefined) refuseWritesWhileFull(app, options.room);
  acceptForms(app);
  logRequests(app);
  boundUnread(app);
  finishUnheard(app);
  for (const endpoint of endpoints) mount(app, endpoint);
  return app;
}

/** The fast paths of features, then that of the responses that are kept. */
function fastPathsOf(options: HttpOptions, windows: Windows) {
  const { fastPaths = [], responses, rateLimit, authenticate } = options;
  const charge = rateLimit === 0 ? null : chargeCallerOf(windows, rateLimit);
  return responses === undefined
    ? fastPaths
    : [...fastPaths, responses.fastPath(charge, authenticate)];
}

function refuseLongQueries(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    requireFewFields(request.url);
    done();
  });
}

/**
 * Runs before any body is read, so that a bad body does not hide that the path does not exist. A browser that navigates
 * gets a page, and a program JSON.
 */
function refuseUnknownPaths(
  app: FastifyInstance,
  pages: PageOptions | null,
  options: HttpOptions,
): void {
  app.decorateRequest("unknownKind", null);
  const kind = pages === null ? null : pageKind(pages, options);
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    reply.header("vary", "Accept");
    if (pages !== null && kind !== null && wantsPage(request)) {
      for (const name of Object.keys(READABLE)) reply.removeHeader(name);
      reply.headers(kind.headers ?? {});
      request.unknownKind = kind;
      request.session = await pages.findSession(request);
      await pages.siteIdentity.read();
    }
    throw nothingHere();
  });
}

/** Browsers name HTML when they navigate; programs that take anything do not. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  !url.startsWith("/v2/") &&
  /\btext\/html\b/i.test(headers.accept ?? "");

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

function mount(app: FastifyInstance, endpoint: Endpoint): void {
  const { method, path, maxBodyBytes, config, gate, handler } = endpoint;
  app.route({ method, url: path, bodyLimit: maxBodyBytes, config, onRequest: gate, handler });
}
