/** Parameters of the pages of messages. */
import { z } from "zod";
import { boolean, id, verbatim } from "../../../platform/http/params.ts";
import { messageParams, reportParams } from "../../listening/messages/schema.ts";

/** Which messages: those with open reports, or those that nobody of the team has answered. */
const only = z.enum(["reported", "unanswered"]).optional().catch(undefined);

/** What is searched for; anything too long counts as nothing. */
const q = verbatim({ max: 200 }).catch("").prefault("");

export const messagesQuery = z.object({ before: id().optional().catch(undefined), only, q });

export type Only = z.infer<typeof only> | null;

export const ofMessage = z.object({ show_id: id(), episode_id: id(), message_id: id() });

/** Where the form is, to return there: the list of one show unless `all` is sent; `next`: the message below this one. */
const place = {
  of: z.enum(["all"]).optional().catch(undefined),
  only,
  q,
  next: id().optional().catch(undefined),
};

export const replyForm = z.object({ ...messageParams, ...place });
export const reportForm = z.object({ ...reportParams, ...place });
export const deleteForm = z.object(place);

/** `settled`: whether the message needs no answer. */
export const settledForm = z.object({ ...place, settled: boolean() });
