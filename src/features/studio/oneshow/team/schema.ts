/** Parameters of the forms of a show's team. */
import { z } from "zod";
import { id, line, oneOf } from "../../../../platform/http/params.ts";

/** Whether a person may edit one show or all shows of its author. */
const role = oneOf(["show", "all"]);

export type TeamRole = z.infer<typeof role>;

export const addForm = z.object({ username: line({ min: 1, max: 100 }), role });

export const roleForm = z.object({ role });

export const member = z.object({ show_id: id(), user_id: id() });
