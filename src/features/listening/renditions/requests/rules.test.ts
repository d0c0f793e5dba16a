/** Tests which requests are probes, and which requests get ads. */
import { expect, test } from "vitest";
import { canGetAds, isProbe, UNKNOWN_APP } from "./rules.ts";

test.each([
  ["bytes=0-0", true],
  ["bytes=0-1", true],
  [" Bytes = 0 - 1 ", true],
  ["bytes=0-", false],
  ["bytes=0-2", false],
  ["bytes=0-10", false],
  ["bytes=1-1", false],
  ["bytes=-1", false],
  ["bytes=0-1,5-9", false],
  ["", false],
  [null, false],
])("the range %j is a probe: %j", (range, expected) => {
  expect(isProbe(range)).toBe(expected);
});

const FACTS = { device: "Mobile", os: "iOS", network: "consumer", country: null };
const SENDERS = {
  "a listed app": { ...FACTS, app: "Overcast", exclusion: null },
  "an unlisted program": { ...FACTS, app: UNKNOWN_APP, exclusion: null },
  "a data centre": { ...FACTS, app: "Overcast", exclusion: "dc-ip" },
};

test.each([
  ["a GET", "GET", null, ["a listed app", "an unlisted program"]],
  ["a range", "GET", "bytes=0-99", ["a listed app", "an unlisted program"]],
  ["a probe", "GET", "bytes=0-1", ["a listed app"]],
  ["a HEAD", "HEAD", null, ["a listed app"]],
])("%s (%s, %j) gets ads if it is from %j", (_, method, range, senders) => {
  const served = Object.entries(SENDERS).filter(([, facts]) => canGetAds(method, range, facts));
  expect(served.map(([sender]) => sender)).toEqual(senders);
});
