/**
 * Splits the journal into shards by listener, so that several can be applied at once without waiting for each other's
 * rows.
 */
import type { Logger } from "pino";
import { openWriter, type Writer } from "./writer.ts";

/** Four shards keep two processors nearly always busy (docs/benchmarks.md). */
export const SHARDS = 4;

/**
 * The shard of a listener, by the network that keys are made from. Not by the key, which changes at a midnight:
 * requests of a window that spans it must be applied in order.
 */
export function shardOf(network: Uint8Array): number {
  let sum = 0;
  for (const byte of network) sum += byte;
  return sum % SHARDS;
}

/** A line for the journal of `shard`, with its line feed. */
export type Line = Readonly<{ shard: number; text: string }>;

export type Shards = Readonly<{
  /** Buffers a line for the next flush. Never throws; false if the line is lost. */
  append(line: Line): boolean;
  /** Seals the lines written so far, which may then be applied and removed. */
  seal(): Promise<void>;
  close(): Promise<void>;
}>;

/** Writes to `folder`, and creates it if necessary. */
export function openShards(folder: string, log: Logger): Shards {
  const writers = Array.from({ length: SHARDS }, (_, shard) => openWriter(folder, shard, log));
  const all = async (step: (writer: Writer) => Promise<void>) => {
    await Promise.all(writers.map(step));
  };
  return {
    append: ({ shard, text }) => writers[shard]?.append(text) ?? false,
    seal: () => all((writer) => writer.seal()),
    close: () => all((writer) => writer.close()),
  };
}
