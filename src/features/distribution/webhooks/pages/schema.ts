/** Forms and addresses of the settings with webhooks. */
import { z } from "zod";
import { id, integer, oneOf, verbatim } from "../../../../platform/http/params.ts";
import { EVENT_NAMES } from "../../events/schema.ts";
import { newWebhook } from "../schema.ts";

/** A checkbox: the browser sends it only if it is ticked. */
const ticked = z
  .string()
  .max(100)
  .optional()
  .transform((value) => value !== undefined);

/** The checkbox of a type of event. */
export const tickName = (type: string): string => `type_${type}`;

const ticks = Object.fromEntries(EVENT_NAMES.map((type) => [tickName(type), ticked]));

export const webhookForm = z
  .object({ ...newWebhook.omit({ types: true }).shape, ...ticks })
  .transform(({ url, format, signature, ...boxes }) => {
    const chosen: Readonly<Record<string, unknown>> = boxes;
    const types = EVENT_NAMES.filter((type) => chosen[tickName(type)] === true);
    return { url, format, signature, types };
  });

const done = verbatim({ max: 20 }).optional().catch(undefined);

export const listQuery = z.object({ done });
export const logQuery = z.object({
  done,
  n: integer().optional().catch(undefined),
  last_id: id().optional().catch(undefined),
});
export const statusForm = z.object({ status: oneOf(["ENABLED", "DISABLED"]) });
export const replayForm = z.object({ delivery_id: id().optional() });
export const nothing = z.object({});
