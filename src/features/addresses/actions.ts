/** Finds what an address names. */
import type { Executor } from "../../platform/db/database.ts";
import { findUserId } from "../users/store.ts";
import type { Address, Kind } from "./rules.ts";
import { findShowByPermalink } from "./store.ts";

/** A record by kind and id; whether it is there, and for whom, is its own feature's affair. */
export type Place = Readonly<{ kind: Kind; id: number }>;

/** The place that `address` names, or null where a name is nobody's. */
export async function resolveAddress(db: Executor, address: Address): Promise<Place | null> {
  if ("id" in address) return address;
  const { kind, name } = address;
  const id = await (kind === "user" ? findUserId(db, name) : findShowByPermalink(db, name));
  return id === undefined ? null : { kind, id };
}
