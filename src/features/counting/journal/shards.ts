/**
 * Journals side by side, each with its own share of the listeners: while one is applied, another can
 * be, and neither waits for rows that the other writes.
 */
import type { Logger } from "pino";
import { openWriter, type Writer } from "./writer.ts";

/** Four leave two processors hardly a moment without work (docs/benchmarks.md). */
export const SHARDS = 4;

/**
 * Whose share a listener is among, by the network that keys are made of. Not by the key: that changes
 * at a midnight, and a window that goes on under the next one is to be told of in order.
 */
export function shardOf(network: Uint8Array): number {
  let sum = 0;
  for (const byte of network) sum += byte;
  return sum % SHARDS;
}

/** A line of the journal of `shard`, with its line feed. */
export type Line = Readonly<{ shard: number; text: string }>;

export type Shards = Readonly<{
  /** Keeps a line for the next flush. Never throws. */
  append(line: Line): void;
  /** Seals what was written so far: from then on it may be applied, and removed. */
  seal(): Promise<void>;
  close(): Promise<void>;
}>;

/** Writes below `folder`, which is made when it is not there. */
export function openShards(folder: string, log: Logger): Shards {
  const writers = Array.from({ length: SHARDS }, (_, shard) => openWriter(folder, shard, log));
  const all = async (step: (writer: Writer) => Promise<void>) => {
    await Promise.all(writers.map(step));
  };
  return {
    append: ({ shard, text }) => writers[shard]?.append(text),
    seal: () => all((writer) => writer.seal()),
    close: () => all((writer) => writer.close()),
  };
}
