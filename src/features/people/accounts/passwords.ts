/** Checks and changes passwords: limits concurrent slow hashes, and throttles guesses before they are hashed. */
import { createHash, randomBytes } from "node:crypto";
import os from "node:os";
import { hash as argon2, verify } from "@node-rs/argon2";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import { createFairGate, type FairGate } from "../../../platform/fairgate.ts";
import { createUser, explainingTaken } from "../users/actions.ts";
import { requireActive } from "../users/rights.ts";
import { findCredentials, lockAccount, updateUser } from "../users/store.ts";
import { revokeAllTokens } from "../users/tokens/store.ts";
import { confirmEmail } from "./confirming/store.ts";
import { HASHES, HASHES_OF_ONE } from "./rules.ts";
import type { SessionCaller } from "./schema.ts";
import { deleteResets, deleteSessions, findReset, insertReset, takeReset } from "./store.ts";
import { countAttempt, forgiveAll, forgiveOne, networkOf, type Subject } from "./throttle.ts";

/** What password functions need besides the database and the clock. */
export type PasswordDeps = Pick<Deps, "db" | "clock"> &
  Readonly<{
    /** Limits how many argon2 computations run in this process, and shares them fairly between callers. */
    hashing: FairGate;
    /** Revokes the tokens and consents that apps hold for a user. */
    disconnectApps(db: Executor, user_id: number): Promise<void>;
    /** Deletes the client apps of a user. */
    deleteApps(db: Executor, user_id: number, now: Date): Promise<void>;
    /** A hash that no password matches; checked if there is no account, so that the check takes the same time. */
    decoy(): Promise<string>;
  }>;

/** At most two, and at most half of the processors: the rest is left to the API. */
const RUNNING = Math.min(2, Math.max(1, Math.floor(os.availableParallelism() / 2)));

const BUSY = {
  type: "busy",
  message: "The server is busy. Try again in a few seconds.",
  seconds: 5,
} as const;

/** Opens what the password functions of a process share. */
export const openHashing = (): Pick<PasswordDeps, "hashing" | "decoy"> => ({
  hashing: createFairGate({
    running: RUNNING,
    perOwner: RUNNING,
    waiting: HASHES_OF_ONE,
    inAll: HASHES,
    refusal: BUSY,
  }),
  decoy: createDecoy(),
});

/** Computes the decoy hash on first use. */
function createDecoy(): () => Promise<string> {
  let made: Promise<string> | null = null;
  return () => {
    made ??= argon2(randomBytes(32));
    return made;
  };
}

/** Who has proved to know a password. `isClosed`: they have closed their account, and may still open it again. */
type Known = Readonly<{ user_id: number; isClosed: boolean }>;

type Attempt = Readonly<{ login: string; password: string; address: string }>;

/**
 * The user with this username or e-mail address and password. Fails with the same `invalid` for a wrong password and an
 * unknown account, with `TryLater`, and with `forbidden` if the account is suspended.
 */
export async function checkPassword(deps: PasswordDeps, attempt: Attempt): Promise<Known> {
  const network = networkOf(attempt.address);
  const ofAddress: Subject = ["sign-ins-of-address", network];
  // By the login as typed: if attempts were counted by account, waits would reveal which e-mail address belongs to
  // which username.
  const login = attempt.login.toLowerCase();
  const ofAccount: Subject = ["sign-ins-to-account", `${login} ${network}`];
  await countAttempt(deps, ofAddress, ofAccount);
  const user = await findCredentials(deps.db, attempt.login);
  const hash = user?.password_hash ?? null;
  const right = await verifyPassword(deps, network, hash, attempt.password).catch(
    async (error: unknown) => {
      // The queue was full, so no password was checked.
      await forgiveOne(deps, ofAddress);
      await forgiveOne(deps, ofAccount);
      throw error;
    },
  );
  if (!right || user === undefined)
    throw invalid({ password: "That username and password don’t match." }, "wrong-password");
  await forgiveOne(deps, ofAddress);
  await forgiveAll(deps, ofAccount);
  requireActive(user);
  return { user_id: user.user_id, isClosed: user.deleted_at !== null };
}

async function verifyPassword(
  { hashing, decoy }: PasswordDeps,
  caller: string,
  kept: string | null,
  given: string,
): Promise<boolean> {
  const hash = kept ?? (await decoy());
  return (await hashing(caller, () => verify(hash, given))) && kept !== null;
}

/** Creates an account; throttled by IP address. */
export async function signUp(
  deps: PasswordDeps,
  address: string,
  user: { username: string; fullname: string; email: string; password: string },
): Promise<number> {
  const network = networkOf(address);
  await countAttempt(deps, ["sign-ups-of-address", network]);
  return deps.hashing(network, () => createUser(deps, user));
}

const ownerOf = (user_id: number): string => `user ${user_id}`;

/** Checks the password of a signed-in user again. Fails with `invalid` on `present`. */
export async function confirmPassword(
  deps: PasswordDeps,
  session: SessionCaller,
  present: string,
): Promise<void> {
  const guesses: Subject = ["passwords-of-session", String(session.session_id)];
  await countAttempt(deps, guesses);
  const user = await findCredentials(deps.db, session.username);
  const hash = user?.password_hash ?? null;
  if (!(await verifyPassword(deps, ownerOf(session.user_id), hash, present)))
    throw invalid({ present: "is incorrect" }, "wrong-password");
  await forgiveAll(deps, guesses);
}

/** What a password change ends besides the sessions in other browsers. */
export type AlsoEnd = Readonly<{ end_tokens: boolean; end_apps: boolean }>;

/** Changes the user's password, given the current one, and ends the sessions in other browsers. */
export async function changePassword(
  deps: PasswordDeps,
  session: SessionCaller,
  { present, password, ...ends }: AlsoEnd & { present: string; password: string },
): Promise<void> {
  await confirmPassword(deps, session, present);
  const password_hash = await deps.hashing(ownerOf(session.user_id), () => argon2(password));
  const { user_id, session_id } = session;
  await deps.db
    .transaction()
    .execute((db) => setPassword(deps, db, { user_id, password_hash, keep: session_id, ...ends }));
}

/** Changes the user's e-mail address, given the password. Reset codes that were mailed to the old one end. */
export async function changeEmail(
  deps: PasswordDeps,
  session: SessionCaller,
  { present, email }: { present: string; email: string },
): Promise<void> {
  await confirmPassword(deps, session, present);
  await deps.db.transaction().execute(async (db) => {
    await explainingTaken(() => updateUser(db, session.user_id, { email }));
    await deleteResets(db, session.user_id);
  });
}

type Ends = AlsoEnd & Readonly<{ user_id: number; keep: number | null }>;

async function setPassword(
  deps: PasswordDeps,
  db: Executor,
  { password_hash, ...ends }: Ends & { password_hash: string },
): Promise<void> {
  await updateUser(db, ends.user_id, { password_hash });
  await endAccess(deps, db, ends);
}

/** Ends all sessions of a user except `keep`, deletes unused reset codes, and revokes what the flags name. */
export async function endAccess(
  { clock, disconnectApps }: Pick<PasswordDeps, "clock" | "disconnectApps">,
  db: Executor,
  { user_id, keep, end_tokens, end_apps }: Ends,
): Promise<void> {
  await deleteSessions(db, user_id, keep);
  await deleteResets(db, user_id);
  if (end_tokens) await revokeAllTokens(db, user_id, clock());
  if (end_apps) await disconnectApps(db, user_id);
}

const RESET_MS = 3_600_000;
const codeHash = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Creates a code that resets the password once, within an hour. */
export async function createReset(
  { db, clock }: Pick<Deps, "db" | "clock">,
  user_id: number,
): Promise<string> {
  const code = randomBytes(24).toString("base64url");
  const expires_at = new Date(clock().getTime() + RESET_MS);
  await insertReset(db, { code_hash: codeHash(code), user_id, expires_at });
  return code;
}

/** Sets a new password with a reset code, which is used up, and ends all sessions. Fails with `invalid`. */
export async function resetPassword(
  deps: PasswordDeps,
  address: string,
  { code, password, ...ends }: AlsoEnd & { code: string; password: string },
): Promise<void> {
  const network = networkOf(address);
  await countAttempt(deps, ["resets-of-address", network]);
  const code_hash = codeHash(code);
  if ((await findReset(deps.db, code_hash, deps.clock())) === undefined) throw badCode();
  // Before the transaction, so that requests that wait for hashing hold no database connection.
  const password_hash = await deps.hashing(network, () => argon2(password));
  await deps.db.transaction().execute(async (db) => {
    const user_id = await takeReset(db, code_hash, deps.clock());
    if (user_id === undefined) throw badCode();
    // Codes are mailed to the address of today: they end when it changes.
    const account = await lockAccount(db, user_id);
    if (account !== undefined) await confirmEmail(db, user_id, account.email, deps.clock());
    await setPassword(deps, db, { user_id, password_hash, keep: null, ...ends });
  });
}

const badCode = () =>
  invalid({ code: "is invalid or has expired; request a new one" }, "bad-reset-code");
