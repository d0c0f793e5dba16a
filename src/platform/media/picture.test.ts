/** Tests the image process: its limits, its turns, and what it leaves behind. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { claimPngSize, makePicture } from "../../../test/setup/pictures.ts";
import { createFairGate } from "../fairgate.ts";
import {
  createPictureGate,
  type PictureHeader,
  type RenderedPicture,
  renderPicture,
} from "./picture.ts";

const gate = createPictureGate();

async function render(bytes: Buffer, choose: (header: PictureHeader) => null = () => null) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-picture-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "sent");
  await writeFile(file, bytes);
  const outcome = await renderPicture(gate, {
    sender: folder,
    file,
    choose,
    upright: path.join(folder, "upright"),
    squares: [{ file: path.join(folder, "square"), side: 200 }],
  }).catch((error: Error) => error.message);
  return { outcome, folder, left: (await readdir(folder)).sort() };
}

test("an image is rendered in all its sizes", async () => {
  const { outcome, folder } = await render(await makePicture({ width: 640, height: 480 }));
  expect(outcome).toMatchObject({ format: "jpeg", width: 640, height: 480 });
  const sizeOf = async (name: string) => (await sharp(path.join(folder, name)).metadata()).width;
  expect([await sizeOf("upright"), await sizeOf("square")]).toEqual([640, 200]);
});

test("the colour that stands out is that of the smaller part with more colour; grey has none", async () => {
  const ground = { width: 600, height: 600, channels: 3, background: "#e8e4da" } as const;
  const plain = await sharp({ create: ground }).jpeg().toBuffer();
  const red = { create: { width: 600, height: 150, channels: 3, background: "#c03020" } } as const;
  const band = await sharp(plain)
    .composite([{ input: red, gravity: "south" }])
    .jpeg()
    .toBuffer();
  const { outcome } = await render(band);
  const { tint } = outcome as RenderedPicture;
  expect(tint).toMatch(/^#(b|c)[0-9a-f]([2-4])[0-9a-f]([12])[0-9a-f]$/);
  const { outcome: grey } = await render(
    await sharp({ create: { ...ground, background: "#777" } })
      .jpeg()
      .toBuffer(),
  );
  expect(grey).toMatchObject({ tint: null });
});

test("a refused image leaves no file behind", async () => {
  const picture = await makePicture({ width: 640, height: 480 });
  const all = [
    await render(Buffer.from("no picture")),
    await render(picture.subarray(0, 2000)),
    await render(picture, () => {
      throw new Error("too small");
    }),
  ];
  expect(all.map(({ outcome }) => outcome)).toEqual([
    "must be a JPEG or PNG picture",
    "is damaged or cut off",
    "too small",
  ]);
  for (const { left } of all) expect(left).toEqual(["sent"]);
});

test("an image that would be re-encoded to more than 64 MB is refused without filling the disk", async () => {
  // Noise does not compress: 40 million pixels of it would be 160 MB.
  const side = 5200;
  const noise = Buffer.alloc(side * side * 4, deflateSync(Buffer.from("seed")));
  for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  const raw = { width: side, height: side, channels: 4 } as const;
  const picture = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
  const { outcome, left } = await render(picture);
  expect(outcome).toBe("is too large to be re-encoded");
  expect(left).toEqual(["sent"]);
}, 120_000);

test("a header with false dimensions costs nothing", async () => {
  const picture = await makePicture({ width: 400, height: 400, format: "png" });
  const { outcome } = await render(claimPngSize(picture, 8000, 5000));
  expect(outcome).toBe("is damaged or cut off");
});

const limit = { name: "test", value: 3, unit: "works", bounds: "", beyond: "" };

test("owners take turns at a gate, one work each, and a failed work lets the next one in", async () => {
  const refusal = { type: "too-many-pictures", message: "Too many." } as const;
  const gate = createFairGate({ running: 2, perOwner: 1, waiting: limit, refusal });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (owner: string, name: string) =>
    gate(owner, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      if (name === "a1") throw new Error("no");
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const all = ["a1", "a2", "a3", "a4"].map((name) => work("a", name));
  for (const one of all) one.catch(() => {}); // looked at below
  await expect(work("a", "a5")).rejects.toMatchObject({ kind: "too-many", limit });
  all.push(work("b", "b1"), work("c", "c1"));
  await end("nobody");
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
  // Two more of the first owner were waiting before the last one came.
  await end("b1");
  expect(begun).toEqual(["a1", "b1", "a2", "c1"]);
  for (const name of ["c1", "a2", "a3", "a4"]) await end(name);
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    "rejected",
    ...["fulfilled", "fulfilled", "fulfilled", "fulfilled", "fulfilled"],
  ]);
});
