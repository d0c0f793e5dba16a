/** Mounts resumable uploads under /v2/uploads: the tus protocol, version 1.0 (tus.io/protocols). */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Server, ServerOptions } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { isDatabaseAway } from "../../../platform/db/database.ts";
import { conflict, unauthenticated } from "../../../platform/failure.ts";
import { sendError } from "../../../platform/http/errors.ts";
import { leaveBodiesUnread, leaveResponse } from "../../../platform/http/library.ts";
import { baseUrlOf } from "../../../platform/http/origin.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { callerWithin } from "../../../platform/http/scopes.ts";
import { missing, requireRight } from "../../../platform/rights.ts";
import { isDiskFull, quotaFailureOf, storageFull } from "../../../platform/storage/full.ts";
import type { Room } from "../../../platform/storage/room.ts";
import { keptInfo } from "./info.ts";
import {
  isResumption,
  KEPT_MS,
  LOCKED,
  MAX_UPLOADS,
  PATH,
  UPLOAD_ID,
  uploadsFolder,
} from "./rules.ts";
import { type BrowserSessions, findPageCaller } from "./session.ts";
import { reserveSpace, type Space } from "./space.ts";
import { countUploads, findUpload } from "./store.ts";

type Needs = Pick<Deps, "db" | "config" | "clock" | "log" | "disk">;

const ACCESS = {
  scopes: ["publish"],
  access: { signedIn: true, who: "the user who started the upload" },
} as const;

/** CORS: what pages of other origins may send, and which response headers they may read. */
const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Defer-Length, X-HTTP-Method-Override, X-Requested-With",
};

/** Values that the library needs while it handles a request; `upload_id` is set as soon as it is known. */
type Asker = { caller: Caller; baseUrl: string; upload_id: string | undefined };

/**
 * `room`: where the space of each upload is reserved before its bytes are read. `sessions`: of the browsers whose pages
 * may send uploads, too.
 */
export async function mountUploads(
  app: FastifyInstance,
  deps: Needs,
  room: Room,
  sessions: BrowserSessions,
): Promise<void> {
  const askers = new WeakMap<IncomingMessage, Asker>();
  await mkdir(uploadsFolder(deps.config.dataDir), { recursive: true });
  let created: Promise<Server> | undefined;
  const tus = () => {
    created ??= createServer(deps, (request) => askers.get(request));
    return created;
  };
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    hand({ deps, room, sessions, tus, askers }, request, reply);
  await app.register(async (scope) => {
    leaveBodiesUnread(scope);
    scope.setErrorHandler(askToWait);
    scope.route({ method: ["POST"], url: PATH, handler });
    for (const url of [PATH, `${PATH}/:upload_id`])
      scope.route({ method: "OPTIONS", url, handler, config: { preflight: PREFLIGHT } });
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${PATH}/:upload_id`,
      exposeHeadRoute: false,
      handler,
    });
  });
}

/** What handling a request needs. */
type Mounted = Readonly<{
  deps: Needs;
  room: Room;
  sessions: BrowserSessions;
  /** Created with the first upload. */
  tus: () => Promise<Server>;
  askers: WeakMap<IncomingMessage, Asker>;
}>;

/** Checks access, then hands request and response to the library. */
async function hand(
  { deps, room, sessions, tus, askers }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, config } = deps;
  let space: Space | null = null;
  if (request.method !== "OPTIONS") {
    const caller =
      callerWithin(ACCESS, request.caller) ?? (await findPageCaller(sessions, request));
    if (caller === null) throw unauthenticated("Uploads require an access token.");
    const { upload_id } = request.params as { upload_id?: string };
    if (upload_id === undefined) await requireRoom(db, caller);
    else await requireOwner(db, caller, upload_id);
    space = await reserveSpace(deps, room, request, caller.user_id, upload_id);
    const baseUrl = baseUrlOf(request, config.publicUrl);
    askers.set(request.raw, { caller, baseUrl, upload_id });
  }
  leaveResponse(reply, /^access-control-/);
  reply.raw.setHeader("cache-control", "private, no-store");
  try {
    await (await tus()).handle(request.raw, reply.raw);
  } finally {
    await space?.settle(askers.get(request.raw)?.upload_id);
  }
}

async function requireRoom(db: Deps["db"], { user_id }: Caller): Promise<void> {
  if ((await countUploads(db, user_id)) >= MAX_UPLOADS)
    throw conflict(
      "too-many-uploads",
      `At most ${MAX_UPLOADS} uploads can be unused at a time. Use or delete some first.`,
    );
}

async function requireOwner(db: Deps["db"], caller: Caller, upload_id: string): Promise<void> {
  const upload = UPLOAD_ID.test(upload_id) ? await findUpload(db, upload_id) : undefined;
  requireRight(upload?.user_id === caller.user_id, missing("upload"));
}

async function createServer(
  deps: Needs,
  askerOf: (request: IncomingMessage) => Asker | undefined,
): Promise<Server> {
  const [{ FileStore }, { Server }] = await Promise.all([
    import("@tus/file-store"),
    import("@tus/server"),
  ]);
  const asker = (request: Incoming): Asker => {
    const raw = request.runtime?.node?.req as IncomingMessage | undefined;
    const found = raw && askerOf(raw);
    if (found === undefined) throw new Error("an upload was created outside of this handler");
    return found;
  };
  const owners = new Map<string, number>();
  return new Server({
    path: PATH,
    datastore: new FileStore({
      directory: uploadsFolder(deps.config.dataDir),
      expirationPeriodInMilliseconds: KEPT_MS,
      configstore: keptInfo(deps, owners),
    }),
    maxSize: deps.config.maxUploadBytes,
    generateUrl: (request, { id }) => `${asker(request).baseUrl}${PATH}/${id}`,
    namingFunction(request) {
      const id = randomBytes(16).toString("hex");
      const one = asker(request);
      owners.set(id, one.caller.user_id);
      one.upload_id = id;
      return id;
    },
    // Otherwise the library would use the last segment of the whole URL, including the query, unchecked.
    getFileIdFromRequest: (request) => asker(request).upload_id,
    onResponseError: (request, error) => explain(deps, request, error),
  });
}

type Incoming = Parameters<NonNullable<ServerOptions["namingFunction"]>>[0];

/** Responds with 423 to a client that asks for its offset while the database is away (see `isResumption`). */
function askToWait(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!isResumption(request.raw) || !isDatabaseAway(error)) return sendError(error, request, reply);
  request.log.warn({ err: error }, "upload waits");
  return reply.code(LOCKED.status).headers(LOCKED.headers).send();
}

/** Replaces errors that the library would send with their internal details. */
async function explain(
  { log, disk }: Needs,
  request: Incoming,
  error: Error | { status_code: number; body: string },
) {
  // The library reports a failed write to disk like any other internal error.
  if ("status_code" in error && error.status_code !== 500) return undefined;
  const refusal = quotaFailureOf(error);
  if (refusal !== null) return { status_code: 403, body: `${refusal.message}\n` };
  if (isDiskFull(error) || (await disk.isLow()))
    return { status_code: 507, body: `${storageFull().message}\n` };
  if (isDatabaseAway(error))
    return {
      status_code: request.method === "HEAD" ? LOCKED.status : 503,
      body: "The server is starting or stopping. Try again shortly.\n",
    };
  log.error(error, "an upload failed");
  return { status_code: 500, body: "Something went wrong on our side.\n" };
}
