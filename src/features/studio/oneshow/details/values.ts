/** A show's details as the texts of its form; pure. */
import { notesOfHtml } from "../../../../platform/text/notesofhtml.ts";
import { showParams } from "../../../publishing/shows/schema.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import type { Values } from "../../drafts/rules.ts";
import { type Funding, fundingLines } from "./funding.ts";

/** Columns that the form shows as they are. */
const PLAIN = [
  ...["title", "language", "category_id", "category_2_id", "category_3_id", "itunes_type"],
  ...["author_name", "owner_name", "email", "copyright", "website_url", "permalink"],
  ...["socialnet1_url", "socialnet2_name", "tel_number", "sms_number", "voipchat_name"],
  ...[
    "visibility",
    "episodes_sorting",
    "episode_description_footer_html",
    "delivery_profile",
    "timezone",
  ],
] as (keyof ShowRow)[];

const tick = (checked: boolean): string => (checked ? "1" : "");

/** The description in light markup, which keeps links and lists. */
const notesOf = ({ description, description_html }: ShowRow): string =>
  description_html === "" ? description : notesOfHtml(description_html);

/** Field → its text in the form; an unchecked box is an empty text. */
export function valuesOf(row: ShowRow, funding: Funding): Values {
  const plain = PLAIN.map((name) => [name, String(row[name] ?? "")] as const);
  return {
    ...Object.fromEntries(plain),
    description: notesOf(row),
    explicit: tick(row.explicit),
    loudness_normalisation: tick(row.loudness_normalisation),
    funding: fundingLines(funding),
  };
}

/** What the form sent of the fields that it began with. A browser sends nothing for an unchecked box. */
export const sentValues = (base: Values, given: Values): Values =>
  Object.fromEntries(Object.keys(base).map((name) => [name, given[name] ?? ""]));

/** Whether a field of the form is a parameter of the show itself, not of its feed tags. */
export const isShowParam = (name: string): boolean => Object.hasOwn(showParams.shape, name);
