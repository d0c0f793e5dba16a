#!/usr/bin/env node
/** The `longwave` command: runs the sources in a clone, and their JavaScript in the npm package. */
import { existsSync } from "node:fs";

/** Older versions cannot run the sources, and fail later with the package. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `Longwave needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Install a newer one, or add it to ` +
      `this folder with "npm install node@${OLDEST_NODE}" and start Longwave with "npx longwave".\n`,
  );
  process.exitCode = 1;
} else {
  const sources = new URL("../src/cli.ts", import.meta.url);
  const program = existsSync(sources) ? sources : new URL("../dist/src/cli.js", import.meta.url);
  await import(program.href);
}
