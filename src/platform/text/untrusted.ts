/** Sanitises text that callers send: short text at once, long text in a worker thread with a deadline. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { overLimit } from "../failure.ts";
import { createGate } from "../gate.ts";
import type { Limit } from "../limits.ts";
import { type CleanHtml, readHtml, readPlain } from "./html.ts";

/** What the worker thread is asked for: `html` is sanitised and made plain, `plain` loses its tags. */
export type TextTask = Readonly<{ kind: "html" | "plain"; text: string }>;

/**
 * In code units. The slowest mark-up known (`<b>` repeated, then `</i>` repeated) of this length costs
 * about 10 ms (test/http/texts.test.ts measures it); starting a thread costs 150 ms of processor time.
 */
const IN_PROCESS_UNITS = 8192;
const MAX_HEAP_MB = 128;

/** How long one text may take in the worker thread. */
export const sanitisingTime: Limit = {
  name: "sanitising-time",
  value: 5000,
  unit: "ms",
  bounds: `Time for one description of more than ${IN_PROCESS_UNITS.toLocaleString("en")} code units in its worker thread.`,
  beyond: "400 `invalid-parameter` that names the parameter",
};

/** How many texts are sanitised at once, and how many wait. */
const gate = createGate(1, 20);

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
  const thread = new Worker(new URL("./html-worker.ts", import.meta.url), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stderr: true,
  });
  try {
    const signal = AbortSignal.timeout(sanitisingTime.value);
    const [answer] = (await once(thread, "message", { signal })) as [T];
    return answer;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name !== "AbortError" && code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    const message = "has mark-up that takes too long to sanitise; send simpler mark-up";
    throw overLimit(sanitisingTime, "invalid", "invalid-parameter", `${field}: ${message}`, {
      [field]: message,
    });
  } finally {
    thread.on("error", () => {});
    await thread.terminate();
  }
}
