/** Keeps the log JSON: what libraries and Node print becomes lines of it. */
import { Console } from "node:console";
import { Writable } from "node:stream";
import type { Logger } from "pino";

/**
 * From now on `console` and Node's own warnings write to `log`, as warnings with the text as
 * `printed`. For processes whose stderr is read as JSON lines. Returns how to undo it.
 */
export function logPrintedText(log: Pick<Logger, "warn">): () => void {
  const before = globalThis.console;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.warn({ printed: chunk.toString().trimEnd() }, "printed by a library");
      done();
    },
  });
  globalThis.console = new Console({ stdout: stream, stderr: stream, colorMode: false });
  const warn = ({ name, message }: Error) =>
    log.warn({ printed: `${name}: ${message}` }, "warning of the runtime");
  const printers = process.listeners("warning");
  process.removeAllListeners("warning").on("warning", warn);
  return () => {
    globalThis.console = before;
    process.off("warning", warn);
    for (const printer of printers) process.on("warning", printer);
  };
}
