/** Reads the advertising of an archive, whose records must belong together. */
import type { z } from "zod";
import { plain } from "../../output.ts";
import { parsed, refused } from "../refusals.ts";
import {
  type Advertising,
  advertiserShape,
  campaignShape,
  entriesOf,
  entryName,
  type LineitemRecord,
  lineitemShape,
  SECTIONS,
  type Section,
} from "./format.ts";

const PREFIX = "advertising/";
export const isOfAdvertising = (name: string): boolean => name.startsWith(PREFIX);

/** The records with these names. Throws a `UsageError` that names the entry that is wrong. */
export function advertisingOf(
  names: readonly string[],
  texts: ReadonlyMap<string, string>,
): Advertising {
  const sectionOf = <T>(section: Section, shape: z.ZodType<T>): T[] => {
    const own = names.filter((name) => name.startsWith(`${PREFIX}${section}/`));
    const stray = own.find((name, at) => name !== entryName(section, at + 1));
    if (stray !== undefined) throw refused(stray, "is not numbered from 000001 on");
    return own.map((name) => parsed(name, texts.get(name) ?? null, shape));
  };
  const advertising = {
    advertisers: sectionOf("advertisers", advertiserShape),
    campaigns: sectionOf("campaigns", campaignShape),
    lineitems: sectionOf("lineitems", lineitemShape),
  };
  checkReferences(advertising);
  for (const section of SECTIONS) checkExternalIds(advertising, section);
  for (const [at, lineitem] of advertising.lineitems.entries())
    checkLineitem(entryName("lineitems", at + 1), lineitem);
  return advertising;
}

function checkReferences(advertising: Advertising): void {
  const all = entriesOf(advertising);
  const known = new Set(all.map(({ entry }) => entry));
  for (const { entry, record } of all) {
    const references = [
      ...("advertiser" in record ? [record.advertiser] : []),
      ...("campaign" in record ? [record.campaign, ...(record.exclusions?.advertisers ?? [])] : []),
    ];
    const missing = references.find((name) => !known.has(name));
    if (missing !== undefined) throw refused(entry, `refers to ${missing}, which is not in it`);
  }
}

/** An import finds records by their external_id, so each may occur once. */
function checkExternalIds(advertising: Advertising, section: Section): void {
  const seen = new Map<string, string>();
  for (const [at, { fields }] of advertising[section].entries()) {
    const { external_id: id } = fields;
    if (id === null) continue;
    const entry = entryName(section, at + 1);
    const other = seen.get(id);
    if (other !== undefined) throw refused(entry, `has the external_id ${plain(id)} of ${other}`);
    seen.set(id, entry);
  }
}

const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

function checkLineitem(entry: string, { fields }: LineitemRecord): void {
  const { start_date, end_date, third_party_impression_urls: pixels } = fields;
  for (const day of [start_date, end_date])
    if (!isDay(day)) throw refused(entry, `has ${day}, which is not a day`);
  if (end_date < start_date) throw refused(entry, "ends before it begins");
  // Macros such as {CACHEBUSTER} are no part of an address.
  const wrong = pixels.find(
    (url) => !/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url.replace(/\{[^{}]*\}/g, "x")),
  );
  if (wrong !== undefined)
    throw refused(entry, `has ${plain(wrong)}, which is not an http or https address`);
}
