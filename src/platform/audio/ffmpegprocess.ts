/**
 * The program of a child process: ffmpeg as WebAssembly. It is started with the two files of `@ffmpeg/core`, then
 * ffmpeg's own arguments, and behaves like the `ffmpeg` command: standard output, standard error and exit code are the
 * same. Of the machine's files, ffmpeg sees those that follow `-i`, and writes the one that the last argument names.
 */
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { runInThisContext } from "node:vm";

/** The parts of Emscripten's file system that are used here (emscripten.org/docs/api_reference/Filesystem-API.html). */
type Operations = Record<string, (...given: never[]) => number>;
type Node = { usedBytes: number; stream_ops: Operations };
type FileSystem = {
  getStream(fd: number): Node;
  createFile(folder: string, name: string, more: object, read: boolean, write: boolean): Node;
  mkdirTree(folder: string): void;
  analyzePath(path: string): { exists: boolean };
  stat(path: string): { mode: number };
  isFile(mode: number): boolean;
  readFile(path: string): Uint8Array;
};
type Core = {
  FS: FileSystem;
  setLogger(log: (line: { message: string }) => void): void;
  exec(...args: string[]): number;
};

const [script, binary, ...args] = process.argv.slice(1) as [string, string, ...string[]];

/** It takes this process for a worker of a browser, which has an address. */
Object.assign(globalThis, { self: globalThis, location: { href: "" } });
runInThisContext(readFileSync(script, "utf8"));
const { createFFmpegCore } = globalThis as unknown as {
  createFFmpegCore(options: { wasmBinary: Buffer; mainScriptUrlOrBlob: string }): Promise<Core>;
};
const core = await createFFmpegCore({
  wasmBinary: readFileSync(binary),
  mainScriptUrlOrBlob: `#${btoa("{}")}`,
});
const { FS } = core;

core.setLogger(({ message }) => void writeSync(2, `${message}\n`));
const replace = (node: Node, operations: Operations) => {
  node.stream_ops = { ...node.stream_ops, ...operations };
};
replace(FS.getStream(0), {
  read: (_stream: unknown, into: Uint8Array, offset: number, length: number) =>
    readSync(0, into, offset, length, null),
});
replace(FS.getStream(1), {
  write(_stream: unknown, bytes: Uint8Array, offset: number, length: number) {
    let written = 0;
    while (written < length) written += writeSync(1, bytes, offset + written, length - written);
    return length;
  },
});

for (const [index, arg] of args.entries()) if (args[index - 1] === "-i") lend(toPath(arg));
const target = toPath(args.at(-1) ?? "");
if (path.isAbsolute(target)) FS.mkdirTree(path.dirname(target));
const code = core.exec(...args);
if (FS.analyzePath(target).exists && FS.isFile(FS.stat(target).mode))
  writeFileSync(target, FS.readFile(target));
process.exitCode = code;

function toPath(arg: string): string {
  return arg.replace(/^file:/, "");
}

/** Reads the file in the pieces that ffmpeg asks for. What cannot be opened does not exist for ffmpeg. */
function lend(file: string): void {
  const fd = open(file);
  if (fd === null) return;
  const { size } = fstatSync(fd);
  const folder = path.dirname(path.resolve("/", file));
  FS.mkdirTree(folder);
  const node = FS.createFile(folder, path.basename(file), {}, true, false);
  node.usedBytes = size;
  replace(node, {
    read: (_stream: unknown, into: Uint8Array, offset: number, length: number, from: number) =>
      readSync(fd, into, offset, Math.max(0, Math.min(length, size - from)), from),
  });
}

/** Null for what is no file: `-i` may also be followed by a filter graph or a pipe. */
function open(file: string): number | null {
  try {
    const fd = openSync(file, "r");
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
  } catch {}
  return null;
}
