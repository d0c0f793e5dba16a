/** The smallest parts of an archive's form. */
import { z } from "zod";

/** The GUID of a show (Podcasting 2.0). */
export const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A SHA-256. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/);
