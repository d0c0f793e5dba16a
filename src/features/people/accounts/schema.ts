/** Schemas of the account forms. */
import { z } from "zod";
import { clearableWebsite } from "../../../platform/http/addressparams.ts";
import {
  clearableInteger,
  clearableLine,
  integer,
  line,
  oneOf,
  paragraphs,
  verbatim,
} from "../../../platform/http/params.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import { LANGUAGES } from "../../publishing/reference/rules.ts";
import { LANGUAGES as PAGE_LANGUAGES } from "../../web/layout/rules.ts";
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
});

const pixels = clearableInteger({ max: 100_000 }).default(null);

/** A square part of a picture; without a size, the picture's middle. */
export const pictureForm = z
  .object({ crop_left: pixels, crop_top: pixels, crop_size: pixels })
  .transform(({ crop_left, crop_top, crop_size }) => {
    const [left, top] = [crop_left ?? 0, crop_top ?? 0];
    if (crop_size === null) return {};
    return { image_crop: [left, top, left + crop_size, top + crop_size].join(",") };
  });

/** A form that only asks. */
export const nothingForm = z.object({});

export const emailForm = z.object({ email: userFields.email, present: z.string().max(1000) });

/** A checkbox, which is not sent while it is unchecked. */
const ticked = z
  .string()
  .max(100)
  .optional()
  .transform((value) => value !== undefined);

/** `listen_<code>` for each language of shows. */
const listening = Object.fromEntries(LANGUAGES.map((code) => [`listen_${code}`, ticked]));

export const preferencesForm = z.object({
  language: z
    .enum(["", ...PAGE_LANGUAGES.map(([lang]) => lang)])
    .transform((lang) => (lang === "" ? null : lang)),
  timezone: userParams.shape.timezone.unwrap(),
  ...listening,
});

/** What the person also wants to end along with the old password. */
const alsoEnd = { end_tokens: ticked, end_apps: ticked };

export const passwordForm = z.object({
  present: z.string().min(1, { error: "is required" }).max(1000),
  password: userFields.password,
  ...alsoEnd,
});

/** One session, or all others. */
export const whichSession = z.object({
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

export const whichToken = z.object({ token_id: integer({ min: 1 }) });

/** What the page before has done, to be said here. */
export const doneQuery = z.object({ done: verbatim({ max: 20 }).optional().catch(undefined) });

/** Closes the account. */
export const deletionForm = z.object({
  username: verbatim({ max: 100 }),
  present: z.string().max(1000),
});

export const forgotForm = z.object({ login: line({ min: 1, max: 254 }) });

const code = line({ min: 1, max: 100 });
export const confirmQuery = z.object({ code: verbatim({ max: 100 }) });
export const resetQuery = z.object({ code: code.optional() });
export const resetForm = z.object({ code, password: userFields.password, ...alsoEnd });
