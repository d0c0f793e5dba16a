/** Building blocks for parameters that hold web and e-mail addresses. */
import { clearableLine, line } from "./params.ts";

/** Maximum length of a web address in code points. */
const MAX_ADDRESS = 2000;
const NO_ADDRESS = "must be an http or https address";

/** Whether the whole `text` is an http or https address. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** A required http or https address. */
export const webAddress = () =>
  line({ max: MAX_ADDRESS }).refine(isWebAddress, { error: NO_ADDRESS });

/** An http or https address; an empty string clears it to null. */
export const clearableUrl = () =>
  clearableLine({ max: MAX_ADDRESS }).refine((text) => text === null || isWebAddress(text), {
    error: NO_ADDRESS,
  });

/**
 * The address of a website. Input without a scheme, as people often type it, is completed with `https://`; schemes
 * other than http and https are refused (contract §12). An empty string clears it to null.
 */
export const clearableWebsite = () =>
  clearableLine({ max: MAX_ADDRESS })
    .transform((text) => (text === null ? null : completed(text)))
    .refine((text) => text === null || (isWebAddress(text) && text.length <= MAX_ADDRESS), {
      error: "must be a web address such as https://example.org",
    })
    .meta({
      type: ["string", "null"],
      maxLength: MAX_ADDRESS,
      description: "An http or https URL; `https://` is added if it has no scheme.",
    });

/** `example.org:8080/a` has a port, not a scheme; `mailto:a@b` and `javascript:a` have schemes. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i;

const completed = (text: string): string =>
  SCHEME.test(text) ? text : `https://${text.replace(/^\/{0,2}/, "")}`;

const MAX_EMAIL = 254;
const NO_EMAIL = "must be an e-mail address";

/** An e-mail address, or a mailbox with a display name, from which only the address is kept (contract §12). */
export const email = () =>
  line({ max: MAX_MAILBOX })
    .transform(addressOf)
    .refine(isEmail, { error: NO_EMAIL })
    .meta({ type: "string", maxLength: MAX_MAILBOX, description: MAILBOX });

/** As `email`; an empty string clears it to null. */
export const clearableEmail = () =>
  clearableLine({ max: MAX_MAILBOX })
    .transform((text) => (text === null ? null : addressOf(text)))
    .refine((text) => text === null || isEmail(text), { error: NO_EMAIL })
    .meta({ type: ["string", "null"], maxLength: MAX_MAILBOX, description: MAILBOX });

/** Maximum length of a mailbox in code points: an address and as much again for the name. */
const MAX_MAILBOX = 600;
const MAILBOX =
  "An e-mail address of at most 254 characters, or a mailbox such as `Ada <ada@example.org>`, from which only the address is stored.";

/** RFC 5322 §3.4: the text in the last angle brackets, or the whole text. */
function addressOf(text: string): string {
  const open = text.lastIndexOf("<");
  return open >= 0 && text.endsWith(">") ? text.slice(open + 1, -1).trim() : text;
}

const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL && /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text);
