/** Creates and changes users and tokens, and recognises tokens. */
import { createHash, randomBytes } from "node:crypto";
import { hash as argon2 } from "@node-rs/argon2";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { violates } from "../../../platform/db/database.ts";
import { invalid, notFound, overLimit } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import { failureOf } from "../../../platform/http/errors.ts";
import type { Caller, IfMatch, UploadedFile } from "../../../platform/http/route.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import { keepingAtMost } from "../../../platform/leastused.ts";
import type { Limit } from "../../../platform/limits.ts";
import { cacheCounts } from "../../../platform/metrics/caches.ts";
import { renderImage, storeImage } from "../../publishing/images/actions.ts";
import { requireActive, requireSelfOrAdmin, type TokenHolder } from "./rights.ts";
import { type UserParams, userFields } from "./schema.ts";
import { findUserId, insertUser, lockAccount, updateUser, updateUserSettings } from "./store.ts";
import { countTokens, findTokenHolder, insertToken, revokeToken } from "./tokens/store.ts";

const newUser = z.object({
  username: userFields.username,
  email: userFields.email,
  fullname: userFields.fullname,
  password: userFields.password,
  admin: z.boolean().default(false),
});

/** Creates a user and returns its id. Fails with the field that is invalid or taken. */
export async function createUser(
  { db }: Pick<Deps, "db">,
  input: z.input<typeof newUser>,
): Promise<number> {
  const parsed = newUser.safeParse(input, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  const { username, email, fullname, password, admin } = parsed.data;
  const password_hash = await argon2(password);
  return explainingTaken(() =>
    insertUser(db, { username, email, fullname, password_hash, is_admin: admin }),
  );
}

const settings = z.object({
  plan: userFields.plan,
  verified: z.boolean(),
  password: userFields.password,
});

/** Changes settings of a user that only the operator controls. Fails with the field that is invalid. */
export async function setUser(
  { db }: Pick<Deps, "db">,
  username: string,
  input: Partial<z.input<typeof settings>>,
): Promise<number> {
  const parsed = settings.partial().safeParse(input, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  const user_id = await findUserId(db, username);
  if (user_id === undefined) throw notFound("user");
  const { plan, verified, password } = parsed.data;
  await updateUserSettings(db, user_id, {
    ...(plan === undefined ? {} : { plan }),
    ...(verified === undefined ? {} : { verified }),
    ...(password === undefined ? {} : { password_hash: await argon2(password) }),
  });
  return user_id;
}

const tokenScope = z.enum(SCOPES, { error: `must be one of ${SCOPES.join(", ")}` });

/** Distinguishes personal access tokens from OAuth tokens, and lets secret scanners find them. */
const PREFIX = "lw_";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Issues a personal access token; the token itself is not stored. */
export async function createToken(
  { db }: Pick<Deps, "db">,
  username: string,
  options: { scope?: string; name?: string; expiresAt?: Date | null } = {},
): Promise<string> {
  const scope = tokenScope.safeParse(options.scope ?? "basic");
  if (!scope.success) throw invalid({ scope: scope.error.issues[0]?.message ?? "is unknown" });
  const user_id = await findUserId(db, username);
  if (user_id === undefined) throw notFound("user");
  const token = `${PREFIX}${randomBytes(32).toString("base64url")}`;
  await db.transaction().execute(async (transaction) => {
    // Serialises concurrent requests, so that each token is counted.
    await lockAccount(transaction, user_id);
    if ((await countTokens(transaction, user_id, new Date())) >= TOKENS.value)
      throw overLimit(
        TOKENS,
        "conflict",
        "too-many-tokens",
        `You already have ${TOKENS.value} access tokens. Revoke one first.`,
      );
    await insertToken(transaction, {
      token_hash: hashOf(token),
      user_id,
      scope: scope.data,
      name: options.name ?? "",
      expires_at: options.expiresAt ?? null,
    });
  });
  return token;
}

/** The limit of personal access tokens per user. */
export const TOKENS: Limit = {
  name: "tokens-of-user",
  value: 100,
  unit: "tokens",
  bounds: "Personal access tokens of one person that are still good.",
  beyond: "409 `too-many-tokens`; revoke one first.",
};

/** Revokes a token; every process rejects it within `TOKEN_MEMORY_MS`. */
export async function endToken(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<void> {
  if (!(await revokeToken(db, hashOf(token), clock()))) throw notFound("token");
}

/** Changes the caller's own account, or any account for an admin. Changes nothing if it fails. */
export async function changeUser(
  deps: Deps,
  caller: Caller,
  user_id: number,
  params: UserParams,
  files: Readonly<Record<string, UploadedFile>>,
  ifMatch: IfMatch,
): Promise<void> {
  requireSelfOrAdmin(caller, user_id, "You can only change your own account.");
  const { image_crop, ...columns } = params;
  const picture = files.image_file && (await renderImage(deps.gates, files.image_file, image_crop));
  await explainingTaken(() =>
    deps.db.transaction().execute(async (db) => {
      const present = await lockAccount(db, user_id);
      if (present === undefined) throw notFound("user");
      requireRevision(ifMatch, present.revision);
      const image = picture && { image_id: await storeImage(db, deps.media, picture, user_id) };
      await updateUser(db, user_id, { ...columns, ...image });
    }),
  );
}

/** Turns the refusal of the database into one that names the field. */
export async function explainingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, "users_username_key")) throw invalid({ username: "is taken" });
    if (violates(error, "users_email_key")) throw invalid({ email: "belongs to another user" });
    throw error;
  }
}

/** How long a process caches a token; the contract promises revocation within 2 s. */
const TOKEN_MEMORY_MS = 1500;
const TOKENS_REMEMBERED = 10_000;

/**
 * Recognises tokens with one indexed query, or none for a cached token. Personal tokens have a prefix; `findOther`
 * looks up all others. Fails with `forbidden` while the account is suspended.
 */
export function createAuthenticator(
  { db, clock, measures }: Pick<Deps, "db" | "clock" | "measures">,
  findOther: (token: string) => Promise<TokenHolder | null>,
) {
  const counts = cacheCounts(measures, "tokens");
  const seen = new LRUCache<string, { holder: TokenHolder | null; until: number }>(
    keepingAtMost(TOKENS_REMEMBERED),
  );
  return async (token: string): Promise<Caller | null> => {
    const now = clock();
    const tokenHash = hashOf(token);
    const key = tokenHash.toString("base64");
    const known = seen.get(key);
    const isFresh = known !== undefined && known.until > now.getTime();
    (isFresh ? counts.hits : counts.misses).value += 1;
    if (isFresh) return callerOf(known.holder);
    const holder = token.startsWith(PREFIX)
      ? ((await findTokenHolder(db, tokenHash, now)) ?? null)
      : await findOther(token);
    seen.set(key, { holder, until: now.getTime() + TOKEN_MEMORY_MS });
    return callerOf(holder);
  };
}

function callerOf(holder: TokenHolder | null): Caller | null {
  if (holder === null) return null;
  const { suspended_at, suspension_reason, ...caller } = holder;
  requireActive({ suspended_at, suspension_reason });
  return caller;
}
