/** Parameters and forms of the pages of organizations. */
import { z } from "zod";
import { id, line } from "../../../platform/http/params.ts";
import { roleParam } from "../../people/organizations/schema.ts";

export const organizationId = z.object({ organization_id: id() });
export const memberId = organizationId.extend({ user_id: id() });
export const memberForm = roleParam.extend({ username: line({ min: 1, max: 200 }) });
