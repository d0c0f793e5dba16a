/** Encrypts a message for a device and hands it to its push service (RFC 8030, 8188, 8291, 8292). */
import type { Deps } from "../../../../deps.ts";
import { lookUpAllowed, refusePrivateHost } from "../../../../platform/net/addresses.ts";
import type { PushKeys } from "../keys.ts";
import { KEPT_S, PUSH_TIME } from "../rules.ts";
import type { Target } from "./store.ts";

export type PushMessage = Readonly<{ content: string; topic: string }>;
/** `gone`: the subscription has ended; `busy`: a later attempt may succeed. */
export type Outcome = "sent" | "gone" | "failed" | "busy";

export type Courier = Readonly<{
  /** Sends one request. Rejects only if `signal` aborts. */
  deliver(target: Target, message: PushMessage, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}>;

/** Connections to one push service. */
const CONNECTIONS = 32;
/** Push services accept signatures for at most a day (RFC 8292 §2). */
const SIGNED_S = 12 * 3600;
/** Bytes of an answer that are read, so that its connection can be used again. */
const READ_BYTES = 4096;
const ENCODING = "aes128gcm";

/** RFC 8030 §7.3: 404 and 410 mean that the subscription has ended. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "busy" : "failed";
}

/** Opens connections, which `close` ends. A push service reaches the operator by `subject`. */
export async function openCourier(
  { config }: Pick<Deps, "config">,
  { publicKey, privateKey }: PushKeys,
  subject: string,
): Promise<Courier> {
  const { Agent, request } = await import("undici");
  const { encrypt, getVapidHeaders } = (await import("web-push")).default;
  const access = config.outboundPrivate;
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: access === true ? {} : { lookup: lookUpAllowed(access) },
    maxHeaderSize: 2 ** 14,
  });
  const until = Math.floor(Date.now() / 1000) + SIGNED_S;
  const signed = new Map<string, string>();
  const signature = (origin: string): string => {
    const known = signed.get(origin);
    if (known !== undefined) return known;
    const made = getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING, until);
    signed.set(origin, made.Authorization);
    return made.Authorization;
  };
  const send = async (
    { endpoint, public_key, auth }: Target,
    message: PushMessage,
    end: AbortSignal,
  ) => {
    const url = new URL(endpoint);
    refusePrivateHost(url.hostname, access);
    const keys = [public_key.toString("base64url"), auth.toString("base64url")] as const;
    const { cipherText } = encrypt(...keys, message.content, ENCODING);
    const response = await request(url, {
      dispatcher: agent,
      method: "POST",
      headers: {
        authorization: signature(url.origin),
        "content-type": "application/octet-stream",
        "content-encoding": ENCODING,
        ttl: String(KEPT_S),
        topic: message.topic,
      },
      body: cipherText,
      signal: end,
    });
    // The status has arrived and counts, whether or not the rest of the answer does.
    await response.body.dump({ limit: READ_BYTES }).catch(() => {});
    return outcomeOf(response.statusCode);
  };
  return {
    async deliver(target, message, signal) {
      try {
        const end = AbortSignal.any([signal, AbortSignal.timeout(PUSH_TIME.value)]);
        return await send(target, message, end);
      } catch {
        // Whatever went wrong on the way, the device is tried again, and forgotten if that lasts.
        signal.throwIfAborted();
        return "busy";
      }
    },
    close: () => agent.destroy(),
  };
}
