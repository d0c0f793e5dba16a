/** API schemas of categories and of lists of names by code. */
import { z } from "zod";

const level = z.int().min(1).max(2).meta({ description: "1: top level, 2: subcategory." });

/** A show category with its name in the caller's language. */
export const category = z
  .object({ category_id: z.int(), name: z.string(), permalink: z.string(), level })
  .meta({ id: "Category" });

/** A category of the partner store; all are top-level. */
export const partnerCategory = z
  .object({ category_id: z.int(), name: z.string(), level: z.int() })
  .meta({ id: "PartnerCategory" });

/** Code → name in the caller's language, in the alphabetical order of that language. */
export const namesByCode = z.record(z.string(), z.string());
