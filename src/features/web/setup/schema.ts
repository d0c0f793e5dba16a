/** Parameters of the setup's pages. */
import { z } from "zod";
import { line, verbatim } from "../../../platform/http/params.ts";
import { userFields } from "../../people/users/schema.ts";
import { identityFields } from "../identity/schema.ts";

export const welcomeQuery = z.object({
  code: verbatim({ max: 200 }).optional(),
  /** A right code was just kept. */
  begin: verbatim({ max: 20 }).optional(),
  /** The code that was sent is not valid. */
  refused: verbatim({ max: 20 }).optional(),
  c: verbatim({ max: 200 }).optional(),
});

export const codeForm = z.object({ code: line({ min: 1, max: 200 }) });

export const siteForm = identityFields
  .pick({ name: true, tagline: true, accent: true })
  .extend({ name: line({ min: 1, max: 60 }) });

export const accountForm = z.object({
  username: userFields.username,
  fullname: userFields.fullname,
  email: userFields.email,
  password: userFields.password,
});

export type FirstAccount = z.infer<typeof accountForm>;
