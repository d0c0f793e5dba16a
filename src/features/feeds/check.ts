/** Checks a podcast feed, ours or any other, against RSS 2.0, PSP-1 and Apple's rules; pure. */
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed, type RssFeed } from "feedsmith";
import { CHANNEL_RULES, type Channel, ITEM_RULES, type Item, type Pages } from "./checkrules.ts";
import type { Finding } from "./schema.ts";

export type Checked = { items_count: number; findings: Finding[] };

/** GUIDs named in a finding; the count tells of the rest. */
const NAMED = 10;

/**
 * What is wrong with a feed, given as its pages, the first one first. Nothing is fetched: that the
 * audio is there, and that the cover has Apple's size, is for others to see.
 */
export function checkFeed(pages: readonly string[]): Checked {
  const fault = pages.map(faultOf).find((found) => found !== null);
  if (fault !== undefined) return { items_count: 0, findings: [fault] };
  const channels = pages.map((xml) => parseRssFeed(xml));
  const [channel = {}] = channels;
  const items = channels.flatMap(({ items: all = [] }: RssFeed.Feed<string>) => all);
  const given: Pages = { channel: channel as Channel, items, xml: pages };
  const ofChannel = CHANNEL_RULES.filter(({ broken }) => broken(given)).map(
    ({ rule, level, source, message }): Finding => ({
      ...{ rule, level, source, message },
      ...{ items: [], items_count: 0 },
    }),
  );
  const ofItems = ITEM_RULES.flatMap(({ broken, ...rule }): Finding[] => {
    const breaks = broken(given);
    const bad = items.filter((item) => breaks(item));
    if (bad.length === 0) return [];
    return [{ ...rule, items: bad.slice(0, NAMED).map(nameOf), items_count: bad.length }];
  });
  const findings = [...ofChannel, ...ofItems];
  return { items_count: items.length, findings: findings.sort(byLevel) };
}

const nameOf = ({ guid, title }: Item): string => guid?.value ?? title ?? "(an item without GUID)";

const byLevel = (a: Finding, b: Finding) => a.level.localeCompare(b.level);

/** Nothing else can be said of what is not well-formed, or no RSS. */
function faultOf(xml: string): Finding | null {
  const check = XMLValidator.validate(xml);
  const message =
    check === true
      ? isRss(xml)
        ? null
        : "The document is no RSS 2.0 feed."
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

/** Whether no `must` is broken. */
export const passes = (findings: readonly Finding[]): boolean =>
  findings.every(({ level }) => level !== "must");
