/** Reads our feeds like other programs: checks well-formedness, then parses with feedsmith. */
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed } from "feedsmith";
import { expect } from "vitest";

/** The channel of a well-formed RSS document. */
export function readFeed(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parseRssFeed(xml);
}
