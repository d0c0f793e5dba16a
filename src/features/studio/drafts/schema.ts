/** Parameters of the acts that save drafts. */
import { z } from "zod";
import { anyFields } from "../../../platform/http/fields.ts";
import { id } from "../../../platform/http/params.ts";
import type { Values } from "./rules.ts";

export const episodeId = z.object({ episode_id: id() });

/** The fields of a merge are named after those of a draft, so that they are read one by one. */
export const mergeForm = anyFields();

const baseForm = z.record(z.string(), z.string());

/** The values that a form began with, which it sends as JSON in `base`; none if it is not what we sent. */
export function baseOf({ base = "{}" }: Values): Values {
  try {
    return baseForm.parse(JSON.parse(base));
  } catch {
    return {};
  }
}
