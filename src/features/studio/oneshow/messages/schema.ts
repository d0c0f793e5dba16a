/** Parameters of the pages of a show's messages. */
import { z } from "zod";
import { id } from "../../../../platform/http/params.ts";
import { messageParams, reportParams } from "../../../listening/messages/schema.ts";

export const messagesQuery = z.object({
  before: id().optional().catch(undefined),
  only: z.literal("reported").optional().catch(undefined),
});

export const ofMessage = z.object({ show_id: id(), episode_id: id(), message_id: id() });

export const replyForm = z.object(messageParams);
export const reportForm = z.object(reportParams);
