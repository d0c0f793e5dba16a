/** Wire shapes of organizations (contract §3). */
import { z } from "zod";
import { line, oneOf, paragraphs } from "../../platform/http/params.ts";
import { imageParams } from "../images/schema.ts";
import { publicUser } from "../users/schema.ts";
import { ROLES } from "./rules.ts";

export const organizationDetail = z
  .object({
    organization_id: z.int(),
    name: z.string(),
    description: z.string(),
    site_url: z.string(),
    image_url: z.string().nullable(),
    image_original_url: z.string().nullable(),
    team_id: z.int().nullable(),
    members_count: z.int(),
    shows_count: z.int(),
    created_at: z.string(),
  })
  .meta({ id: "Organization" });

/** A member: the public user with a role. */
export const member = publicUser.extend({ role: z.enum(ROLES) }).meta({ id: "Member" });

export const organizationParams = z.object({
  name: line({ min: 1, max: 255 }).optional(),
  description: paragraphs({ max: 4000 }).optional(),
  ...imageParams,
});

export const roleParam = z.object({ role: oneOf(ROLES) });
