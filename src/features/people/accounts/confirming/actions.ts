/** Makes the codes that are mailed to people, and takes them as proof that an address is theirs. */
import type { Deps } from "../../../../deps.ts";
import { ensureServerSecret } from "../../../../platform/db/serversecrets.ts";
import { invalid } from "../../../../platform/failure.ts";
import { findAccount } from "../../users/store.ts";
import { CODE_MS, codeOf, isSigned, readCode } from "./codes.ts";
import { confirmEmail } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** A code that confirms this address of the user for a week. */
export async function createCode(
  { db, clock }: Needs,
  { user_id, email }: Readonly<{ user_id: number; email: string }>,
): Promise<string> {
  const secret = await ensureServerSecret(db, "addresses");
  return codeOf(secret, {
    user_id,
    email,
    expires: Math.floor((clock().getTime() + CODE_MS) / 1000),
  });
}

/** Confirms the address that the code was mailed to, if it still is the account's. Fails with `invalid`. */
export async function confirmAddress({ db, clock }: Needs, code: string): Promise<void> {
  const read = readCode(code, clock());
  const account = read && (await findAccount(db, read.user_id));
  if (read === null || !account) throw badCode();
  const { email, user_id } = account;
  const secret = await ensureServerSecret(db, "addresses");
  const isRight = isSigned(secret, code, { ...read, email });
  if (!isRight || !(await confirmEmail(db, user_id, email, clock()))) throw badCode();
}

const badCode = () =>
  invalid({ code: "is invalid or has expired; request a new one" }, "bad-confirmation-code");
