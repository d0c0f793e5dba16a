/** Draws the picture that other sites show for a link, in a process of its own. */
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startLimited } from "./limited.ts";

/** Size that sites with large previews ask for (1.91:1). */
export const CARD = { width: 1200, height: 630 } as const;

/** What a card shows. Fonts are files; the first one that has a character draws it. */
export type CardOrder = Readonly<{
  title: string;
  /** The line below the title. */
  byline: string;
  site: string;
  /** Part of the width, 0 to 1, at which the needle of the dial is. */
  needle: number;
  colours: Readonly<Record<"paper" | "ink" | "soft" | "line" | "accent" | "signal", string>>;
  titleFonts: readonly string[];
  textFonts: readonly string[];
}>;

const PROGRAM = fileURLToPath(new URL("./cardprocess.ts", import.meta.url));
const LIMITS = { memoryBytes: 3 * 2 ** 29, cpuSeconds: 10, fileBytes: 8 * 2 ** 20 };
const PATIENCE_MS = 20_000;

/** The card as JPEG. `cover`: a square JPEG that Longwave has re-encoded. */
export async function drawCard(order: CardOrder, cover: Buffer | null): Promise<Buffer> {
  const child = startLimited(PROGRAM, LIMITS, ["pipe", "pipe", "ignore", "ipc"]);
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS).unref();
  try {
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error("the process that draws has no pipes");
    const drawn = buffer(stdout);
    const ended = once(child, "close");
    // If the process has ended, that is reported below.
    stdin.on("error", () => {});
    child.send(order, () => {});
    stdin.end(cover ?? Buffer.alloc(0));
    const [code] = await ended;
    if (code !== 0) throw new Error(`the process that draws a card ended with ${code}`);
    return await drawn;
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
