/** Keeps a server's log JSON: converts text that Node and libraries write to stderr into log lines. */
import type { Logger } from "pino";

/**
 * Logs Node's warnings and text on `process.stderr` (from `console` and from worker threads too) at `warn`, and an
 * uncaught exception at `fatal` before the process ends with 1. Returns a function that stops this. `log` must write to
 * the file descriptor itself.
 */
export function captureStderr(log: Logger): () => void {
  const { stderr } = process;
  const warningListeners = process.listeners("warning");
  const onWarning = (warning: Error) => log.warn({ err: warning }, "warning of the runtime");
  const onUncaught = (error: unknown) => {
    log.fatal({ err: error }, "the server ends: nobody caught an error");
    process.exit(1);
  };
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    if (text.trim() !== "") log.warn({ stderr: text.trim() }, "a library wrote to stderr");
    const done = rest.find((argument) => typeof argument === "function");
    if (done) process.nextTick(done);
    return true;
  };
  process.removeAllListeners("warning");
  process.on("warning", onWarning);
  process.on("uncaughtException", onUncaught);
  const restoreWrite = replace(stderr, "write", write);
  return () => {
    restoreWrite();
    process.off("uncaughtException", onUncaught);
    process.off("warning", onWarning);
    for (const listener of warningListeners) process.on("warning", listener);
  };
}

/** Overrides the method that `target` inherits or has; returns a function that restores it. */
function replace<T extends object, K extends keyof T>(target: T, key: K, value: T[K]): () => void {
  const own = Object.getOwnPropertyDescriptor(target, key);
  Object.defineProperty(target, key, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(target, key, own);
    else Reflect.deleteProperty(target, key);
  };
}
