/** The fields of the identity. An empty text brings the setting of the environment back. */
import { z } from "zod";
import { clearableLine, clearableParagraphs } from "../../../platform/http/params.ts";
import { isContact } from "../../../platform/http/site.ts";

/** `#1d4a53`, with or without `#` and in either case. */
const colour = z
  .string()
  .max(20)
  .transform((text) => text.trim().toLowerCase().replace(/^#?/, "#"))
  .refine((text) => text === "#" || /^#[0-9a-f]{6}$/.test(text), {
    error: "must be a colour such as #1d4a53",
  })
  .transform((text) => (text === "#" ? null : text))
  .nullable();

/** The texts of the identity; forms and commands may use its parts. */
export const identityFields = z.object({
  name: clearableLine({ max: 60 }),
  tagline: clearableLine({ max: 140 }),
  accent: colour,
  about: clearableParagraphs({ max: 5000 }),
  imprint: clearableParagraphs({ max: 20_000 }),
  privacy: clearableParagraphs({ max: 50_000 }),
  contact: clearableLine({ max: 300 }).refine((text) => text === null || isContact(text), {
    error: "must be an e-mail address or the http or https URL of a page",
  }),
});
