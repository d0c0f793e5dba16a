/** Makes the writer that turns a record into a journal line (minimised, with a hashed address), and detects when bytes begin to flow. */
import type { Flow } from "../../advertising/adserving/schema.ts";
import { FLOW_BYTES, isProbe } from "../../listening/renditions/requests/rules.ts";
import type { DeliveryRecord } from "../../listening/renditions/requests/schema.ts";
import { agentText } from "./agents/rules.ts";
import { rangesOf } from "./aggregation/ranges.ts";
import { attributesText, type ListenerAttributes, lineOf } from "./journal/entry.ts";
import { type Line, shardOf } from "./journal/shards.ts";
import type { OpenListeners, Secrets } from "./listeners/listeners.ts";
import { memoize } from "./memoize.ts";
import type { Listed } from "./networks/listed.ts";
import { networkPart } from "./rules.ts";
import type { Classify } from "./schema.ts";

export type LineWriterDeps = Readonly<{
  listeners: OpenListeners;
  listed: Listed;
  classify: Classify;
}>;

/** Listeners whose part of a line is cached: players send their next request within seconds. */
const LISTENERS = 1024;

/** A listener's part of a line, with its inputs besides address and user agent. */
type Known = {
  secrets: Secrets | null;
  kind: Kind;
  referrer: string | null;
  shard: number;
  text: string;
  /** The keys that their reservations may have, in hex; empty if they do not count. */
  listeners: readonly string[];
  /** The rendition whose bytes were last seen to flow. */
  flowing: string | null;
};
type Kind = ReturnType<Listed["kindOf"]>;

/** The result of a record: a line, and a flow if it is the first of its listener and rendition lately. */
type LineAndFlow = Readonly<{ line: Line; flow: Flow | null }>;

/**
 * `redirected`: the key in hex under which the record counts if it is not that of its address, because the listener was
 * redirected from another one.
 */
export type WriteLine = (record: DeliveryRecord, redirected?: string | null) => LineAndFlow;

/** Opens the conversion of records for a process. */
export function createLineWriter(recording: LineWriterDeps): WriteLine {
  const { listeners, listed } = recording;
  const listenerOf = memoize(
    LISTENERS,
    (): Known => ({
      secrets: null,
      kind: null,
      referrer: null,
      shard: 0,
      text: "",
      listeners: [],
      flowing: null,
    }),
  );
  return (record, redirected = null) => {
    const { at, address, user_agent, referrer, range, sent, preview } = record;
    const known = listenerOf(
      `${address}\n${user_agent}${redirected === null ? "" : `\n${redirected}`}`,
    );
    const secrets = listeners.secretsAt(at);
    const kind = listed.kindOf(address);
    if (known.secrets !== secrets || known.kind !== kind || known.referrer !== referrer) {
      const network = networkPart(address);
      const own = whoAsks(recording, record, network, secrets, kind);
      const who = redirected === null ? own : underKey(own, redirected);
      known.text = attributesText(who);
      known.listeners = listenersOf(who);
      known.flowing = null;
      known.shard = shardOf(network);
      known.secrets = secrets;
      known.kind = kind;
      known.referrer = referrer;
    }
    const flags = (preview ? 1 : 0) + (isProbe(range) ? 2 : 0);
    const text = lineOf(record, flags, rangesOf(sent), known.text);
    return { line: { shard: known.shard, text }, flow: flowOf(record, known) };
  };
}

/** While windows begun under a former key may be open, nobody can tell which of the two `listener` is. */
const underKey = (who: ListenerAttributes, listener: string): ListenerAttributes =>
  who.former === null ? { ...who, listener } : who;

const listenersOf = ({ exclusion, listener, former }: ListenerAttributes): string[] =>
  exclusion !== null ? [] : former === null ? [listener] : [listener, former];

function flowOf({ digest, method, preview, sent }: DeliveryRecord, known: Known): Flow | null {
  if (digest === null || digest === known.flowing || known.listeners.length === 0) return null;
  if (method !== "GET" || preview) return null;
  let bytes = 0;
  for (const [first, last] of sent) bytes += last - first + 1;
  if (bytes < FLOW_BYTES) return null;
  known.flowing = digest;
  return { digest, listeners: known.listeners };
}

/** The stored description of a listener, which does not contain the address. */
function whoAsks(
  { listeners, classify }: LineWriterDeps,
  { address, user_agent, referrer: page }: DeliveryRecord,
  part: Buffer,
  secrets: Secrets,
  kind: Kind,
): ListenerAttributes {
  const referrer = originOf(page);
  const known = classify(user_agent, address, referrer);
  const keys = listeners.keysUnder(secrets, part, user_agent);
  const { source, device, os, os_kind, network, country } = known;
  return {
    listener: keys.listener,
    former: keys.former,
    address: kind === "shared" ? null : keys.address,
    user_agent: agentText(user_agent),
    referrer,
    source,
    device,
    os,
    os_kind,
    country,
    network: kind === "excluded" && network === "consumer" ? "bot" : network,
    exclusion: known.exclusion ?? (kind === "excluded" ? "bot-ip" : null),
  };
}

/** Only the origin of a referring page is stored; a text that is not a URL is stored as sent. */
function originOf(referrer: string | null): string | null {
  if (referrer === null || referrer === "") return null;
  const url = URL.parse(referrer);
  if (url === null) return referrer.slice(0, 200);
  return url.origin === "null" ? url.protocol : `${url.origin}/`;
}
