/** Parameters of calendars. */
import { z } from "zod";
import { clearableTimezone, id, line } from "../../../platform/http/params.ts";
import { back } from "../episodebulk/schema.ts";

export const showId = z.object({ show_id: id() });
export const episodeId = z.object({ episode_id: id() });

/** `2026-11`; anything else is the present month. */
export const calendarQuery = z.object({
  month: z
    .string()
    .max(7)
    .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
});

export const moveQuery = z.object({ back });

export const moveForm = z.object({
  /** The value of a `datetime-local` field. */
  at: line({ max: 30 }).prefault(""),
  /** The time zone of `at`: a calendar of several shows has another than a page about one of them. */
  timezone: clearableTimezone().optional(),
  back,
});
