/** Parameters of the pages of an episode: the fields of the API's routes, as forms send them. */
import { z } from "zod";
import { clearableLine, id, oneOf } from "../../../platform/http/params.ts";
import { imageParams } from "../../publishing/images/schema.ts";

export const episodeId = z.object({ episode_id: id() });

export const publicationForm = z.object({
  when: oneOf(["now", "later", "draft"]).default("now"),
  /** Values of `datetime-local` fields, in the person's time zone. */
  at: clearableLine({ max: 30 }).optional(),
  published_at: clearableLine({ max: 30 }).optional(),
});

export const coverForm = z.object(imageParams);

export const moveForm = z.object({ show_id: id() });
