/** Forms and addresses of the settings with notifications. */
import { z } from "zod";
import { boolean, id, verbatim } from "../../../../platform/http/params.ts";
import { newDevice } from "../schema.ts";

export const notificationsQuery = z.object({
  done: verbatim({ max: 20 }).optional().catch(undefined),
});
export const deviceForm = newDevice.omit({ name: true });
export const showForm = z.object({ show_id: id(), on: boolean() });
export const nothing = z.object({});
