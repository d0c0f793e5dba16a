/** The server's signing and cookie keys: created on first use, rotated by a command, shared through the database. */
import { createHash, generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Deps } from "../../../deps.ts";
import { deleteKeysBefore, insertKeys, listKeys } from "./store.ts";

/** Keys in the library's format; the first of each kind is the current one. */
export type Keys = {
  jwks: { keys: Record<string, unknown>[] };
  cookies: string[];
  version: string;
};

const RSA_BITS = 2048;

/** All keys. Two processes that start at the same time may both create keys; both sets then work. */
export async function loadKeys({ db }: Pick<Deps, "db">): Promise<Keys> {
  let rows = await listKeys(db);
  if (rows.length === 0) {
    await addKeys(db);
    rows = await listKeys(db);
  }
  const of = (use: string) => rows.filter((row) => row.use === use);
  return {
    jwks: {
      keys: of("sig").map(({ jwk, kid }) => ({
        ...(jwk as object),
        kid,
        use: "sig",
        alg: "RS256",
      })),
    },
    cookies: of("cookie").map(({ jwk }) => (jwk as { k: string }).k),
    version: createHash("sha256")
      .update(rows.map(({ kid }) => kid).join())
      .digest("hex"),
  };
}

async function addKeys(db: Deps["db"]): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS });
  const jwk = JSON.stringify(privateKey.export({ format: "jwk" }));
  const secret = JSON.stringify({ kty: "oct", k: randomBytes(32).toString("base64url") });
  await insertKeys(db, [
    { kid: randomBytes(8).toString("hex"), use: "sig", jwk },
    { kid: randomBytes(8).toString("hex"), use: "cookie", jwk: secret },
  ]);
}

/** Creates new current keys. Keys older than 90 days, the lifetime of a refresh token, are deleted. */
export async function rotateKeys({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await addKeys(db);
  await deleteKeysBefore(db, new Date(clock().getTime() - 90 * 86_400_000));
}
