/** The description of methodology (PTMG v2.3, rule 14), from the current configuration; pure. */
import { z } from "zod";
import type { Config } from "../../../config.ts";
import { SECRET_DAYS } from "./listeners/listeners.ts";
import { VALID_DAYS } from "./networks/listed.ts";
import { EXCLUSIONS, type Exclusion } from "./schema.ts";

export const methodology = z
  .object({
    standard: z.string(),
    metrics: z.array(z.object({ name: z.string(), definition: z.string() })),
    window: z.string(),
    listener: z.string(),
    threshold: z.string(),
    rules: z.array(z.object({ rule: z.int(), text: z.string() })),
    exclusions: z.array(z.object({ reason: z.enum(EXCLUSIONS), text: z.string() })),
    lists: z.array(z.object({ name: z.string(), entries: z.int() })),
    lists_version: z.string(),
    unrealistic_downloads: z.int().nullable(),
    shared_networks_valid_days: z.int(),
    records_kept_days: z.int(),
    listener_secret_days: z.int(),
  })
  .meta({ id: "Methodology" });

export type Methodology = z.infer<typeof methodology>;

const REASONS: Record<Exclusion, string> = {
  head: "A HEAD request (rule 1).",
  method: "Neither GET nor HEAD (rule 2).",
  "not-modified": "Answered with 304, because the listener already had the file (rule 2).",
  status: "Answered with neither 200 nor 206 (rule 2).",
  probe: "A probe for the first two bytes (rule 3).",
  "pre-release": "An editor played an unpublished episode.",
  watch: "The second request of an Apple Watch (rule 7).",
  "bot-ua":
    "The user agent belongs to a bot, according to a list or to the user agent itself (rule 4).",
  "library-ua": "The user agent belongs to a programming library that no player uses (rule 4).",
  "malformed-ua": "The user agent is missing, or is one that no listener's program sends (rule 4).",
  "bot-ip":
    "The address belongs to a network of bots, or to one that the operator excludes (rule 5).",
  "dc-ip": "The address belongs to a data centre (rule 5).",
  "vpn-ip": "The address is an exit of a VPN (rule 5).",
  referrer: "A browser with a referrer that is not a URL (rule 8).",
  unrealistic: "The address has more downloads on that day than a person makes (rule 6).",
  "not-enough-bytes": "Fewer bytes than the threshold were delivered (rule 9).",
  duplicate: "Another request of a download that has already been counted (rules 10 and 11).",
};

export type MethodologyFacts = Readonly<{
  lists: readonly Readonly<{ name: string; entries: number }>[];
  lists_version: string;
}>;

type Settings = Pick<Config, "recordDays" | "unrealisticDownloads">;

export function describeMethodology(config: Settings, facts: MethodologyFacts): Methodology {
  const limit = config.unrealisticDownloads || null;
  return {
    standard: "Follows the IAB Tech Lab Podcast Technical Measurement Guidelines, version 2.3.",
    metrics: METRICS,
    window:
      "A calendar day in UTC. Organizations can use 24 hours from the first request instead (first-touch).",
    listener:
      "IPv4 address, or the first 64 bits of an IPv6 address, with the user agent; stored only as a keyed hash.",
    threshold:
      "The bytes of 60 seconds of the programme, actually sent, each counted once; header and ads do not count. For an episode that is shorter, or whose byte rate is unknown: every byte of the file.",
    rules: rulesOf(limit),
    exclusions: EXCLUSIONS.map((reason) => ({ reason, text: REASONS[reason] })),
    lists: [...facts.lists],
    lists_version: facts.lists_version,
    unrealistic_downloads: limit,
    shared_networks_valid_days: VALID_DAYS,
    records_kept_days: config.recordDays,
    listener_secret_days: SECRET_DAYS,
  };
}

const METRICS = [
  {
    name: "Download",
    definition:
      "One listener, one episode, one window, with the threshold reached. A download by the platform's own player or by /play is a play.",
  },
  { name: "Listener", definition: "A distinct listener key within the requested range." },
  {
    name: "Ad Delivered",
    definition:
      "Every byte of an inserted ad was sent to a listener whose download of that rendition is valid. Counted once per rendition, position, listener and window.",
  },
];

const rulesOf = (limit: number | null) => [
  { rule: 1, text: "HEAD is answered but never counted." },
  {
    rule: 2,
    text: "Only GET requests count that are answered with 200, or with 206 if the union of their ranges reaches the threshold; 304 never counts. For externally hosted audio the redirect counts.",
  },
  { rule: 3, text: "Probes (bytes=0-0 or 0-1) are excluded." },
  {
    rule: 4,
    text: "Bots, libraries and missing or hostile user agents are excluded; merely malformed ones are repaired. Lists are searched in the order bots, apps, libraries, browsers; the first match counts.",
  },
  {
    rule: 5,
    text: "Data centres, VPNs, networks of bots and networks that the operator excludes do not count. Apple's private relay counts, because it carries people.",
  },
  {
    rule: 6,
    text:
      limit === null
        ? "The number of downloads per address is not limited on this server."
        : `An address with more than ${limit} downloads on a UTC day loses all its downloads of that day.`,
  },
  { rule: 7, text: "The second request of an Apple Watch is excluded." },
  { rule: 8, text: "Browsers with a forged referrer are excluded." },
  { rule: 9, text: "See the threshold." },
  { rule: 10, text: "One listener makes at most one download per episode and window." },
  { rule: 11, text: "Play, pause and resume with several requests is one download." },
  {
    rule: 12,
    text: `The operator lists networks that many people share, with a reason. Rule 6 does not apply to them. An entry lapses unless it is validated every ${VALID_DAYS} days.`,
  },
  {
    rule: 13,
    text: "The threshold excludes most preloads; our own player loads nothing before play.",
  },
  {
    rule: 14,
    text: "The reason why a request did not count is stored and published. When lists change, days are recounted by corrections that keep both figures and the version of the lists.",
  },
  { rule: 15, text: "Two parties may differ by 5 % before either has to investigate." },
];

/** Renders the description for docs/counting.md. */
export function methodologyMarkdown(found: Methodology): string {
  const rows = (list: readonly (readonly [string | number, string])[]) =>
    list.map(([name, text]) => `| ${name} | ${text} |`).join("\n");
  return `${found.standard}

- **Window**: ${found.window}
- **Listener**: ${found.listener}
- **Threshold**: ${found.threshold}

| metric | |
|---|---|
${rows(found.metrics.map(({ name, definition }) => [name, definition]))}

| rule | |
|---|---|
${rows(found.rules.map(({ rule, text }) => [rule, text]))}

| reason | why a request does not count |
|---|---|
${rows(found.exclusions.map(({ reason, text }) => [`\`${reason}\``, text]))}

| list | entries |
|---|---|
${found.lists.map(({ name, entries }) => `| ${name} | ${entries} |`).join("\n")}

Version of the lists: \`${found.lists_version}\`. Records are kept for ${found.records_kept_days} days, secrets of listeners are in force for ${found.listener_secret_days}.
`;
}
