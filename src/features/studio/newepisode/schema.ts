/** Parameters of the pages of a new episode: the fields of the API's routes, as a form sends them. */
import { z } from "zod";
import { clearableLine, id, oneOf } from "../../../platform/http/params.ts";

export const showId = z.object({ show_id: id() });
export const episodeId = z.object({ episode_id: id() });

const WHEN = ["now", "later", "draft"] as const;

const publication = {
  when: oneOf(WHEN).default("now"),
  /** The value of a `datetime-local` field, in the time zone of the page. */
  at: clearableLine({ max: 30 }).optional(),
};

export const publicationForm = z.object(publication);

export type Publication = z.infer<typeof publicationForm>;
