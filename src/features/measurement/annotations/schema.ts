/** Parameters and shape of annotations. */
import { z } from "zod";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { clearableMoment, day, id, line } from "../../../platform/http/params.ts";
import { MAX_TEXT } from "./rules.ts";

export const annotationDetail = z
  .object({
    annotation_id: z.int(),
    show_id: z.int(),
    user_id: z.int().meta({ description: "The user who wrote it." }),
    at: z.string().meta({ description: "The moment on the time line, in UTC." }),
    text: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Annotation" });

const at = clearableMoment().transform((moment, context): Date => {
  if (moment !== null) return moment;
  context.addIssue({
    code: "custom",
    message: "must be a time in UTC, such as 2026-12-24 18:30:00",
  });
  return z.NEVER;
});
const text = line({ min: 1, max: MAX_TEXT });

export const newAnnotation = z.object({ show_id: id(), at, text });
export const annotationChanges = z.object({ at: at.optional(), text: text.optional() });
export const annotationsQuery = z.object({
  show_id: id(),
  from: day().optional().meta({ description: "The first day, in UTC." }),
  to: day().optional().meta({ description: "The last day, in UTC." }),
  ...offsetPaging(),
});
