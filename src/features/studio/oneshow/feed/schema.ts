/** Parameters of the forms of a show's feed: the settings of the API. */
import { z } from "zod";
import { oneOf } from "../../../../platform/http/params.ts";
import { feedMetadataParams } from "../../../distribution/feeds/schema.ts";
import { ticked } from "../schema.ts";

export const settingsForm = feedMetadataParams
  .pick({ prepend_url: true, item_limit: true })
  .extend({ show_email: ticked(), locked: oneOf(["yes", "no"]).default("no") });

export type SettingsForm = z.infer<typeof settingsForm>;

export const moveForm = feedMetadataParams.pick({ redirect_url: true }).extend({ sure: ticked() });

export const modeForm = z.object({ mode: oneOf(["AUTO", "REDIRECT", "DISABLED"]) });

/** Whether to check a feed that takes long. */
export const feedQuery = z.object({ check: z.literal("1").optional().catch(undefined) });
