/** Sanitises text from callers: short text immediately, long text in a worker thread with a time limit. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { overLimit } from "../failure.ts";
import type { Gate } from "../gate.ts";
import type { Limit } from "../limits.ts";
import { type CleanHtml, isTooDeep, readHtml, readPlain } from "./html.ts";

/** A task for the worker thread: `html` is sanitised and converted to plain text, `plain` loses its tags. */
export type TextTask = Readonly<{ kind: "html" | "plain"; text: string }>;

/**
 * In code units. The slowest known markup (`<b>` repeated, then `</i>` repeated) of this length took at most 48 ms on a
 * busy machine; starting a thread costs 150 ms of processor time.
 */
const IN_PROCESS_UNITS = 8192;
const MAX_HEAP_MB = 128;
const LOOK_EVERY_MS = 100;
/** Wall-clock time; far longer than `sanitisingTime` takes on a machine that does anything else. */
const MAX_WAIT_MS = 60_000;

/**
 * Processor time, so that a busy machine accepts the same texts as an idle one. The longest description of plain
 * paragraphs takes a second.
 */
export const sanitisingTime: Limit = {
  name: "sanitising-time",
  value: 4000,
  unit: "ms",
  bounds: `Processor time for one description of more than ${IN_PROCESS_UNITS.toLocaleString("en")} code units, in its own worker thread.`,
  beyond: "400 `invalid-parameter` naming the parameter",
};

/**
 * `html` without what pages must not contain, and its plain text. `gate` bounds the threads of the process; `field` is
 * the parameter that a refusal names. Throws `Failure` (400) if it takes longer than `sanitisingTime`, and `TryLater` if
 * too many other texts are waiting.
 */
export const sanitiseUntrusted = (gate: Gate, html: string, field: string): Promise<CleanHtml> =>
  html.length <= IN_PROCESS_UNITS
    ? Promise.resolve(readHtml(html))
    : gate(() => inThread<CleanHtml>({ kind: "html", text: html }, field));

/** `text` without tags, if it has any. Throws as `sanitiseUntrusted` does. */
export const plainOfUntrusted = (gate: Gate, text: string, field: string): Promise<string> =>
  text.length <= IN_PROCESS_UNITS
    ? Promise.resolve(readPlain(text))
    : gate(() => inThread<string>({ kind: "plain", text }, field));

async function inThread<T>(task: TextTask, field: string): Promise<T> {
  if (isTooDeep(task.text)) throw refusal(field, "has too many nested elements");
  const thread = new Worker(new URL("./html-worker.ts", import.meta.url), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stderr: true,
  });
  const stop = new AbortController();
  const watch = setInterval(async () => {
    // The thread may have ended meanwhile.
    const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1000 > sanitisingTime.value) stop.abort();
  }, LOOK_EVERY_MS);
  try {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
    const [answer] = (await once(thread, "message", { signal })) as [T];
    return answer;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name !== "AbortError" && code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    throw refusal(field, "has markup that takes too long to sanitise; send simpler markup");
  } finally {
    clearInterval(watch);
    thread.on("error", () => {});
    await thread.terminate();
  }
}

const refusal = (field: string, message: string) =>
  overLimit(sanitisingTime, "invalid", "invalid-parameter", `${field}: ${message}`, {
    [field]: message,
  });
