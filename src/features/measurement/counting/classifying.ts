/** Classifies requests by all the lists, and caches recent results. */

import { loadLists } from "./agents/lists.ts";
import { agentOf, isForged, siteOf } from "./agents/rules.ts";
import { memoize } from "./memoize.ts";
import type { MethodologyFacts } from "./methodology.ts";
import { openCountries } from "./networks/countries.ts";
import { loadNetworks, NETWORK_EXCLUSIONS, networkOf } from "./networks/lists.ts";
import type { Classification, Classify, Exclusion, Network } from "./schema.ts";

export type ClassifierOptions = Readonly<{
  /** An mmdb file of countries; null: the bundled one. */
  geoipPath: string | null;
  /** The operator's own patterns of bots. */
  bots: readonly string[];
}>;

export type Classifier = Readonly<{
  classify: Classify;
  /** Classifies by user agent and referrer alone, as a recount needs it. */
  reclassify(
    user_agent: string,
    referrer: string | null,
  ): Omit<Classification, "network" | "country">;
  /** Why such a request does not count, given its network, when the address itself is not stored. */
  exclude(user_agent: string, referrer: string | null, network: Network): Exclusion | null;
  /** Identifies the lists; changes with any of them. */
  version: string;
}>;

const AGENTS = 20_000;
const ADDRESSES = 1024;
/** Longer user agents are cut before they are classified and cached. */
const LONGEST = 1000;

/** Reads and compiles the lists, which takes some tenths of a second. */
export function openClassifier({ geoipPath, bots }: ClassifierOptions): Classifier {
  const lists = loadLists(bots);
  const networks = loadNetworks();
  const countryOf = openCountries(geoipPath);
  const agent = memoize(AGENTS, (text) => {
    const { browser, ...known } = agentOf(lists, text);
    return { browser, known: { ...known, source: known.app } };
  });
  const place = memoize(ADDRESSES, (address) => ({
    network: networkOf(networks, address),
    country: countryOf(address),
  }));
  const reclassify = (user_agent: string, referrer: string | null) => {
    const { browser, known } = agent(user_agent.slice(0, LONGEST));
    if (!browser) return known;
    const forged = isForged(referrer) ? ("referrer" as const) : null;
    return {
      ...known,
      source: siteOf(lists, referrer) ?? known.app,
      exclusion: known.exclusion ?? forged,
    };
  };
  const classify: Classify = (user_agent, address, referrer) => {
    const said = reclassify(user_agent, referrer);
    const { network, country } = place(address);
    const { exclusion } = said;
    return {
      ...said,
      network,
      country,
      exclusion: inOrder(exclusion, NETWORK_EXCLUSIONS[network]),
    };
  };
  const exclude: Classifier["exclude"] = (user_agent, referrer, network) =>
    inOrder(reclassify(user_agent, referrer).exclusion, NETWORK_EXCLUSIONS[network]);
  return { classify, reclassify, exclude, version: `${lists.version}-${networks.version}` };
}

/** The lists and the number of their entries. */
export function describeLists(more: readonly string[]): MethodologyFacts {
  const { version, sizes } = loadLists(more);
  const networks = loadNetworks();
  const ranges = networks.kinds.map(([name, { length: entries }]) => ({
    name: `networks: ${name}`,
    entries,
  }));
  return { lists: [...sizes, ...ranges], lists_version: `${version}-${networks.version}` };
}

/** Rules apply in order: a forged referrer is checked after the address. */
const inOrder = (said: Exclusion | null, network: Exclusion | null): Exclusion | null =>
  said === null || said === "referrer" ? (network ?? said) : said;
