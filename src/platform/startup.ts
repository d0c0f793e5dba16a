/** Tidies up after a start: keeps what the next one needs, and gives back the memory that this one took. */
import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Stores the compiled modules, if `NODE_COMPILE_CACHE` names a folder (Node does it at the end of a process, which may be
 * killed), and collects the garbage that loading them left. V8 would do so only when the heap has grown further, which
 * on an idle server takes hours.
 */
export function settle(): void {
  flushCompileCache();
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  setFlagsFromString("--no-expose-gc");
}
