/** API schemas of organizations (contract §3). */
import { z } from "zod";
import { line, oneOf, paragraphs } from "../../../platform/http/params.ts";
import { imageParams } from "../../publishing/images/schema.ts";
import { publicUser } from "../users/schema.ts";
import { DOWNLOAD_WINDOWS, ROLES } from "./rules.ts";

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
    download_window: z.enum(DOWNLOAD_WINDOWS).meta({
      description:
        "The period in which several requests of a listener for an episode count as one download: a UTC day, or 24 hours from the first request.",
    }),
    created_at: z.string(),
  })
  .meta({ id: "Organization" });

/** A member: the public user with a role. */
export const member = publicUser.extend({ role: z.enum(ROLES) }).meta({ id: "Member" });

export const organizationParams = z.object({
  name: line({ min: 1, max: 255 }).optional(),
  description: paragraphs({ max: 4000 }).optional(),
  download_window: oneOf(DOWNLOAD_WINDOWS).optional().meta({
    description: "Applies to future counting only. What has been counted does not change.",
  }),
  ...imageParams,
});

export const roleParam = z.object({ role: oneOf(ROLES) });
