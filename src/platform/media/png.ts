/** Encodes PNG pictures without an image library: for what Longwave itself draws. */
import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

/** Colour types of PNG 3rd edition, §11.2.1. */
const TYPES = { palette: 3, rgb: 2 } as const;

type Picture = Readonly<{
  width: number;
  height: number;
  colours: keyof typeof TYPES;
  /** Three bytes for each entry. */
  palette?: Buffer;
  /** Each row preceded by its filter byte. */
  rows: Buffer;
}>;

export async function encodePng(picture: Picture): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.width, 0);
  header.writeUInt32BE(picture.height, 4);
  header.set([8, TYPES[picture.colours]], 8);
  const data = await promisify<Buffer, Buffer>(deflate)(picture.rows);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts: [string, Buffer][] = [
    ["IHDR", header],
    ...(picture.palette ? [["PLTE", picture.palette] as [string, Buffer]] : []),
    ["IDAT", data],
    ["IEND", Buffer.alloc(0)],
  ];
  return Buffer.concat([signature, ...parts.map(([type, body]) => chunk(type, body))]);
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
}
