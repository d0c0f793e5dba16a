/** API schemas and parameters of messages (contract §5). */
import { z } from "zod";
import { clearableLine, id, paragraphs } from "../../../platform/http/params.ts";

const optionalText = z.string().nullable();

export const message = z
  .object({
    message_id: z.int(),
    episode_id: z.int(),
    text: z.string(),
    created_at: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." }),
    author_id: z.int(),
    author_username: z.string(),
    author_fullname: z.string(),
    author_site_url: z.string(),
    author_image_url: optionalText,
    author_image_original_url: optionalText,
    author_is_owner: z
      .boolean()
      .meta({ description: "Whether the episode's author wrote the message." }),
    reply_to_id: z
      .int()
      .nullable()
      .meta({ description: "The message below the same episode that this one replies to." }),
    app_name: optionalText.meta({ description: "The app that the message was written with." }),
    app_url: optionalText,
  })
  .meta({ id: "Message" });

export const messageParams = { text: paragraphs({ min: 1, max: 4000 }) };

export const replyParams = {
  reply_to_id: id()
    .optional()
    .meta({ description: "The message below the same episode that this one replies to." }),
};

export const reportParams = {
  reason: clearableLine({ max: 1000 })
    .optional()
    .meta({ description: "The problem with the message, for the operator to read." }),
};
