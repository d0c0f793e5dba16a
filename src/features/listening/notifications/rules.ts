/** Bounds of devices and of what is pushed to them. */
import type { Limit } from "../../../platform/limits.ts";

export const DEVICES_OF_USER: Limit = {
  name: "devices-of-user",
  value: 20,
  unit: "devices",
  bounds: "Devices of one user that get notifications.",
  beyond: "409 `too-many-devices`; delete one first.",
};

export const PUSH_TIME: Limit = {
  name: "push-time",
  value: 10_000,
  unit: "ms",
  bounds: "Time for one request to a push service.",
  beyond: "The device is tried once more, and otherwise with the next episode.",
};

/** A push service keeps a message so long for a device that is switched off, s (RFC 8030 §5.2). */
export const KEPT_S = 2 * 86_400;
/** A device that has failed for so long is forgotten. */
export const FORGOTTEN_MS = 30 * 86_400_000;
