/** The vendored lists of user agents and referrers, compiled once, with the version that names them. */
import { createHash } from "node:crypto";
import crawlers from "../../../../db/reference/useragents/crawler-user-agents.json" with {
  type: "json",
};
import apps from "../../../../db/reference/useragents/opawg-v2/apps.json" with { type: "json" };
import bots from "../../../../db/reference/useragents/opawg-v2/bots.json" with { type: "json" };
import browsers from "../../../../db/reference/useragents/opawg-v2/browsers.json" with {
  type: "json",
};
import devices from "../../../../db/reference/useragents/opawg-v2/devices.json" with {
  type: "json",
};
import libraries from "../../../../db/reference/useragents/opawg-v2/libraries.json" with {
  type: "json",
};
import referrers from "../../../../db/reference/useragents/opawg-v2/referrers.json" with {
  type: "json",
};

/** One entry of a list: what matches `pattern` is `name`. */
export type Entry = Readonly<{ name: string; pattern: RegExp; category: string | null }>;

export type Lists = Readonly<{
  bots: readonly Entry[];
  apps: readonly Entry[];
  libraries: readonly Entry[];
  browsers: readonly Entry[];
  devices: readonly Entry[];
  referrers: readonly Entry[];
  /** What calls itself a crawler elsewhere than in podcasting, and the operator's own list. */
  crawlers: RegExp;
  /** Changes whenever a list does: kept with every count that was made by them. */
  version: string;
  /** How many entries each list has. */
  sizes: readonly Readonly<{ name: string; entries: number }>[];
}>;

type Raw = { entries: { name: string; pattern: string; category?: string }[] };

/**
 * Compiles the lists. `more` are patterns of bots that the operator adds, one regular expression
 * each: a licensed list, for instance.
 */
export function loadLists(more: readonly string[] = []): Lists {
  const patterns = crawlers.map(({ pattern }) => pattern);
  return {
    bots: compile(bots),
    apps: compile(apps),
    libraries: compile(libraries),
    browsers: compile(browsers),
    devices: compile(devices),
    referrers: compile(referrers),
    // One expression of all is several times faster than all of them.
    crawlers: new RegExp([...patterns, ...more].map((pattern) => `(?:${pattern})`).join("|")),
    sizes: [
      { name: "user agents: bots", entries: bots.entries.length },
      { name: "user agents: apps", entries: apps.entries.length },
      { name: "user agents: libraries", entries: libraries.entries.length },
      { name: "user agents: browsers", entries: browsers.entries.length },
      { name: "user agents: devices", entries: devices.entries.length },
      { name: "referrers", entries: referrers.entries.length },
      { name: "user agents: crawlers", entries: patterns.length },
      { name: "user agents: of the operator", entries: more.length },
    ],
    version: versionOf([bots, apps, libraries, browsers, devices, referrers, patterns, more]),
  };
}

const compile = ({ entries }: Raw): Entry[] =>
  entries.map(({ name, pattern, category = null }) => ({
    name,
    pattern: new RegExp(pattern),
    category,
  }));

const versionOf = (lists: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(lists)).digest("hex").slice(0, 12);
