/** The description of methodology (PTMG v2.3, rule 14), from the configuration that is in force; pure. */
import { z } from "zod";
import type { Config } from "../../config.ts";
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
  "not-modified": "Answered with 304: the listener had it already (rule 2).",
  status: "Answered with neither 200 nor 206 (rule 2).",
  probe: "A probe for the first two bytes (rule 3).",
  "pre-release": "An editor listened to what is not published.",
  watch: "The second fetch of an Apple Watch (rule 7).",
  "bot-ua": "The user agent is a bot's, by a list or by its own word (rule 4).",
  "library-ua": "The user agent is a programming library's that no player is made of (rule 4).",
  "malformed-ua":
    "The user agent is missing, or not one that any program of a listener's sends (rule 4).",
  "bot-ip": "The address lies in a network of bots, or one that the operator excludes (rule 5).",
  "dc-ip": "The address lies in a data centre (rule 5).",
  "vpn-ip": "The address is the exit of a VPN (rule 5).",
  referrer: "A browser with a referrer that is no address (rule 8).",
  unrealistic: "The address has had more downloads that day than people make (rule 6).",
  "not-enough-bytes": "Less than the threshold was delivered (rule 9).",
  duplicate: "Another request of a download that is counted already (rules 10 and 11).",
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
      "A calendar day in UTC. An organization may have 24 hours from the first request instead (first-touch).",
    listener:
      "IPv4 address, or the first 64 bits of an IPv6 address, with the user agent; kept as a keyed hash alone.",
    threshold:
      "Bytes of the programme that play for 60 seconds, really sent, each counted once; header and ads count for nothing. Of an episode shorter than that, or whose byte rate is not known: every byte of the file.",
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
      "One listener, one episode, one window, with the threshold reached. One that came by the platform's own player or by /play is a play.",
  },
  { name: "Listener", definition: "A different listener key within the range asked about." },
  {
    name: "Ad Delivered",
    definition:
      "Every byte of an inserted ad was sent, to a listener whose download of that rendition is valid. Once a rendition, place, listener and window.",
  },
];

const rulesOf = (limit: number | null) => [
  { rule: 1, text: "HEAD is answered, and never counted." },
  {
    rule: 2,
    text: "Only GET, answered with 200, or with 206 when the union of its ranges reaches the threshold; 304 never. Of what lies elsewhere our redirect counts.",
  },
  { rule: 3, text: "A probe (bytes=0-0 or 0-1) is dropped." },
  {
    rule: 4,
    text: "Bots, libraries and missing or hostile user agents are dropped; merely malformed ones are mended, then looked up: bots, apps, libraries, browsers, the first that matches.",
  },
  {
    rule: 5,
    text: "Data centres, VPNs, networks of bots and those that the operator excludes are dropped. Apple's private relay carries people.",
  },
  {
    rule: 6,
    text:
      limit === null
        ? "Numbers of one address are not limited here."
        : `An address with more than ${limit} downloads on a UTC day loses all of that day.`,
  },
  { rule: 7, text: "The second fetch of an Apple Watch is dropped." },
  { rule: 8, text: "A browser with a forged referrer is dropped." },
  { rule: 9, text: "See the threshold." },
  { rule: 10, text: "One listener and episode is one download a window." },
  { rule: 11, text: "Play, pause and resume over several requests is one download." },
  {
    rule: 12,
    text: `Networks that many people share are listed by the operator with a reason, are free of rule 6, and lapse unless validated every ${VALID_DAYS} days.`,
  },
  {
    rule: 13,
    text: "Preloads are held by the threshold; our own player loads nothing before play.",
  },
  {
    rule: 14,
    text: "Why each request did not count is kept and published; days are counted again when lists change, by corrections that keep both figures and the lists' version.",
  },
  { rule: 15, text: "Two parties may differ by 5 % before either must investigate." },
];

/** As a part of docs/counting.md. */
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
