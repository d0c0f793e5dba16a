/** A server's stderr is JSON lines, whatever a library prints. */
import { expect, test } from "vitest";
import { script } from "../journeys/processes.ts";

const PRINTING = `
const { pino } = await import(root + "/node_modules/pino/pino.js");
const { logPrintedText } = await import(root + "/src/platform/console.ts");
const undo = logPrintedText(pino({ base: null }, pino.destination(2)));
console.error(new Error("stack"));
console.info("two\\nlines", { a: 1 });
process.emitWarning("careful");
await new Promise(setImmediate);
undo();
process.stdout.write("done");
console.error("plain");
`;

test("what is printed becomes log lines, until it is undone", async () => {
  const { stdout, stderr } = await script(PRINTING, {}).ended;
  expect(stdout).toBe("done");
  const lines = stderr.trimEnd().split("\n");
  expect(lines.pop()).toBe("plain");
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map(({ level }) => level)).toEqual([40, 40, 40]);
  const [error, text, warning] = entries.map(({ printed }) => printed);
  expect(error).toMatch(/^Error: stack\n +at /);
  expect(text).toBe("two\nlines { a: 1 }");
  expect(warning).toBe("Warning: careful");
});
