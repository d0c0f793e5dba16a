/** Finds the record that a page's URL names. */
import type { Executor } from "../../../platform/db/database.ts";
import { findUserId } from "../../people/users/store.ts";
import type { Address, Kind } from "./rules.ts";
import { findShowByPermalink, findShowOf } from "./store.ts";

/** A record by kind and id; its own feature decides whether it exists and who may see it. */
export type ResolvedAddress = Readonly<{ kind: Kind; id: number }>;

/** The record that `address` names, or null if there is no record of that name. */
export async function resolveAddress(
  db: Executor,
  address: Address,
): Promise<ResolvedAddress | null> {
  if ("id" in address) return address;
  const id = await findId(db, address);
  return id === undefined ? null : { kind: address.kind, id };
}

function findId(db: Executor, address: Exclude<Address, { id: number }>) {
  const { kind, name } = address;
  if (kind === "user") return findUserId(db, name);
  return "author" in address ? findShowOf(db, address.author, name) : findShowByPermalink(db, name);
}
