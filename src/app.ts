/** The one file that knows every feature: all routes, all jobs, and the server made of them. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import { episodeRoutes } from "./features/episodes/routes.ts";
import { imageJobs } from "./features/images/jobs.ts";
import { imageRoutes } from "./features/images/routes.ts";
import { libraryRoutes } from "./features/library/routes.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { showRoutes } from "./features/shows/routes.ts";
import { createAuthenticator } from "./features/users/actions.ts";
import { userRoutes } from "./features/users/routes.ts";
import type { Route } from "./platform/http/route.ts";
import { buildServer } from "./platform/http/server.ts";
import type { Job } from "./platform/jobs/job.ts";

export const allRoutes = (deps: Deps): Route[] => [
  ...userRoutes(deps),
  ...showRoutes(deps),
  ...episodeRoutes(deps),
  ...libraryRoutes(deps),
  ...imageRoutes(deps),
  ...referenceRoutes(),
];

export const allJobs = (deps: Deps): Job[] => [...imageJobs(deps)];

/** The HTTP server with every route; the caller makes it listen. */
export function buildApp(deps: Deps): Promise<FastifyInstance> {
  return buildServer({
    routes: allRoutes(deps),
    db: deps.db,
    log: deps.log,
    tmpDir: deps.media.tmpDir,
    publicUrl: deps.config.publicUrl,
    trustProxy: deps.config.trustProxy,
    rateLimit: deps.config.rateLimit,
    clock: deps.clock,
    authenticate: createAuthenticator(deps),
  });
}
