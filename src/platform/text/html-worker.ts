/** The worker thread that `untrusted.ts` starts: sanitises one long text and posts the result. */
import { parentPort, workerData } from "node:worker_threads";
import { readHtml, readPlain } from "./html.ts";
import type { TextTask } from "./untrusted.ts";

const { kind, text } = workerData as TextTask;
parentPort?.postMessage(kind === "html" ? readHtml(text) : readPlain(text));
