/** Sessions of browsers: started at sign-in, found by their cookie, ended. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { readCookie, setCookie } from "../../platform/http/cookies.ts";
import { originOf } from "../../platform/http/origin.ts";
import { browserName, SESSIONS } from "./rules.ts";
import type { SessionViewer } from "./schema.ts";
import {
  deleteSessionBySecret,
  deleteSessionsBeyond,
  findSessionBySecret,
  insertSession,
  touchSession,
} from "./store.ts";

export const SESSION_COOKIE = "longwave_session";

const DAY_MS = 86_400_000;
/** A session lives this long after it was last used. */
const SESSION_MS = 30 * DAY_MS;
/** Being used is written down at most this often. */
const TOUCH_MS = 600_000;
/** The cookie outlives the session, whose end the server decides; browsers keep at most 400 days. */
const COOKIE_SECONDS = 400 * 86_400;

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

type SessionDeps = Pick<Deps, "db" | "clock" | "config">;

/** Who is signed in behind `request`: one indexed query, none without the cookie. */
export async function findSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  request: FastifyRequest,
): Promise<SessionViewer | null> {
  const secret = readCookie(request, SESSION_COOKIE);
  if (secret === null) return null;
  const now = clock();
  const found = await findSessionBySecret(db, hashOf(secret), now);
  if (found === undefined) return null;
  const { last_seen_at, ...viewer } = found;
  if (now.getTime() - last_seen_at.getTime() > TOUCH_MS)
    await touchSession(db, viewer.session_id, { last_seen_at: now, expires_at: expiry(now) });
  return viewer;
}

const expiry = (now: Date): Date => new Date(now.getTime() + SESSION_MS);

/**
 * Signs `user_id` in, in the browser behind `reply`. The cookie is new each time, and what it held
 * before ends: nobody can plant a session and wait for it to become somebody's.
 */
export async function startSession(
  deps: SessionDeps,
  reply: FastifyReply,
  user_id: number,
): Promise<void> {
  const { request } = reply;
  const before = readCookie(request, SESSION_COOKIE);
  if (before !== null) await deleteSessionBySecret(deps.db, hashOf(before));
  const secret = randomBytes(32).toString("base64url");
  const now = deps.clock();
  await insertSession(deps.db, {
    secret_hash: hashOf(secret),
    user_id,
    browser: browserName(request.headers["user-agent"]),
    created_at: now,
    last_seen_at: now,
    expires_at: expiry(now),
  });
  await deleteSessionsBeyond(deps.db, user_id, SESSIONS.value);
  giveCookie(deps, reply, secret, COOKIE_SECONDS);
}

/** Signs out the browser behind `reply`. */
export async function endSession(deps: SessionDeps, reply: FastifyReply): Promise<void> {
  const secret = readCookie(reply.request, SESSION_COOKIE);
  if (secret !== null) await deleteSessionBySecret(deps.db, hashOf(secret));
  giveCookie(deps, reply, "", 0);
}

function giveCookie({ config }: SessionDeps, reply: FastifyReply, value: string, life: number) {
  const baseUrl = config.publicUrl ?? originOf(reply.request);
  setCookie(reply, { name: SESSION_COOKIE, value, life, baseUrl });
}

export { countAttempt, networkOf } from "./throttle.ts";
