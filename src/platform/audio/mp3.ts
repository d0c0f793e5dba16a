/** Parses headers and frames of MPEG audio layer III (ISO 11172-3, 13818-3). */

/** A frame's header. `bytes` is the size of the whole frame, `samples` its samples per channel. */
export type FrameHeader = Readonly<{
  version: 1 | 2 | 2.5;
  bitrate_kbps: number;
  sample_rate: number;
  channels: 1 | 2;
  samples: 1152 | 576;
  bytes: number;
  /** Bytes from the frame's start to its side information: 4, or 6 with a checksum. */
  side_info_at: number;
}>;

/** A frame of a stream. `bytes` is valid until the next frame is read. */
export type Frame = Readonly<{
  header: FrameHeader;
  /** Offset of the first byte in the stream. */
  offset: number;
  /** How many bytes before the frame its data begins, in the bit reservoir; 0 if it needs no earlier frame. */
  main_data_begin: number;
  /** A Xing, Info or VBRI frame: it carries metadata about the file and decodes to silence. */
  info: boolean;
  bytes: Buffer;
}>;

const RATES: Record<number, readonly number[]> = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
};
const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const VERSIONS = [2.5, null, 2, 1] as const;

/** The header at `at`; null if it is not layer III, has a free format, or is incomplete. */
export function parseHeader(buffer: Buffer, at: number): FrameHeader | null {
  if (at + 4 > buffer.length) return null;
  const word = buffer.readUInt32BE(at);
  const version = VERSIONS[(word >>> 19) & 3];
  if (word >>> 21 !== 0x7ff || version == null || ((word >>> 17) & 3) !== 1) return null;
  const bitrate_kbps = (version === 1 ? KBPS_1 : KBPS_2)[(word >>> 12) & 15];
  const sample_rate = RATES[version]?.[(word >>> 10) & 3];
  if (!bitrate_kbps || sample_rate === undefined || (word & 3) === 2) return null;
  const samples = version === 1 ? 1152 : 576;
  return {
    version,
    bitrate_kbps,
    sample_rate,
    channels: ((word >>> 6) & 3) === 3 ? 1 : 2,
    samples,
    bytes: Math.floor((samples * 125 * bitrate_kbps) / sample_rate) + ((word >>> 9) & 1),
    side_info_at: ((word >>> 16) & 1) === 1 ? 4 : 6,
  };
}

/** Length of the ID3v2 tag at the start of `buffer`, its header and footer included; 0 without a tag. */
export function id3v2Bytes(buffer: Buffer): number {
  if (buffer.length < 10 || buffer.toString("latin1", 0, 3) !== "ID3") return 0;
  const [major = 255, , flags = 0, a = 0, b = 0, c = 0, d = 0] = buffer.subarray(3);
  // A size has seven bits in each byte (ID3v2.4 §3.1).
  if (major > 4 || (a | b | c | d) > 127) return 0;
  const size = (a << 21) | (b << 14) | (c << 7) | d;
  return 10 + size + (major === 4 && (flags & 0x10) !== 0 ? 10 : 0);
}

/** Size of the side information in bytes: ISO 11172-3 §2.4.1.7, ISO 13818-3 §2.4.1.7. */
export const sideInfoBytes = ({ version, channels }: FrameHeader): number =>
  version === 1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;

function describe(bytes: Buffer, header: FrameHeader, offset: number): Frame {
  const at = header.side_info_at;
  const word = bytes.length >= at + 2 ? bytes.readUInt16BE(at) : 0;
  const mark = (from: number) => bytes.toString("latin1", from, from + 4);
  // Xing and Info follow the side information, whether or not there is a checksum; VBRI is at 36.
  const known = mark(4 + sideInfoBytes(header));
  return {
    header,
    offset,
    main_data_begin: header.version === 1 ? word >>> 7 : word >>> 8,
    info: known === "Xing" || known === "Info" || mark(36) === "VBRI",
    bytes,
  };
}

/** Splits a stream of chunks of any size into frames. */
export type Framer = {
  /** Returns the frames that `chunk` completes. */
  push(chunk: Buffer): Frame[];
  /** Bytes that belong to no frame and no leading ID3v2 tag, and bytes of an incomplete frame. */
  readonly junk: number;
  readonly waiting: number;
  readonly header_bytes: number;
};

/** Finds consecutive frames; bytes between them are skipped and counted as `junk`. */
export function createFramer(): Framer {
  let rest = Buffer.alloc(0);
  let offset = 0;
  let skip = -1;
  const state = { junk: 0, waiting: 0, header_bytes: 0 };
  const advance = (bytes: number) => {
    rest = rest.subarray(bytes);
    offset += bytes;
  };
  const passTag = (): boolean => {
    if (skip < 0) {
      if (rest.length < 10) return false;
      skip = id3v2Bytes(rest);
      state.header_bytes = skip;
    }
    const passed = Math.min(skip, rest.length);
    advance(passed);
    skip -= passed;
    return skip === 0;
  };
  return {
    push(chunk) {
      rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
      const found: Frame[] = [];
      if (skip !== 0 && !passTag()) return found;
      while (rest.length >= 4) {
        const header = parseHeader(rest, 0);
        if (header === null) {
          const next = rest.indexOf(0xff, 1);
          const bytes = next < 0 ? rest.length : next;
          state.junk += bytes;
          advance(bytes);
          continue;
        }
        if (rest.length < header.bytes) break;
        found.push(describe(rest.subarray(0, header.bytes), header, offset));
        advance(header.bytes);
      }
      state.waiting = rest.length;
      return found;
    },
    get junk() {
      return state.junk;
    },
    get waiting() {
      return state.waiting;
    },
    get header_bytes() {
      return state.header_bytes;
    },
  };
}

/** Whether two frames may belong to one CBR stream. */
export const sameKind = (a: FrameHeader, b: FrameHeader): boolean =>
  a.version === b.version &&
  a.bitrate_kbps === b.bitrate_kbps &&
  a.sample_rate === b.sample_rate &&
  a.channels === b.channels;
