/** Starts a program of Node with limits on memory, processor time and files, for work on pictures. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { setPriority } from "node:os";

type Limits = Readonly<{ memoryBytes: number; cpuSeconds: number; fileBytes: number }>;

/**
 * Sets resource limits before `exec`: data (KiB; V8 reserves far more addresses than it uses), CPU seconds, file size
 * (in units of 512 bytes), no core dumps.
 */
const WRAPPER =
  '{ ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; ulimit -f "$3"; } 2>/dev/null; shift 3; exec "$@"';

/** Pixels are stored outside the heap; nothing here compiles WebAssembly, which reserves much address space. */
const NODE_OPTIONS = ["--max-old-space-size=96", "--disable-wasm-trap-handler"];
const NICENESS = 10;

export function startLimited(program: string, limits: Limits, stdio: StdioOptions): ChildProcess {
  const bounds = [limits.memoryBytes / 1024, limits.cpuSeconds, limits.fileBytes / 512].map(String);
  const command = [process.execPath, ...NODE_OPTIONS, program];
  const child = spawn("/bin/sh", ["-c", WRAPPER, "sh", ...bounds, ...command], { env: {}, stdio });
  // Lower priority than requests.
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return child;
}
