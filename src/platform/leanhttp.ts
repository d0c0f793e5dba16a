/**
 * Keeps Node's bundled browser classes out of memory. An `import` of `node:http` reads every name that the module
 * exports, and three of them load undici with 0.8 MB of source text: 14 MB of resident memory in a process that never
 * opens a WebSocket. Without these names, which nothing here uses, `fetch` loads it when the first request goes out.
 *
 * The command line imports this before anything else, since the names are fixed by the first import of `node:http`.
 */
import { createRequire } from "node:module";

const http: Record<string, unknown> = createRequire(import.meta.url)("node:http");
for (const name of ["WebSocket", "CloseEvent", "MessageEvent"]) delete http[name];
