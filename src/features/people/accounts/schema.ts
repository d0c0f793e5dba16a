/** Schemas of the account forms. */
import { z } from "zod";
import { clearableWebsite } from "../../../platform/http/addressparams.ts";
import {
  clearableLine,
  integer,
  line,
  oneOf,
  paragraphs,
  verbatim,
} from "../../../platform/http/params.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import { userFields, userParams } from "../users/schema.ts";

export type { SessionCaller } from "../../../platform/http/pages.ts";

/** Where to go after sign-in; `localPath` checks it before use. */
export const nextQuery = z.object({ next: verbatim({ max: 2000 }).optional() });

export const signInForm = z.object({
  login: line({ min: 1, max: 254 }),
  password: z.string().min(1, { error: "is required" }).max(1000),
});

export const signUpForm = z.object({
  username: userFields.username,
  fullname: userFields.fullname,
  email: userFields.email,
  password: userFields.password,
});

export const profileForm = z.object({
  fullname: userFields.fullname,
  username: userFields.username,
  description: paragraphs({ max: 400 }),
  website_url: clearableWebsite(),
  location: clearableLine({ max: 255 }),
  timezone: userParams.shape.timezone.unwrap(),
  content_languages: userParams.shape.content_languages.unwrap(),
});

/** A checkbox, which is not sent while it is unchecked. */
const ticked = z
  .string()
  .max(100)
  .optional()
  .transform((value) => value !== undefined);

/** What the person also wants to end along with the old password. */
const alsoEnd = { end_tokens: ticked, end_apps: ticked };

export const passwordForm = z.object({
  present: z.string().min(1, { error: "is required" }).max(1000),
  password: userFields.password,
  ...alsoEnd,
});

/** Ends one session, or all others. */
export const sessionsForm = z.object({
  session_id: z.union([integer({ min: 1 }), z.literal("others")]),
});

/** Lifetime of a token in days; "0" means no expiry. */
const TOKEN_DAYS = ["30", "90", "365", "0"] as const;

/** Creates a token. */
export const newTokenForm = z.object({
  name: line({ min: 1, max: 60 }),
  scope: oneOf(SCOPES),
  days: oneOf(TOKEN_DAYS),
  /** The user's password, required for a token of scope `basic`. */
  present: z.string().max(1000).default(""),
});
export const revokeTokenForm = z.object({ token_id: integer({ min: 1 }) });

/** Makes the page confirm that a form was saved. */
export const savedQuery = z.object({ saved: verbatim({ max: 20 }).optional() });

export const forgotForm = z.object({ login: line({ min: 1, max: 254 }) });

const code = line({ min: 1, max: 100 });
export const resetQuery = z.object({ code: code.optional() });
export const resetForm = z.object({ code, password: userFields.password, ...alsoEnd });
