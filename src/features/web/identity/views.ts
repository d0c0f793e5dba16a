/** The identity of the site as pages need it; pure. */
import { hash } from "node:crypto";
import type { Config } from "../../../config.ts";
import type { SiteIdentity } from "../../../platform/http/site.ts";

/** The row's values, as `findIdentity` returns them. */
type Row = Readonly<{
  name: string | null;
  tagline: string | null;
  accent: string | null;
  about: string | null;
  imprint: string | null;
  privacy: string | null;
  contact: string | null;
  logo_digest: Buffer | null;
}>;

/** Path of the logo; the query changes with its content. */
export const LOGO_PATH = "/assets/logo.png";

export const identityView = (row: Row | undefined, settings: Config["site"]): SiteIdentity => ({
  name: row?.name ?? settings.name,
  tagline: row?.tagline ?? settings.tagline,
  accent: row?.accent ?? settings.accent,
  about: row?.about ?? null,
  imprint: row?.imprint ?? settings.imprint,
  privacy: row?.privacy ?? settings.privacy,
  contact: row?.contact ?? settings.contact,
  logo: row?.logo_digest ? `${LOGO_PATH}?v=${versionOf(row.logo_digest)}` : null,
});

/** The digest of a logo, as `findIdentity` computes it in the database. */
export const digestOf = (logo: Buffer): Buffer => hash("sha256", logo, "buffer");

/** The part of the logo's digest in its URL. */
export const versionOf = (digest: Buffer): string => digest.toString("hex").slice(0, 16);
