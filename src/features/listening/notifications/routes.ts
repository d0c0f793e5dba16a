/** Routes of devices, to which new episodes of favorites are pushed (RFC 8030). */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { pageOf } from "../../../platform/http/paging.ts";
import { anyone, nothing, route, signedIn } from "../../../platform/http/route.ts";
import { registerDevice } from "./actions.ts";
import { pushKeys } from "./keys.ts";
import { deviceDetail, newDevice, ownerOfDevice, whichDevice } from "./schema.ts";
import { listDevices, removeDevice } from "./store.ts";
import { deviceView } from "./views.ts";

const common = { tag: "Notifications", scope: "basic" } as const;

export const deviceRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/push-key",
    operationId: "getPushKey",
    summary: "Get the key that subscriptions are made with",
    description:
      "`applicationServerKey` of `PushManager.subscribe` (RFC 8292): the same for everybody, for the whole life of the database.",
    access: anyone,
    response: z.object({ public_key: z.string().meta({ description: "base64url" }) }),
    handle: async (_, { db }: Deps) => ({ public_key: (await pushKeys(db)).publicKey }),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/me/devices",
    operationId: "listDevices",
    summary: "List your devices that get notifications",
    description: "The oldest first, all at once: there are few.",
    access: signedIn,
    response: pageOf(deviceDetail),
    async handle({ caller }, { db }: Deps) {
      const rows = await listDevices(db, caller.user_id);
      return { items: rows.map(deviceView), next_url: null };
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/me/devices",
    operationId: "addDevice",
    summary: "Get notifications on a device",
    description:
      "New public episodes of your favorites with `notifications_enabled` are pushed to it. Repeat it whenever the subscription may have changed: the same endpoint is the same device.",
    access: signedIn,
    refusals: { 409: "`too-many-devices`: you have as many as you may." },
    body: newDevice,
    response: z.object({ device: deviceDetail }),
    handle: async ({ caller, body }, deps: Deps) => ({
      device: deviceView(await registerDevice(deps, caller, body)),
    }),
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/me/devices/:device_id",
    operationId: "deleteDevice",
    summary: "End notifications on a device",
    access: ownerOfDevice,
    params: whichDevice,
    response: nothing,
    async handle({ caller, params }, { db }: Deps) {
      if (!(await removeDevice(db, caller.user_id, params.device_id))) throw notFound("device");
      return [];
    },
  }),
];
