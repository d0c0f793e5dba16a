/** Parameters that pages of one show share. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";

export const showId = z.object({ show_id: id() });

/** A checkbox: browsers send it only while it is checked; a choice between two versions may send it empty. */
export const ticked = () =>
  z
    .enum(["1", ""])
    .optional()
    .transform((value) => value === "1");
