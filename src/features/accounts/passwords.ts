/** Checks and changes passwords: slow hashes a few at a time, guesses throttled before they cost any. */
import { createHash, randomBytes } from "node:crypto";
import { hash as argon2, verify } from "@node-rs/argon2";
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import { invalid } from "../../platform/failure.ts";
import type { Gate } from "../../platform/gate.ts";
import { createUser } from "../users/actions.ts";
import { findCredentials, updateUser } from "../users/store.ts";
import type { SessionViewer } from "./schema.ts";
import { deleteResets, deleteSessions, insertReset, takeReset } from "./store.ts";
import { countAttempt, forgiveAll, forgiveOne, networkOf, type Subject } from "./throttle.ts";

/** What passwords need besides: `hashing` bounds how many argon2 computations run in this process. */
export type PasswordDeps = Pick<Deps, "db" | "clock"> &
  Readonly<{
    hashing: Gate;
    /** A hash that no password has; checked against when there is no account, to cost the same time. */
    decoy(): Promise<string>;
  }>;

/** A decoy made when it is first needed. */
export function createDecoy(): () => Promise<string> {
  let made: Promise<string> | null = null;
  return () => {
    made ??= argon2(randomBytes(32));
    return made;
  };
}

type Attempt = Readonly<{ login: string; password: string; address: string }>;

/**
 * The user whose username or e-mail address and password these are. Fails with `invalid`, the same
 * for a wrong password and an unknown account, and with `TryLater`.
 */
export async function checkPassword(deps: PasswordDeps, attempt: Attempt): Promise<number> {
  const user = await findCredentials(deps.db, attempt.login);
  const network = networkOf(attempt.address);
  const account = user ? String(user.user_id) : attempt.login.toLowerCase();
  const ofAddress: Subject = ["sign-in of an address", network];
  const ofAccount: Subject = ["sign-in to an account from an address", `${account} ${network}`];
  await countAttempt(deps, ofAddress, ofAccount);
  const right = await verifyPassword(deps, user?.password_hash ?? null, attempt.password).catch(
    async (error: unknown) => {
      // The queue was full: nothing was tried.
      await forgiveOne(deps, ofAddress);
      await forgiveOne(deps, ofAccount);
      throw error;
    },
  );
  if (!right || user === undefined)
    throw invalid({ password: "does not fit this account" }, "wrong-password");
  await forgiveOne(deps, ofAddress);
  await forgiveAll(deps, ofAccount);
  return user.user_id;
}

async function verifyPassword(
  { hashing, decoy }: PasswordDeps,
  kept: string | null,
  given: string,
): Promise<boolean> {
  const hash = kept ?? (await decoy());
  return (await hashing(() => verify(hash, given))) && kept !== null;
}

/** Makes an account for whoever asks; throttled by address. */
export async function signUp(
  deps: PasswordDeps,
  address: string,
  user: { username: string; fullname: string; email: string; password: string },
): Promise<number> {
  await countAttempt(deps, ["sign-up of an address", networkOf(address)]);
  return deps.hashing(() => createUser(deps, user));
}

/** Changes one's own password, knowing the present one; ends one's sessions in other browsers. */
export async function changePassword(
  deps: PasswordDeps,
  session: SessionViewer,
  { present, password }: { present: string; password: string },
): Promise<void> {
  const guesses: Subject = ["password of a session", String(session.session_id)];
  await countAttempt(deps, guesses);
  const user = await findCredentials(deps.db, session.username);
  if (!(await verifyPassword(deps, user?.password_hash ?? null, present)))
    throw invalid({ present: "is not your present password" }, "wrong-password");
  await forgiveAll(deps, guesses);
  await deps.db
    .transaction()
    .execute((db) => setPassword(deps, db, session.user_id, password, session.session_id));
}

/** Sets a password and ends all sessions but `keep`, and all codes that would set another. */
async function setPassword(
  { hashing }: PasswordDeps,
  db: Executor,
  user_id: number,
  password: string,
  keep: number | null,
): Promise<void> {
  await updateUser(db, user_id, { password_hash: await hashing(() => argon2(password)) });
  await deleteSessions(db, user_id, keep);
  await deleteResets(db, user_id);
}

const RESET_MS = 3_600_000;
const codeHash = (code: string): Buffer => createHash("sha256").update(code).digest();

/** A code that resets the password once, within the hour. */
export async function createReset(
  { db, clock }: Pick<Deps, "db" | "clock">,
  user_id: number,
): Promise<string> {
  const code = randomBytes(24).toString("base64url");
  const expires_at = new Date(clock().getTime() + RESET_MS);
  await insertReset(db, { code_hash: codeHash(code), user_id, expires_at });
  return code;
}

/** Sets a new password by a code and uses that up; ends all sessions. Fails with `invalid`. */
export async function resetPassword(
  deps: PasswordDeps,
  address: string,
  { code, password }: { code: string; password: string },
): Promise<void> {
  await countAttempt(deps, ["reset for an address", networkOf(address)]);
  await deps.db.transaction().execute(async (db) => {
    const user_id = await takeReset(db, codeHash(code), deps.clock());
    if (user_id === undefined)
      throw invalid({ code: "is not valid any more; ask for a new one" }, "bad-reset-code");
    await setPassword(deps, db, user_id, password, null);
  });
}
