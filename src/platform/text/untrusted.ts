/** Sanitises text that callers send: short text at once, long text in a worker thread with a deadline. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { overLimit } from "../failure.ts";
import { createGate } from "../gate.ts";
import type { Limit } from "../limits.ts";
import { type CleanHtml, isTooDeep, readHtml, readPlain } from "./html.ts";

/** What the worker thread is asked for: `html` is sanitised and made plain, `plain` loses its tags. */
export type TextTask = Readonly<{ kind: "html" | "plain"; text: string }>;

/**
 * In code units. The slowest mark-up known (`<b>` repeated, then `</i>` repeated) of this length was seen to
 * cost at most 48 ms on a busy machine; starting a thread costs 150 ms of processor time.
 */
const IN_PROCESS_UNITS = 8192;
const MAX_HEAP_MB = 128;
const LOOK_EVERY_MS = 100;
/** By the clock; far longer than `sanitisingTime` takes on a machine that does anything else. */
const MAX_WAIT_MS = 60_000;

/**
 * Processor time, so that a busy machine refuses nothing that an idle one takes. The longest
 * description of plain paragraphs takes a second.
 */
export const sanitisingTime: Limit = {
  name: "sanitising-time",
  value: 4000,
  unit: "ms",
  bounds: `Processor time for one description of more than ${IN_PROCESS_UNITS.toLocaleString("en")} code units, in a worker thread of its own.`,
  beyond: "400 `invalid-parameter` that names the parameter",
};

/** How many texts are sanitised at once, and how many wait. */
const gate = createGate(2, 20);

/**
 * `html` without what pages must not contain, and its plain text. `field` is the parameter that a
 * refusal names. Throws `Failure` (400) when it takes longer than `sanitisingTime`, and `TryLater`
 * when too many other texts wait.
 */
export const sanitiseUntrusted = (html: string, field: string): Promise<CleanHtml> =>
  html.length <= IN_PROCESS_UNITS
    ? Promise.resolve(readHtml(html))
    : gate(() => inThread<CleanHtml>({ kind: "html", text: html }, field));

/** `text` without tags, if it has any. Throws as `sanitiseUntrusted` does. */
export const plainOfUntrusted = (text: string, field: string): Promise<string> =>
  text.length <= IN_PROCESS_UNITS
    ? Promise.resolve(readPlain(text))
    : gate(() => inThread<string>({ kind: "plain", text }, field));

async function inThread<T>(task: TextTask, field: string): Promise<T> {
  if (isTooDeep(task.text)) throw refusal(field, "has too many elements inside each other");
  const thread = new Worker(new URL("./html-worker.ts", import.meta.url), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stderr: true,
  });
  const stop = new AbortController();
  const watch = setInterval(async () => {
    // It may have ended meanwhile.
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
    throw refusal(field, "has mark-up that takes too long to sanitise; send simpler mark-up");
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
