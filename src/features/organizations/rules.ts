/** What the roles of an organization may do (contract §3); pure. */

export const ROLES = ["admin", "editor", "analyst", "ad_manager"] as const;
export type Role = (typeof ROLES)[number];

/** How the downloads of its shows are told apart (docs/counting.md). */
export const DOWNLOAD_WINDOWS = ["day", "first-touch"] as const;
export type DownloadWindow = (typeof DOWNLOAD_WINDOWS)[number];

/** Admins and editors act for every network of the organization. */
export const EDITING_ROLES: readonly Role[] = ["admin", "editor"];

/** Who may write and who may read the team's advertising. */
export const ADVERTISING_WRITERS: readonly Role[] = ["admin", "ad_manager"];
export const ADVERTISING_READERS: readonly Role[] = ["admin", "ad_manager", "analyst"];
