/** Reads feeds of ours as strangers do: well-formed or not at all, then by feedsmith. */
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed } from "feedsmith";
import { expect } from "vitest";

/** The channel of a well-formed RSS document. */
export function readFeed(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parseRssFeed(xml);
}
