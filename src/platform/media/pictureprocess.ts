/** The process that `picture.ts` starts for one image: decodes it, isolated from the server's memory and files. */
import { readFileSync, writeFileSync } from "node:fs";
import { type PictureAnswer, type PictureOrder, UnusablePicture } from "./picture.ts";
import { readHeader, readTint, renderLogo, renderSquare, renderUpright } from "./pixels.ts";

/** A uid without an account, as for ffmpeg. Everything is loaded and open by now, so it needs no access. */
const UNPRIVILEGED = 65533;

function dropPrivileges(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(UNPRIVILEGED);
  process.setuid?.(UNPRIVILEGED);
}

const answer = (outcome: PictureAnswer): Promise<void> =>
  new Promise((resolve) => void process.send?.(outcome, () => resolve()));

async function render(bytes: Buffer): Promise<void> {
  const header = await readHeader(bytes);
  const ordered = new Promise<PictureOrder>((resolve) => process.once("message", resolve));
  await answer({ header });
  const { box, upright, squares, logo } = await ordered;
  const whole = await renderUpright(bytes, header.format);
  writeFileSync(upright, whole);
  for (const { fd, side } of squares) writeFileSync(fd, await renderSquare(whole, box, side));
  if (logo !== null) writeFileSync(logo.fd, await renderLogo(whole, logo.side));
  await answer({ done: true, tint: await readTint(whole, box) });
}

// The process stays until its parent has all messages, and ends with it.
process.once("disconnect", () => process.exit(1));
dropPrivileges();
try {
  await render(readFileSync(0));
} catch (error) {
  const { message } = error as Error;
  await answer(error instanceof UnusablePicture ? { unusable: message } : { failed: message });
}
