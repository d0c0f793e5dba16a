/** Facts about a whole MP3, for tests of what is encoded and stitched. */
import { createFramer, type FrameHeader, sameKind } from "../../src/platform/audio/mp3.ts";

/** Facts about a whole MP3. `cbr`: all frames have the same header except for padding. */
type Mp3Facts = Readonly<{
  header_bytes: number;
  /** Audible frames: without an info frame. */
  frames: number;
  samples: number;
  first: FrameHeader | null;
  cbr: boolean;
  /** The largest `main_data_begin`: 0 if no frame needs an earlier one. */
  reservoir: number;
  info: boolean;
  /** Bytes that belong to no frame, between frames or at the end. */
  junk: number;
}>;

/** Reads an MP3 to its end, in constant memory. */
export async function inspectMp3(stream: AsyncIterable<Buffer>): Promise<Mp3Facts> {
  const framer = createFramer();
  const facts = { frames: 0, samples: 0, cbr: true, reservoir: 0, info: false };
  let first: FrameHeader | null = null;
  for await (const chunk of stream) {
    for (const { header, main_data_begin, info } of framer.push(chunk)) {
      first ??= header;
      facts.cbr &&= sameKind(first, header);
      facts.reservoir = Math.max(facts.reservoir, main_data_begin);
      facts.info ||= info;
      if (info) continue;
      facts.frames += 1;
      facts.samples += header.samples;
    }
  }
  return { ...facts, first, header_bytes: framer.header_bytes, junk: framer.junk + framer.waiting };
}
