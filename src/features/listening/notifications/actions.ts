/** Writes devices: checks bounds, then runs one transaction. */
import type { Deps } from "../../../deps.ts";
import { overLimit } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireAllowedUrl } from "../../../platform/net/allowedurl.ts";
import { DEVICES_OF_USER } from "./rules.ts";
import type { NewDevice } from "./schema.ts";
import { countOthersAndLock, type DeviceRow, putDevice } from "./store.ts";

/**
 * Stores a device of the caller. A browser that is registered again keeps its device, and becomes the caller's if
 * somebody else was signed in before. Fails with 400 on `endpoint`, and with 409 for a user who has too many.
 */
export async function registerDevice(
  deps: Pick<Deps, "db" | "config">,
  { user_id }: Pick<Caller, "user_id">,
  { endpoint, public_key, auth, name }: NewDevice,
): Promise<DeviceRow> {
  requireAllowedUrl("endpoint", endpoint, deps.config.outboundPrivate);
  return deps.db.transaction().execute(async (tx) => {
    if ((await countOthersAndLock(tx, user_id, endpoint)) >= DEVICES_OF_USER.value)
      throw overLimit(
        DEVICES_OF_USER,
        "conflict",
        "too-many-devices",
        `You have ${DEVICES_OF_USER.value} devices, which is the most. Delete one first.`,
      );
    return putDevice(tx, {
      ...{ user_id, endpoint },
      public_key: Buffer.from(public_key, "base64url"),
      auth: Buffer.from(auth, "base64url"),
      name: name ?? null,
    });
  });
}
