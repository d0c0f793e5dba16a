/** Converts the parameters of a write to columns; pure except for the random key. */
import { randomBytes } from "node:crypto";
import type { Updateable } from "kysely";
import type { Gates } from "../../../gates.ts";
import type { Shows } from "../../../platform/db/rows.ts";
import { invalid } from "../../../platform/failure.ts";
import { htmlOf } from "../../../platform/text/html.ts";
import { plainOfUntrusted, sanitiseUntrusted } from "../../../platform/text/untrusted.ts";
import type { ShowParams } from "./schema.ts";

/** An ad break of episodes without cuepoints; only mid-rolls have a `timecode` (ms). */
export type DefaultBreak = Readonly<{
  position: "preroll" | "midroll" | "postroll";
  timecode?: number;
  ads_max_count: number;
}>;

/** The default of a show: one ad before and one after the episode. */
export const USUAL_BREAKS: readonly DefaultBreak[] = [
  { position: "preroll", ads_max_count: 1 },
  { position: "postroll", ads_max_count: 1 },
];

type Owned = Readonly<{ show_id: number; author_id: number }>;

/** What a show is made of for those who may not edit it (see db/functions/record_changes.sql). */
export const showSubjects = ({ show_id, author_id }: Owned): string[] => [
  `show:${show_id}`,
  `show-counts:${show_id}`,
  `user:${author_id}`,
  "images",
];

/** What the lists of a user's public shows and episodes are made of. */
export const authorSubjects = (user_id: number): string[] => [
  `author:${user_id}`,
  `user:${user_id}`,
  "images",
];

type Visibility = "PUBLIC" | "LIMITED" | "PRIVATE";

/** The stored columns that a change depends on; all null for a new show. */
export type StoredShow = {
  category_id: number | null;
  category_2_id: number | null;
  category_3_id: number | null;
  visibility: Visibility;
  limited_key: string | null;
};

export const NEW: StoredShow = {
  category_id: null,
  category_2_id: null,
  category_3_id: null,
  visibility: "PUBLIC",
  limited_key: null,
};

/** Whether the columns of `params` depend on the stored show, or on other shows, or are JSON. */
export const dependsOnStored = (params: ShowParams): boolean =>
  [...Object.keys(NEW), "permalink", "default_breaks"].some(
    (name) => params[name as keyof ShowParams] !== undefined,
  );

/**
 * The columns that `params` change, except those of `textsOf`. Fails with the field's name if a category is repeated.
 */
export function columnsOf(params: ShowParams, present: StoredShow): Updateable<Shows> {
  const { image_crop, episode_sorting, description, description_html, limited_key, ...plain } =
    params;
  const { episode_description_footer_html, default_breaks, ...columns } = plain;
  const sorting = params.episodes_sorting ?? episode_sorting;
  refuseRepeatedCategories({ ...present, ...columns });
  return {
    ...columns,
    // As JSON, because the driver would convert the list to a PostgreSQL array.
    ...(default_breaks === undefined
      ? {}
      : { default_breaks: default_breaks && JSON.stringify(default_breaks) }),
    ...(sorting === undefined ? {} : { episodes_sorting: sorting }),
    ...keyOf(present, params.visibility, limited_key),
  };
}

/** The columns of texts with markup. */
type Texts = Pick<
  Updateable<Shows>,
  "description" | "description_html" | "episode_description_footer_html"
>;

type TextGates = Pick<Gates, "texts">;

/** The sanitised texts of `params`. Throws `Failure` (400) if sanitising the markup takes too long. */
export async function textsOf(gates: TextGates, params: ShowParams): Promise<Texts> {
  const footer = params.episode_description_footer_html;
  return {
    ...(await descriptions(gates, params.description, params.description_html)),
    ...(footer === undefined
      ? {}
      : { episode_description_footer_html: await footerOf(gates, footer) }),
  };
}

const footerOf = async ({ texts }: TextGates, html: string): Promise<string | null> =>
  (await sanitiseUntrusted(texts, html, "episode_description_footer_html")).html || null;

/**
 * If one description is set, the other is derived from it; if both are set, both are kept (contract §1, HTML). Throws
 * `Failure` (400) if sanitising the markup takes too long.
 */
export async function descriptions(
  { texts }: TextGates,
  plain: string | undefined,
  html: string | undefined,
): Promise<{ description?: string; description_html?: string }> {
  if (plain === undefined && html === undefined) return {};
  const words = plain === undefined ? null : await plainOfUntrusted(texts, plain, "description");
  if (html === undefined)
    return { description: words ?? "", description_html: htmlOf(words ?? "") };
  const clean = await sanitiseUntrusted(texts, html, "description_html");
  return { description: words ?? clean.plain, description_html: clean.html };
}

type Lockable = { visibility: Visibility; limited_key: string | null };

/** A LIMITED record gets a key when it becomes LIMITED, and keeps it until an editor resets it. */
export function keyOf(present: Lockable, visibility = present.visibility, wish?: "reset") {
  const lacks = visibility === "LIMITED" && present.limited_key === null;
  return lacks || wish === "reset" ? { limited_key: randomBytes(16).toString("base64url") } : {};
}

function refuseRepeatedCategories(show: Updateable<Shows>): void {
  const seen = new Set<unknown>();
  for (const field of ["category_id", "category_2_id", "category_3_id"] as const) {
    const value = show[field] ?? null;
    if (value !== null && seen.has(value))
      throw invalid({ [field]: "must differ from the show's other categories" });
    seen.add(value);
  }
}
