/** Parameters of the public pages. */
import { z } from "zod";
import { id } from "../../platform/http/params.ts";

/** Of the page of a show, an episode or a user. */
export const placeQuery = z.object({
  key: z.string().max(200).optional(),
  last_id: id().optional(),
  c: z.string().optional(),
});

export type PlaceQuery = z.infer<typeof placeQuery>;

export const placeParams = z.object({ name: z.string().max(400) });
