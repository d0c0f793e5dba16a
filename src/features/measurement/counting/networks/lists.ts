/** The vendored lists of networks, and the kind of network of an address. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Exclusion, Network } from "../schema.ts";
import { contains, pointOf, type Ranges, rangesOf } from "./ranges.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../../../db/reference/ranges");

/**
 * Lists by kind, named like their files without the address family. Checked in this order: a relay in a cloud carries
 * people.
 */
const KINDS: readonly (readonly [Network, readonly string[]])[] = [
  ["relay", ["apple-proxy"]],
  [
    "bot",
    [
      ...["googlebot", "bing", "duckduckbot", "openai", "perplexity"],
      ...["pingdom", "statuscake", "facebook", "twitter", "telegram"],
    ],
  ],
  ["vpn", ["protonvpn"]],
  [
    "datacenter",
    ["amazon", "cloudflare", "digitalocean", "google", "linode", "microsoft", "oracle", "vultr"],
  ],
];

/** Why an address in such a network does not count (rule 5). */
export const NETWORK_EXCLUSIONS: Readonly<Record<Network, Exclusion | null>> = {
  consumer: null,
  relay: null,
  bot: "bot-ip",
  vpn: "vpn-ip",
  datacenter: "dc-ip",
};

export type NetworkLists = Readonly<{
  kinds: readonly (readonly [Network, Ranges])[];
  version: string;
}>;

/** Reads the lists. Throws if a file belongs to no kind, because a new list needs a decision. */
export function loadNetworks(): NetworkLists {
  const files = readdirSync(FOLDER).sort();
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(FOLDER, file), "utf8")]));
  const stray = files.filter((file) => !KINDS.some(([, names]) => names.includes(listOf(file))));
  if (stray.length > 0)
    throw new Error(`These lists belong to no kind of network: ${stray.join(", ")}.`);
  const kinds = KINDS.map(([kind, names]) => {
    const lines = files
      .filter((file) => names.includes(listOf(file)))
      .flatMap((file) => (texts.get(file) ?? "").split("\n"));
    return [
      kind,
      rangesOf(lines.map((line) => line.trim()).filter((line) => line !== "")),
    ] as const;
  });
  const hash = createHash("sha256");
  for (const [file, text] of texts) hash.update(file).update(text);
  return { kinds, version: hash.digest("hex").slice(0, 12) };
}

const listOf = (file: string): string => file.replace(/-ipv[46]\.txt$/, "");

/** The kind of network of an address: a consumer's unless a list says otherwise. */
export function networkOf({ kinds }: NetworkLists, address: string): Network {
  const point = pointOf(address);
  if (point === null) return "consumer";
  return kinds.find(([, ranges]) => contains(ranges, point))?.[0] ?? "consumer";
}
