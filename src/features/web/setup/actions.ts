/** Makes the code that guards the setup, recognises it, and creates the first account with it. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps, OpenDeps } from "../../../deps.ts";
import { holdLock, type LockKey, LockTakenError } from "../../../platform/db/session.ts";
import { readCookie, setCookie } from "../../../platform/http/cookies.ts";
import {
  countAttempt,
  forgiveOne,
  networkOf,
  type PasswordDeps,
} from "../../people/accounts/actions.ts";
import { createUser } from "../../people/users/actions.ts";
import { hasUsers } from "../../people/users/store.ts";
import type { FirstAccount } from "./schema.ts";
import { deleteCode, findCode, replaceCode, takeCode } from "./store.ts";

/** Held by the process whose code is the valid one, so that another that starts meanwhile leaves it as it is. */
const SETUP_LOCK: LockKey = [7_160_035, 1];

/** How the setup of a server is guarded. */
export type Setup = Readonly<{
  /** The code that this process made. */
  code: string | null;
  /** There are no users, and another process has printed the code. */
  elsewhere: boolean;
  close(): Promise<void>;
}>;

/** Makes the code for a server without users. Only its hash is stored, so a restart has to make a new one. */
export async function openSetup({ db, target, clock, log }: OpenDeps): Promise<Setup> {
  const none: Setup = { code: null, elsewhere: false, close: async () => {} };
  if (await hasUsers(db)) {
    await deleteCode(db);
    return none;
  }
  const lock = await holdLock(target, SETUP_LOCK, log, "the lock of the setup").catch(
    (error: unknown) => {
      if (error instanceof LockTakenError) return null;
      throw error;
    },
  );
  if (lock === null) return { ...none, elsewhere: true };
  return { ...none, code: await makeCode({ db, clock }), close: () => lock.release() };
}

type CodeDeps = Pick<Deps, "db" | "clock">;

/** Makes a new code and forgets the old one; null if there is a user. */
export async function makeCode({ db, clock }: CodeDeps): Promise<string | null> {
  const code = randomBytes(24).toString("base64url");
  return (await replaceCode(db, hashOf(code), clock())) ? code : null;
}

const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Whether `code` lets its holder set up the server. Wrong ones count for the address. Fails with `TryLater`. */
export async function isSetupCode(deps: CodeDeps, address: string, code: string): Promise<boolean> {
  const subject = ["setup-codes-of-address", networkOf(address)] as const;
  await countAttempt(deps, subject);
  const stored = await findCode(deps.db);
  const isRight = stored !== undefined && timingSafeEqual(stored, hashOf(code));
  if (isRight) await forgiveOne(deps, subject);
  return isRight;
}

const SETUP_COOKIE = "longwave_setup";

type Exchange = Readonly<{ reply: FastifyReply; baseUrl: string }>;

/** Keeps the code in the browser, so that it need not stay in an address, which histories and logs keep. */
export const keepCode = ({ reply, baseUrl }: Exchange, code: string): void =>
  setCookie(reply, {
    name: SETUP_COOKIE,
    value: code,
    life: "browser",
    baseUrl,
    sameSite: "Strict",
  });

/** The code of the browser that sent the request; null if it has none or a wrong one, which is then forgotten. */
export async function findHeldCode(
  deps: CodeDeps,
  { request, reply, baseUrl }: Exchange & Readonly<{ request: FastifyRequest }>,
): Promise<string | null> {
  const code = readCookie(request, SETUP_COOKIE);
  if (code === null) return null;
  if (await isSetupCode(deps, request.ip, code)) return code;
  forgetCode({ reply, baseUrl });
  return null;
}

export const forgetCode = ({ reply, baseUrl }: Exchange): void =>
  setCookie(reply, { name: SETUP_COOKIE, value: "", life: 0, baseUrl, sameSite: "Strict" });

/**
 * Creates the first account, an admin, and uses up the code; undefined if the code is no longer valid. The code is
 * taken in the same transaction: of two people who hold it, one gets the account.
 */
export function createFirstAccount(
  deps: PasswordDeps,
  address: string,
  code: string,
  account: FirstAccount,
): Promise<number | undefined> {
  return deps.hashing(networkOf(address), () =>
    deps.db.transaction().execute(async (db) => {
      if (!(await takeCode(db, hashOf(code)))) return undefined;
      return createUser({ db }, { ...account, admin: true });
    }),
  );
}
