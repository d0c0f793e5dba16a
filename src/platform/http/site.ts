/** How this installation presents itself on pages: its name, colour and logo. */

/** What the operator has chosen, completed by the settings. */
export type SiteIdentity = Readonly<{
  name: string;
  /** One line below the name; null: none. */
  tagline: string | null;
  /** The colour of links and buttons such as `#1d4a53`; null: Longwave's own. */
  accent: string | null;
  /** Plain text in paragraphs for the page about the site; null: none. */
  about: string | null;
  /** The legal notice and the privacy policy: the address of a page elsewhere, or the text of a page here; null: none. */
  imprint: string | null;
  privacy: string | null;
  /** An e-mail address, or the address of a page; null: none. */
  contact: string | null;
  /** Path of the logo, which changes with its content; null: Longwave's mark. */
  logo: string | null;
}>;

/** Whether a text is nothing but the http or https URL of a page. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text);

/** Whether a text names a way to reach the operator: an e-mail address or a page. */
export const isContact = (text: string): boolean => isWebAddress(text) || isMailAddress(text);

/** Rough, because only the operator writes it; but nothing that would change a `mailto:` link. */
function isMailAddress(text: string): boolean {
  const parts = text.split("@");
  return parts.length === 2 && parts.every((part) => part !== "" && !/[\s<>"?&]/.test(part));
}

/** The identity as one process knows it, at most a second old. */
export type SiteIdentityCache = Readonly<{
  read(): Promise<SiteIdentity>;
  /** What was read last, for where nothing can wait. */
  latest(): SiteIdentity;
  /** Makes the next `read` look again, after a change. */
  forget(): void;
}>;

/** What handlers ask for that show the identity. */
export type SiteDeps = Readonly<{ siteIdentity: SiteIdentityCache }>;

/** What every page shows around its content. */
export type PageFrame = Readonly<{
  site: SiteIdentity;
  /** Path and query of the page. */
  url: string;
}>;
