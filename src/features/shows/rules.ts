/** What a write makes of its parameters; pure but for the random key. */
import { randomBytes } from "node:crypto";
import type { Updateable } from "kysely";
import type { Shows } from "../../platform/db/rows.ts";
import { invalid } from "../../platform/failure.ts";
import { htmlOf } from "../../platform/text/html.ts";
import { plainOfUntrusted, sanitiseUntrusted } from "../../platform/text/untrusted.ts";
import type { ShowParams } from "./schema.ts";

/** A place for ads in episodes without cuepoints; `timecode` (ms) of mid-rolls alone. */
export type DefaultBreak = Readonly<{
  position: "preroll" | "midroll" | "postroll";
  timecode?: number;
  ads_max_count: number;
}>;

/** Of a show whose owner has said nothing: one ad before, one after. */
export const USUAL_BREAKS: readonly DefaultBreak[] = [
  { position: "preroll", ads_max_count: 1 },
  { position: "postroll", ads_max_count: 1 },
];

type Visibility = "PUBLIC" | "LIMITED" | "PRIVATE";

/** What a change is measured against; a new show has none of it. */
export type Present = {
  category_id: number | null;
  category_2_id: number | null;
  category_3_id: number | null;
  visibility: Visibility;
  limited_key: string | null;
};

export const NEW: Present = {
  category_id: null,
  category_2_id: null,
  category_3_id: null,
  visibility: "PUBLIC",
  limited_key: null,
};

/** The columns that `params` change, besides those of `textsOf`. Fails naming the field when categories repeat. */
export function columnsOf(params: ShowParams, present: Present): Updateable<Shows> {
  const { image_crop, episode_sorting, description, description_html, limited_key, ...plain } =
    params;
  const { episode_description_footer_html, default_breaks, ...columns } = plain;
  const sorting = params.episodes_sorting ?? episode_sorting;
  refuseRepeatedCategories({ ...present, ...columns });
  return {
    ...columns,
    // As JSON: the driver would make an array of PostgreSQL's out of the list.
    ...(default_breaks === undefined
      ? {}
      : { default_breaks: default_breaks && JSON.stringify(default_breaks) }),
    ...(sorting === undefined ? {} : { episodes_sorting: sorting }),
    ...keyOf(present, params.visibility, limited_key),
  };
}

/** The columns that texts with mark-up become. */
type Texts = Pick<
  Updateable<Shows>,
  "description" | "description_html" | "episode_description_footer_html"
>;

/** The texts of `params`, sanitised. Throws `Failure` (400) on mark-up that takes too long. */
export async function textsOf(params: ShowParams): Promise<Texts> {
  const footer = params.episode_description_footer_html;
  return {
    ...(await descriptions(params.description, params.description_html)),
    ...(footer === undefined ? {} : { episode_description_footer_html: await footerOf(footer) }),
  };
}

const footerOf = async (html: string): Promise<string | null> =>
  (await sanitiseUntrusted(html, "episode_description_footer_html")).html || null;

/**
 * Setting one description derives the other; when both come both are kept (contract §1, HTML).
 * Throws `Failure` (400) on mark-up that takes too long.
 */
export async function descriptions(
  plain: string | undefined,
  html: string | undefined,
): Promise<{ description?: string; description_html?: string }> {
  if (plain === undefined && html === undefined) return {};
  const words = plain === undefined ? null : await plainOfUntrusted(plain, "description");
  if (html === undefined)
    return { description: words ?? "", description_html: htmlOf(words ?? "") };
  const clean = await sanitiseUntrusted(html, "description_html");
  return { description: words ?? clean.plain, description_html: clean.html };
}

type Lockable = { visibility: Visibility; limited_key: string | null };

/** What is LIMITED has a key from the moment it is limited, until somebody renews it. */
export function keyOf(present: Lockable, visibility = present.visibility, wish?: "reset") {
  const lacks = visibility === "LIMITED" && present.limited_key === null;
  return lacks || wish === "reset" ? { limited_key: randomBytes(16).toString("base64url") } : {};
}

function refuseRepeatedCategories(show: Updateable<Shows>): void {
  const seen = new Set<unknown>();
  for (const field of ["category_id", "category_2_id", "category_3_id"] as const) {
    const value = show[field] ?? null;
    if (value !== null && seen.has(value))
      throw invalid({ [field]: "repeats another category of the show" });
    seen.add(value);
  }
}
