/** Converts annotations to the wire; pure. */
import { wireTime } from "../../../platform/text/time.ts";
import type { AnnotationRow } from "./store.ts";

export const annotationView = (row: AnnotationRow) => ({
  annotation_id: row.annotation_id,
  show_id: row.show_id,
  user_id: row.user_id,
  at: wireTime(row.at),
  text: row.text,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
