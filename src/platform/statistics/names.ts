/** The name under which statistics put together what they do not tell apart. */

/** No list and no host has this name (hosts are lower-case). */
export const OTHERS = "Others";
