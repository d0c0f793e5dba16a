/** Makes an entry of the journal from a record: minimised, with the address hashed. */
import { agentText } from "./agents/rules.ts";
import { rangesOf } from "./folding/ranges.ts";
import { isProbe } from "./folding/rules.ts";
import type { Entry } from "./journal/entry.ts";
import type { OpenListeners } from "./listeners/listeners.ts";
import type { Listed } from "./networks/listed.ts";
import type { Classify, DeliveryRecord } from "./schema.ts";

export type Recording = Readonly<{
  listeners: OpenListeners;
  listed: Listed;
  classify: Classify;
}>;

/** What is kept of a record. The address is not among it. */
export function entryFor(
  { listeners, listed, classify }: Recording,
  record: DeliveryRecord,
): Entry {
  const { at, episode_id, digest, method, status, purpose, preview, range, sent } = record;
  const { address, user_agent } = record;
  const referrer = originOf(record.referrer);
  const known = classify(user_agent, address, referrer);
  const keys = listeners.keysOf(record, at);
  const kind = listed.kindOf(address);
  const { source, device, os, os_kind, network, country } = known;
  return {
    ...{ at, episode_id, digest, method, status, purpose, preview },
    ...{ probe: isProbe(range), sent: rangesOf(sent) },
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
