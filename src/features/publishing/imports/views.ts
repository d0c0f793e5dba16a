/** Converts rows of imports to API objects. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import type { importDetail, listedImport } from "./schema.ts";
import type { ImportRow, ListedImport } from "./store.ts";

/** The casts are safe: the tables' checks and this feature's writers allow no other values. */
export function importView({ user_id: _, code, ...row }: ImportRow) {
  return {
    ...row,
    ownership_code: code === null ? null : `longwave-verify=${code}`,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  } as z.infer<typeof importDetail>;
}

/** An import of the list of everybody's. */
export function listedImportView({ user_id, username, fullname, total: _, ...row }: ListedImport) {
  return {
    ...row,
    user: { user_id, username, fullname },
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  } as z.infer<typeof listedImport>;
}
