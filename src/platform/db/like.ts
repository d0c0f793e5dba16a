/** Patterns of SQL's `like`. */

/** A pattern for texts that contain `part`. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;
