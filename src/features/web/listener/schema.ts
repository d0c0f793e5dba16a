/** Parameters of what a listener does on a page. */
import { z } from "zod";
import { id, integer, verbatim } from "../../../platform/http/params.ts";
import { messageParams, reportParams } from "../../listening/messages/schema.ts";

export const showId = z.object({ show_id: id() });
export const userId = z.object({ user_id: id() });
export const episodeId = z.object({ episode_id: id() });
export const ofMessage = z.object({ episode_id: id(), message_id: id() });

/** Opens what is LIMITED; forms send it on, empty if there is none. */
const key = verbatim({ max: 200 }).optional();
export const keyQuery = z.object({ key: key.catch(undefined) });

/** `on`: 1 sets the mark, empty removes it. */
const on = z
  .enum(["1", ""])
  .optional()
  .transform((value) => value === "1");

export const followForm = z.object({ on, key });
export const followUserForm = z.object({ on });
export const markForm = z.object({ mark: z.enum(["likes", "bookmarks"]), on, key });
export const messageForm = z.object({ ...messageParams, key });
export const reportForm = z.object({ ...reportParams, key });
export const deleteForm = z.object({ key });

/** `at`: seconds; `next`: the path of the page to go back to. */
export const progressForm = z.object({
  at: integer({ max: 2_000_000 }).default(0),
  played: on,
  key,
  next: verbatim({ max: 400 }).optional(),
});

export const libraryQuery = z.object({
  last_id: id().optional().catch(undefined),
  show: z.literal("unplayed").optional().catch(undefined),
  sort: z.enum(["title", "newest"]).optional().catch(undefined),
});
