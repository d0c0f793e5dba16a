/** Makes a line of the journal from a record: minimised, with the address hashed. */
import { agentText } from "./agents/rules.ts";
import { rangesOf } from "./folding/ranges.ts";
import { isProbe } from "./folding/rules.ts";
import { lineOf, type Who, whoText } from "./journal/entry.ts";
import { type Line, shardOf } from "./journal/shards.ts";
import type { OpenListeners } from "./listeners/listeners.ts";
import type { Listed } from "./networks/listed.ts";
import { networkPart } from "./rules.ts";
import type { Classify, DeliveryRecord } from "./schema.ts";

export type Recording = Readonly<{
  listeners: OpenListeners;
  listed: Listed;
  classify: Classify;
}>;

/** How a process writes records down. */
export function openRecording(recording: Recording): (record: DeliveryRecord) => Line {
  return (record) => {
    const { address, range, sent, preview } = record;
    const network = networkPart(address);
    const flags = (preview ? 1 : 0) + (isProbe(range) ? 2 : 0);
    const who = whoText(whoAsks(recording, record, network));
    return { shard: shardOf(network), text: lineOf(record, flags, rangesOf(sent), who) };
  };
}

/** What is kept of who asked. The address is not among it. */
function whoAsks(
  { listeners, listed, classify }: Recording,
  { at, address, user_agent, referrer: page }: DeliveryRecord,
  part: Buffer,
): Who {
  const referrer = originOf(page);
  const known = classify(user_agent, address, referrer);
  const keys = listeners.keysUnder(listeners.secretsAt(at), part, user_agent);
  const kind = listed.kindOf(address);
  const { source, device, os, os_kind, network, country } = known;
  return {
    ...{ listener: keys.listener, former: keys.former },
    address: kind === "shared" ? null : keys.address,
    ...{ user_agent: agentText(user_agent), referrer },
    ...{ source, device, os, os_kind, country },
    network: kind === "excluded" && network === "consumer" ? "bot" : network,
    exclusion: known.exclusion ?? (kind === "excluded" ? "bot-ip" : null),
  };
}

/** Of the page that people came from the site alone is kept; what is no address, as it stands. */
function originOf(referrer: string | null): string | null {
  if (referrer === null || referrer === "") return null;
  const url = URL.parse(referrer);
  if (url === null) return referrer.slice(0, 200);
  return url.origin === "null" ? url.protocol : `${url.origin}/`;
}
