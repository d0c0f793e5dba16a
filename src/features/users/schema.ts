/** Wire shapes and parameters of users (contract §3). */
import { z } from "zod";
import { id, line } from "../../platform/http/params.ts";

/** A user as everyone sees it. */
export const publicUser = z
  .object({
    user_id: z.int(),
    username: z.string(),
    fullname: z.string(),
    description: z.string(),
    image_url: z.string().nullable(),
    image_original_url: z.string().nullable(),
    site_url: z.string(),
    kind: z.enum(["listener", "producer"]),
    plan: z.string(),
  })
  .meta({ id: "PublicUser" });

export const userDetail = publicUser.extend({ verified: z.boolean() }).meta({ id: "User" });

/** Rules of what people write about themselves. */
export const userFields = {
  username: line({ min: 3, max: 32 })
    .refine((name) => /^[a-z0-9_]+$/.test(name), { error: "may hold a to z, 0 to 9 and _ only" })
    .refine((name) => !/^\d+$/.test(name) && name !== "me", {
      error: "must not be a number, or “me”",
    }),
  fullname: line({ min: 1, max: 60 }),
  email: line({ max: 254 }).refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), {
    error: "must be an e-mail address",
  }),
  /** Free text of the operator's. */
  plan: line({ min: 1, max: 60 }),
  password: z
    .string()
    .min(8, { error: "must have at least 8 characters" })
    .max(1000, { error: "must have at most 1000 characters" }),
};

/** A user in a path: a number, `me`, or a username. */
export const userKey = z.union([id(), z.string().regex(/^[a-z0-9_]{1,32}$/)]);
