/** Creates users and tokens, and recognises tokens. */
import { createHash, randomBytes } from "node:crypto";
import { hash as argon2 } from "@node-rs/argon2";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { violates } from "../../platform/db/database.ts";
import {
  forbidden,
  invalid,
  notFound,
  overLimit,
  unauthenticated,
} from "../../platform/failure.ts";
import { requireRevision } from "../../platform/http/caching.ts";
import { failureOf } from "../../platform/http/errors.ts";
import type { IfMatch, UploadedFile, Viewer } from "../../platform/http/route.ts";
import { SCOPES } from "../../platform/http/scopes.ts";
import type { Limit } from "../../platform/limits.ts";
import { keepPicture, readPicture } from "../images/actions.ts";
import { type UserParams, userFields } from "./schema.ts";
import {
  findUserId,
  insertUser,
  lockAccount,
  type UserKey,
  updateUser,
  updateUserSettings,
} from "./store.ts";
import { countTokens, findTokenHolder, insertToken, revokeToken } from "./tokens/store.ts";

const newUser = z.object({
  username: userFields.username,
  email: userFields.email,
  fullname: userFields.fullname,
  password: userFields.password,
  admin: z.boolean().default(false),
});

/** Makes a user and returns its id. Fails naming the field that is wrong or taken. */
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

/** What the operator alone decides of a user. Fails naming the field that is wrong. */
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

/** Tells personal access tokens from those of OAuth, and lets secret scanners find them. */
const PREFIX = "lw_";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Issues a personal access token; its text is shown this once and kept nowhere. */
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
    // Two at once wait for each other, so that both are counted.
    await lockAccount(transaction, user_id);
    if ((await countTokens(transaction, user_id, new Date())) >= TOKENS.value)
      throw overLimit(
        TOKENS,
        "conflict",
        "too-many-tokens",
        `There are ${TOKENS.value} access tokens already. Revoke one first.`,
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

/** Personal access tokens that one person has. */
export const TOKENS: Limit = {
  ...{ name: "tokens-of-user", value: 100, unit: "tokens" },
  bounds: "Personal access tokens of one person that are still good.",
  beyond: "409 `too-many-tokens`; revoke one first.",
};

/** Ends a token everywhere within `TOKEN_MEMORY_MS`. */
export async function endToken(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<void> {
  if (!(await revokeToken(db, hashOf(token), clock()))) throw notFound("token");
}

/**
 * The id that `key` names for this caller. Throws `Failure`: 404 when there is nobody by it, 401 for
 * `me` without a token (contract §12).
 */
export async function resolveUser(
  { db }: Pick<Deps, "db">,
  key: UserKey,
  viewer: Viewer | null,
): Promise<number> {
  if (key === "me") {
    if (viewer === null) throw unauthenticated("`me` needs an access token.");
    return viewer.user_id;
  }
  const user_id = await findUserId(db, key);
  if (user_id === undefined) throw notFound("user");
  return user_id;
}

/** Changes one's own account, or anybody's for an admin. What is refused changes nothing. */
export async function changeUser(
  deps: Deps,
  viewer: Viewer,
  user_id: number,
  params: UserParams,
  files: Readonly<Record<string, UploadedFile>>,
  ifMatch: IfMatch,
): Promise<void> {
  if (viewer.user_id !== user_id && !viewer.is_admin)
    throw forbidden("You may change your own account only.", "not-yourself");
  const { image_crop, ...columns } = params;
  const picture = files.image_file && (await readPicture(files.image_file, image_crop));
  await explainingTaken(() =>
    deps.db.transaction().execute(async (db) => {
      const present = await lockAccount(db, user_id);
      if (present === undefined) throw notFound("user");
      requireRevision(ifMatch, present.revision);
      const image = picture && { image_id: await keepPicture(db, deps.media, picture, user_id) };
      await updateUser(db, user_id, { ...columns, ...image });
    }),
  );
}

async function explainingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, "users_username_key")) throw invalid({ username: "is taken" });
    if (violates(error, "users_email_key")) throw invalid({ email: "belongs to another user" });
    throw error;
  }
}

/** For this long a process trusts what it knows of a token; contract: revocation within 2 s. */
const TOKEN_MEMORY_MS = 1500;
const TOKENS_REMEMBERED = 10_000;

/**
 * Recognises tokens: one indexed query, none for a token seen a moment ago. Personal tokens carry a
 * prefix; `findOther` is asked about all others.
 */
export function createAuthenticator(
  { db, clock }: Pick<Deps, "db" | "clock">,
  findOther: (token: string) => Promise<Viewer | null>,
) {
  const seen = new Map<string, { viewer: Viewer | null; until: number }>();
  return async (token: string): Promise<Viewer | null> => {
    const now = clock();
    const tokenHash = hashOf(token);
    const key = tokenHash.toString("base64");
    const known = seen.get(key);
    if (known !== undefined && known.until > now.getTime()) return known.viewer;
    const viewer = token.startsWith(PREFIX)
      ? ((await findTokenHolder(db, tokenHash, now)) ?? null)
      : await findOther(token);
    if (seen.size >= TOKENS_REMEMBERED) seen.clear();
    seen.set(key, { viewer, until: now.getTime() + TOKEN_MEMORY_MS });
    return viewer;
  };
}
