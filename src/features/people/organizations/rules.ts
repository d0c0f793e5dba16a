/** The rights of each role of an organization (contract §3); pure. */

export const ROLES = ["admin", "editor", "analyst", "ad_manager"] as const;
export type Role = (typeof ROLES)[number];

/** The period within which requests of a listener count as one download (docs/counting.md). */
export const DOWNLOAD_WINDOWS = ["day", "first-touch"] as const;
export type DownloadWindow = (typeof DOWNLOAD_WINDOWS)[number];

/** The roles that may write, and those that may read, the team's advertising. */
export const ADVERTISING_WRITERS: readonly Role[] = ["admin", "ad_manager"];
export const ADVERTISING_READERS: readonly Role[] = ["admin", "ad_manager", "analyst"];
