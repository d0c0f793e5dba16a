/** Builds the HTTP server of all features. */
import type { FastifyInstance } from "fastify";
import { allPages, allRoutes, otherPaths, sentRequests } from "../app.ts";
import type { Deps } from "../deps.ts";
import { openAdserver } from "../features/advertising/adserving/actions.ts";
import { feedFastPath } from "../features/distribution/feeds/fastpath.ts";
import type { DeliveryPorts } from "../features/listening/playback/schema.ts";
import { audioFastPath } from "../features/listening/playback/sending.ts";
import { openRequestRecorder } from "../features/measurement/counting/actions.ts";
import { accountPageOptions } from "../features/people/accounts/routes.ts";
import { findOauthCaller } from "../features/people/oauth/actions.ts";
import { mountOauth } from "../features/people/oauth/mount.ts";
import { createAuthenticator } from "../features/people/users/actions.ts";
import { openStorage } from "../features/publishing/storage/actions.ts";
import { mountUploads } from "../features/publishing/uploads/mount.ts";
import { mountAgents } from "../features/web/agents/mount.ts";
import { openReads } from "../platform/db/replica/reads.ts";
import { type ApiDocument, describeApi } from "../platform/http/openapi.ts";
import type { HttpOptions } from "../platform/http/options.ts";
import type { Windows } from "../platform/http/ratelimit.ts";
import type { RouteDeclaration } from "../platform/http/route.ts";
import { buildServer } from "../platform/http/server.ts";
import { API } from "./apiinfo.ts";
import { openServices } from "./services.ts";

/**
 * The HTTP server with every route; it does not listen yet. `ports`: delivery ports that replace the ad server and
 * counting of this process; they are closed with the server. `draining` aborts when requests should wait for nothing
 * any more. `windows`: where requests are charged, if other processes charge there, too.
 */
export async function buildApp(
  deps: Deps,
  ports?: DeliveryPorts,
  draining = new AbortController().signal,
  windows?: Windows,
): Promise<FastifyInstance> {
  const own = ports ?? (await openPorts(deps));
  const routes = allRoutes(deps);
  const reads = openReads(deps);
  const apiDocument = describeOnce(routes);
  const services = openServices(deps, { ports: own, reads, apiDocument, draining });
  const room = await openStorage(deps);
  const options: HttpOptions = {
    responses: services.responses,
    fastPaths: [audioFastPath(services.playback), feedFastPath(deps, services.changes)],
    db: deps.db,
    reads,
    log: deps.log,
    tmpDir: deps.media.tmpDir,
    room,
    publicUrl: deps.config.publicUrl,
    trustProxy: deps.config.trustProxy,
    budgets: deps.config.budgets,
    rateLimit: deps.config.rateLimit,
    ...(windows && { windows }),
    clock: deps.clock,
    authenticate: createAuthenticator(deps, (token) => findOauthCaller(deps, token)),
  };
  const site = { pages: allPages(deps), options: accountPageOptions(services) };
  const app = await buildServer(routes, services, options, site);
  app.addHook("onClose", async () => {
    await own.close?.();
    await reads.close();
  });
  await mountOauth(app, deps, services.oauth);
  await mountAgents(app, deps);
  await mountUploads(app, deps, room, { ...site.options, publicUrl: options.publicUrl });
  return app;
}

/** The description of `routes`, made when it is first asked for, because that takes a quarter of a second. */
function describeOnce(routes: readonly RouteDeclaration[]): () => ApiDocument {
  let document: ApiDocument | null = null;
  return () => {
    document ??= describeApi(routes, API, { others: otherPaths, webhooks: sentRequests });
    return document;
  };
}

/** The ad server and counting of this process. Outstanding responses are reported before they close. */
async function openPorts(deps: Deps): Promise<DeliveryPorts> {
  const recorder = await openRequestRecorder(deps);
  const adserver = openAdserver(deps);
  const close = async () => {
    await adserver.close();
    await recorder.close();
  };
  return { adserver, recorder, close };
}
