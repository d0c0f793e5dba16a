/** Checks a podcast feed, our own or any other, against RSS 2.0, PSP-1 and Apple's rules; pure. */
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed, type RssFeed } from "feedsmith";
import { CHANNEL_RULES, type Channel, ITEM_RULES, type Item, type Pages } from "./checkrules.ts";
import type { Finding } from "./schema.ts";

export type Checked = { items_count: number; findings: Finding[] };

/** Maximum number of GUIDs in a finding; the count includes the rest. */
const NAMED = 10;

/**
 * The findings for a feed, given as its pages in order. Fetches nothing, so it checks neither whether the audio exists
 * nor whether the cover has the size that Apple requires.
 */
export function checkFeed(pages: readonly string[]): Checked {
  const fault = pages.map(faultOf).find((found) => found !== null);
  if (fault !== undefined) return { items_count: 0, findings: [fault] };
  const channels = pages.map((xml) => parseRssFeed(xml));
  const [channel = {}] = channels;
  const items = channels.flatMap(({ items: all = [] }: RssFeed.Feed<string>) => all);
  const given: Pages = { channel: channel as Channel, items, xml: pages };
  const ofChannel = channelFindings(given);
  const ofItems = ITEM_RULES.flatMap(({ broken, ...rule }): Finding[] => {
    const breaks = broken(given);
    const bad = items.filter((item) => breaks(item));
    if (bad.length === 0) return [];
    return [{ ...rule, items: bad.slice(0, NAMED).map(nameOf), items_count: bad.length }];
  });
  const findings = [...ofChannel, ...ofItems];
  return { items_count: items.length, findings: findings.sort(byLevel) };
}

const channelFindings = (given: Pages): Finding[] =>
  CHANNEL_RULES.filter(({ broken }) => broken(given)).map(({ rule, level, source, message }) => ({
    rule,
    level,
    source,
    message,
    items: [],
    items_count: 0,
  }));

/** The findings for the channel of a document of our own that has no items, and is well-formed. */
export const checkChannel = (xml: string): Finding[] =>
  channelFindings({ channel: parseRssFeed(xml) as Channel, items: [], xml: [xml] });

const nameOf = ({ guid, title }: Item): string => guid?.value ?? title ?? "(an item without GUID)";

const byLevel = (a: Finding, b: Finding) => a.level.localeCompare(b.level);

/** If the document is not well-formed or not RSS, this is the only finding. */
function faultOf(xml: string): Finding | null {
  const check = XMLValidator.validate(xml);
  const message =
    check === true
      ? isRss(xml)
        ? null
        : "The document is not an RSS 2.0 feed."
      : `The feed is not well-formed: ${check.err.msg} (line ${check.err.line}).`;
  if (message === null) return null;
  return { rule: "well-formed", level: "must", source: "RSS", message, items: [], items_count: 0 };
}

function isRss(xml: string): boolean {
  try {
    parseRssFeed(xml);
    return /<channel[\s>]/.test(xml);
  } catch {
    return false;
  }
}

/** Whether the findings include no `must`. */
export const passes = (findings: readonly Finding[]): boolean =>
  findings.every(({ level }) => level !== "must");
