/** Parameters and shapes of devices. */
import { ECDH } from "node:crypto";
import { z } from "zod";
import { webAddress } from "../../../platform/http/addressparams.ts";
import { id, line, verbatim } from "../../../platform/http/params.ts";
import type { Access } from "../../../platform/http/route.ts";

export const deviceDetail = z
  .object({
    device_id: z.int(),
    name: z.string().nullable(),
    service: z.string().meta({ description: "The host of its push service." }),
    created_at: z.string(),
    delivered_at: z.string().nullable().meta({ description: "The last message that it got." }),
    failing_since: z.string().nullable().meta({
      description:
        "The first failure since the last message that it got. After 30 days it is forgotten.",
    }),
  })
  .meta({ id: "Device" });

const BASE64URL = /^[\w-]+={0,2}$/;
const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");

function isPoint(key: Buffer): boolean {
  try {
    return ECDH.convertKey(key, "prime256v1").length === 65;
  } catch {
    return false;
  }
}

const publicKey = verbatim({ max: 100 })
  .refine((text) => BASE64URL.test(text) && isPoint(bytesOf(text)), {
    error: "must be a public key on P-256, base64url",
  })
  .meta({ description: "`p256dh` of the subscription." });
const auth = verbatim({ max: 40 })
  .refine((text) => BASE64URL.test(text) && bytesOf(text).length === 16, {
    error: "must be 16 bytes, base64url",
  })
  .meta({ description: "`auth` of the subscription." });

/** The fields of a `PushSubscription`, flat. */
export const newDevice = z.object({
  endpoint: webAddress()
    .refine((url) => url.length <= 1000, { error: "must have at most 1,000 characters" })
    .meta({ description: "`endpoint` of the subscription: an http or https URL." }),
  public_key: publicKey,
  auth,
  name: line({ max: 100 }).optional().meta({ description: "To recognise it by." }),
});

/** Nobody else may do anything with a device, not even an admin. */
export const ownerOfDevice: Access<true> = { signedIn: true, who: "the owner of the device" };

export const whichDevice = z.object({ device_id: id() });

export type NewDevice = z.infer<typeof newDevice>;
