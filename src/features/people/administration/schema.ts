/** API schemas and parameters of what admins do with accounts. */
import { z } from "zod";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { boolean, id, line, verbatim } from "../../../platform/http/params.ts";
import { userFields } from "../users/schema.ts";

export const accountDetail = z
  .object({
    user_id: z.int(),
    username: z.string(),
    fullname: z.string(),
    email: z.string(),
    plan: z.string(),
    is_admin: z.boolean(),
    verified: z.boolean(),
    created_at: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS`, UTC." }),
    suspended_at: z.string().nullable().meta({ description: "Null: the account is in use." }),
    suspension_reason: z
      .string()
      .nullable()
      .meta({ description: "Shown to the person at sign-in." }),
    shows_count: z.int(),
    storage_used_bytes: z.int(),
    storage_limit_bytes: z
      .int()
      .nullable()
      .meta({ description: "The limit of the plan; null means no limit." }),
  })
  .meta({ id: "Account" });

/** What accounts a list is limited to. */
const STATES = ["suspended", "verified", "admin"] as const;
export type State = (typeof STATES)[number];

export const accountsQuery = z.object({
  q: verbatim({ max: 200 }).optional().meta({
    description: "An id, or a part of the username, the name or the e-mail address.",
  }),
  state: z.enum(STATES).optional().meta({
    description: "Only accounts that are suspended, have the verified mark, or are admins.",
  }),
  ...offsetPaging(),
});

export const accountId = z.object({ user_id: id() });

export const accountParams = z.object({
  verified: boolean().optional().meta({ description: "Whether pages show the verified mark." }),
  plan: userFields.plan.optional().meta({ description: "A plan of `PLANS`, such as `basic`." }),
});
export type AccountParams = z.infer<typeof accountParams>;

export const suspensionParams = z.object({
  reason: line({ min: 1, max: 1000 }).meta({
    description: "Why, for the person to read when they sign in, and for the audit log.",
  }),
});
