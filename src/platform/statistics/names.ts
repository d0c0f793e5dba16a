/** The name of the group that combines everything that statistics do not list separately. */

/** No list and no host has this name (hosts are lower-case). */
export const OTHERS = "Others";
