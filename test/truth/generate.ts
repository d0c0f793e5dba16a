/**
 * Generates requests whose right counts are known: they follow from the kind of each session, not from adding up bytes.
 */
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";
import { BYTES, type Draw, EVERYTHING, type Mix, noTruth, type Target } from "./sessions.ts";

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const AGENTS = [
  "AppleCoreMedia/1.0.0.20K71 (iPhone; U; CPU OS 16_1 like Mac OS X; en_au)",
  "Podcasts/1575.1 CFNetwork/1240.0.4 Darwin/20.6.0",
  "AntennaPod/3.1.2",
  "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
  "Pocket Casts",
  "Castro 2024.1/1234",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0",
] as const;

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

function sessionOf(mix: Mix, draw: Draw): DeliveryRecord[] {
  let left = draw.random() * mix.reduce((sum, [weight]) => sum + weight, 0);
  const chosen = mix.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  return chosen?.[1](draw) ?? [];
}

export type GenerateOptions = Readonly<{
  seed: number;
  /** The minimum number of requests. */
  requests: number;
  targets: readonly Target[];
  /** ms since 1970 of the first day's midnight. */
  start: number;
  days: number;
  /** Default: everything. */
  mix?: Mix;
}>;

/** All requests in non-chronological order, with the right counts. */
export function generate(options: GenerateOptions) {
  const { seed, requests, targets, start, days, mix = EVERYTHING } = options;
  const random = randomOf(seed);
  const truth = noTruth();
  const records: DeliveryRecord[] = [];
  // One listener per session, so that sessions never overlap.
  for (let person = 0; records.length < requests; person += 1) {
    const target = pick(targets, random);
    const at = start + Math.floor(random() * days) * 86_400_000 + Math.floor(random() * 80_000_000);
    const who = {
      address: `84.${128 + ((person >> 16) & 63)}.${(person >> 8) & 255}.${person & 255}`,
      user_agent: pick(AGENTS, random),
      purpose: random() < 0.5 ? ("play" as const) : ("download" as const),
    };
    const request = (overrides: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
      at: at + Math.floor(random() * 3_600_000),
      ...target,
      method: "GET",
      status: 200,
      preview: false,
      range: null,
      sent: [[0, BYTES - 1]],
      referrer: null,
      session: null,
      ...who,
      ...overrides,
    });
    records.push(...sessionOf(mix, { random, target, truth, request }));
  }
  return { records: shuffle(records, random), truth };
}

function shuffle<T>(list: T[], random: () => number): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}
