/** Builds the HTTP server out of routes: everything that contract §1 asks of every endpoint. */
import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import { Failure } from "../failure.ts";
import { acceptForms, discardUploads } from "./bodies.ts";
import { sendError } from "./errors.ts";
import { answerRoute } from "./pipeline.ts";
import { limitRate } from "./ratelimit.ts";
import type { Route, Viewer } from "./route.ts";

export type HttpOptions = Readonly<{
  routes: readonly Route[];
  db: Database;
  log: Logger;
  /** Uploads are streamed here; on the media store's file system, so that keeping one is a rename. */
  tmpDir: string;
  publicUrl: string | null;
  trustProxy: boolean | string;
  rateLimit: number;
  /** The viewer behind a token, or null when it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Viewer | null>;
}>;

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request; null for nobody. */
    viewer: Viewer | null;
    /** A token came that is worth nothing; told after the rate limit was charged. */
    badToken: boolean;
  }
}

/** A server with all `routes`; it listens when the caller says so. */
export async function buildServer(options: HttpOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    disableRequestLogging: true,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      // Of a parameter sent twice, the last counts.
      querystringParser: (text) =>
        text === "" ? {} : Object.fromEntries(new URLSearchParams(text)),
    },
    frameworkErrors: sendError,
    forceCloseConnections: "idle",
  }) as unknown as FastifyInstance;
  app.decorateRequest("viewer", null);
  app.decorateRequest("badToken", false);
  app.setErrorHandler(sendError);
  await secure(app, options);
  acceptForms(app);
  await app.register(multipart);
  identify(app, options);
  await limitRate(app, options.rateLimit);
  logRequests(app);
  app.addHook("onResponse", discardUploads);
  for (const route of options.routes) mount(app, route, options);
  refuseOtherMethods(app, options.routes);
  const limited = options.rateLimit === 0 ? {} : { preHandler: app.rateLimit() };
  app.setNotFoundHandler(limited, () => {
    throw new Failure("not-found", "path-not-found", "There is nothing at this path.");
  });
  return app;
}

/** CORS for every origin, and the headers that keep browsers from reading answers as pages. */
async function secure(app: FastifyInstance, options: HttpOptions): Promise<void> {
  await app.register(cors, {
    origin: "*",
    methods: ["GET", "HEAD", "PUT", "POST", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "If-Match",
      "If-None-Match",
      "Idempotency-Key",
    ],
    exposedHeaders: [
      "ETag",
      "Content-Language",
      "Retry-After",
      "RateLimit-Limit",
      "RateLimit-Remaining",
      "RateLimit-Reset",
      "X-Request-Id",
    ],
    maxAge: 86_400,
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: "cross-origin" },
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: options.publicUrl?.startsWith("https:") ?? false,
  });
}

/** Reads the bearer token, or the one in the query, before anything else looks at the request. */
function identify(app: FastifyInstance, { authenticate }: HttpOptions): void {
  app.addHook("onRequest", async (request) => {
    const token = tokenOf(request);
    if (token === null) return;
    request.viewer = await authenticate(token);
    request.badToken = request.viewer === null;
  });
  // After the rate limit, which hangs on each route's onRequest: guessing tokens is charged too.
  app.addHook("preParsing", async (request) => {
    if (!request.badToken) return;
    const message = "The access token is unknown, expired or revoked.";
    throw new Failure("unauthenticated", "invalid-token", message);
  });
}

function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  const bearer = header === undefined ? null : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null);
  if (bearer !== null) return bearer;
  const { oauth2_access_token: inQuery } = request.query as Record<string, unknown>;
  return typeof inQuery === "string" && inQuery !== "" ? inQuery : null;
}

/** One line a request: the route's pattern instead of its address, nothing of the person. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const line = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (reply.statusCode >= 500) request.log.warn(line, "request");
    else request.log.debug(line, "request");
  });
}

function mount(app: FastifyInstance, route: Route, options: HttpOptions): void {
  if (
    !route.access?.who ||
    !route.summary ||
    (!route.response && route.contentType === "application/json")
  )
    throw new Error(`${route.method} ${route.path} lacks its access, summary or response schema.`);
  const files = Object.values(route.files).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBodyBytes + files,
    handler: (request, reply) => answerRoute(route, options, request, reply),
  });
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH"] as const;

/** 405 with Allow, for paths that exist with other methods. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const paths = Map.groupBy(routes, ({ path }) => path.replace(/:\w+/g, ":"));
  for (const group of paths.values()) {
    const known = new Set<string>(group.map(({ method }) => method));
    const allow = [...known, ...(known.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    const [first] = group;
    if (!first) continue;
    app.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: first.path,
      handler: (request, reply) => {
        reply.header("allow", allow);
        const message = `This path takes ${allow}.`;
        return sendError(
          new Failure("unsupported-method", "method-not-allowed", message),
          request,
          reply,
        );
      },
    });
  }
}
