/** The baseline for files: a handler for node:http that sends one from memory, and looks nothing up. */
import { readFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { BLOCK_BYTES } from "../src/platform/media/blocks.ts";

/** `whole` and `range`: the headers that Longwave sends with the file at `path` and with a range of it, as a flat list. */
export type BareFile = Readonly<{
  path: string;
  whole: readonly string[];
  range: readonly string[];
}>;

/** As many as Longwave sends together to a quick client (`MOST_TOGETHER` in src/platform/media/streaming.ts). */
const PIECE_BYTES = 4 * BLOCK_BYTES;

export async function sendsFile({ path, whole, range }: BareFile): Promise<RequestListener> {
  const bytes = await readFile(path);
  const headOf = (start: number, end: number): string[] => {
    const head = [...range];
    setHeader(head, "content-length", String(end + 1 - start));
    setHeader(head, "content-range", `bytes ${start}-${end}/${bytes.length}`);
    return head;
  };
  return (request, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (start === undefined || end === undefined) {
      response.writeHead(200, [...whole]);
      sendPieces(response, bytes);
    } else
      response
        .writeHead(206, headOf(Number(start), Number(end)))
        .end(bytes.subarray(Number(start), Number(end) + 1));
  };
}

function setHeader(head: string[], name: string, value: string): void {
  const at = head.findIndex((known, index) => index % 2 === 0 && known.toLowerCase() === name);
  head[at + 1] = value;
}

/** One piece after the other, each when the kernel has the one before. */
function sendPieces(response: ServerResponse, bytes: Buffer): void {
  let at = 0;
  const send = () => {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    at += piece.length;
    if (at === bytes.length) response.end(piece);
    else if (response.write(piece)) send();
    else response.once("drain", send);
  };
  send();
}
