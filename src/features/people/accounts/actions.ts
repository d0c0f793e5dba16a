/** Starts browser sessions at sign-in, finds them by their cookie, and ends them. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { readCookie, setCookie } from "../../../platform/http/cookies.ts";
import { baseUrlOf } from "../../../platform/http/origin.ts";
import { browserName, SESSIONS } from "./rules.ts";
import type { SessionCaller } from "./schema.ts";
import {
  deleteSessionBySecret,
  deleteSessionsBeyond,
  findSessionBySecret,
  insertSession,
  touchSession,
} from "./store.ts";

export const SESSION_COOKIE = "longwave_session";

const DAY_MS = 86_400_000;
/** A session expires this long after its last use. */
const SESSION_MS = 30 * DAY_MS;
/** The last use is stored at most this often. */
const TOUCH_MS = 600_000;
/**
 * The cookie outlives the session, because the server decides when a session ends; browsers keep cookies for at most
 * 400 days.
 */
const COOKIE_SECONDS = 400 * 86_400;

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

type SessionDeps = Pick<Deps, "db" | "clock" | "config">;

/** The session of a request: one indexed query, or none if the request has no cookie. */
export async function findSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  request: FastifyRequest,
): Promise<SessionCaller | null> {
  const secret = readCookie(request, SESSION_COOKIE);
  if (secret === null) return null;
  const now = clock();
  const found = await findSessionBySecret(db, hashOf(secret), now);
  if (found === undefined) return null;
  const { last_seen_at, ...caller } = found;
  if (now.getTime() - last_seen_at.getTime() > TOUCH_MS)
    await touchSession(db, caller.session_id, { last_seen_at: now, expires_at: expiry(now) });
  return caller;
}

const expiry = (now: Date): Date => new Date(now.getTime() + SESSION_MS);

/**
 * Signs `user_id` in, in the browser that receives `reply`. Each sign-in sets a new cookie and ends the session of the
 * old one, which prevents session fixation.
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

/** Signs out the browser that receives `reply`. */
export async function endSession(deps: SessionDeps, reply: FastifyReply): Promise<void> {
  const secret = readCookie(reply.request, SESSION_COOKIE);
  if (secret !== null) await deleteSessionBySecret(deps.db, hashOf(secret));
  giveCookie(deps, reply, "", 0);
}

function giveCookie({ config }: SessionDeps, reply: FastifyReply, value: string, life: number) {
  const baseUrl = baseUrlOf(reply.request, config.publicUrl);
  setCookie(reply, { name: SESSION_COOKIE, value, life, baseUrl });
}

export type { PasswordDeps } from "./passwords.ts";
export { countAttempt, forgiveOne, networkOf } from "./throttle.ts";
