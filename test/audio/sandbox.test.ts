/** Tests that ffmpeg is sandboxed: it can be stopped, writes no file, and reaches no network and no other file. */
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { inputArgs } from "../../src/platform/audio/decoding.ts";
import { AudioError } from "../../src/platform/audio/failure.ts";
import { findFfmpeg } from "../../src/platform/audio/ffmpeg.ts";
import { processAudio } from "../../src/platform/audio/process.ts";
import { letSandboxRead, runFfmpeg } from "../../src/platform/audio/sandbox.ts";
import { bundledFfmpeg, makeSound, testFfmpeg } from "../setup/sounds.ts";
import { make, PROGRAMS, STEREO, useFolder } from "./making.ts";

const folder = useFolder();

async function run(args: string[], more: { signal?: AbortSignal; limitMs?: number } = {}) {
  const cwd = await mkdtemp(path.join(folder.path, "run-"));
  const lines: string[] = [];
  const { signal = new AbortController().signal, limitMs = 20_000 } = more;
  const onLine = (line: string) => void lines.push(line);
  const all = { args, cwd, limitMs, signal, onLine, onOutput() {} };
  const ended = await runFfmpeg(await testFfmpeg(), all);
  return { ...ended, told: lines.join("\n"), left: await readdir(cwd) };
}

const ENDLESS = ["-v", "error", "-re", "-f", "lavfi", "-i", "anullsrc", "-f", "null", "-"];

test("an abort ends it at once, and the same file may be tried again", async () => {
  const abort = new AbortController();
  const running = run(ENDLESS, { signal: abort.signal });
  setTimeout(() => abort.abort(), 200);
  await expect(running).rejects.toMatchObject({ name: "AudioError", retry: true });
});

test("it is stopped after its time limit", async () => {
  await expect(run(ENDLESS, { limitMs: 300 })).rejects.toMatchObject({
    message: "The file takes too long to decode.",
    retry: false,
  });
});

test("it cannot write a file", async () => {
  const sound = ["-f", "lavfi", "-i", "anullsrc=d=1"];
  const { code, left } = await run(["-v", "error", ...sound, "out.wav"]).catch((error: unknown) => {
    expect(error).toBeInstanceOf(AudioError);
    return { code: 1, left: [] };
  });
  expect(code).not.toBe(0);
  expect(left).toEqual([]);
});

test.runIf(process.getuid?.() === 0)("as root it runs as a user who owns nothing", async () => {
  const secret = path.join(folder.path, "secret.wav");
  await writeFile(secret, "RIFF", { mode: 0o600 });
  const { told } = await run(["-i", secret, "-f", "null", "-"]);
  expect(told).toContain("Permission denied");
});

test.runIf(process.getuid?.() === 0).each(PROGRAMS)(
  "%s may be installed where that user has no access",
  async (_name, find) => {
    const closed = await mkdtemp(path.join(folder.path, "closed-"));
    const ffmpeg = await find();
    const command = ffmpeg.command.map((part) => {
      if (!path.isAbsolute(part) || part === process.execPath) return part;
      copyFileSync(part, path.join(closed, path.basename(part)));
      return path.join(closed, path.basename(part));
    }) as [string, ...string[]];
    expect((await stat(closed)).mode & 0o077).toBe(0);
    const file = await makeSound({ folder: folder.path, name: "closed.wav", seconds: 1 });
    const done = await make(folder.path, file, { ffmpeg: { ...ffmpeg, command } });
    expect(done.duration_ms).toBe(1000);
  },
  // ffmpeg gives way to everything else on a busy machine.
  120_000,
);

test.runIf(process.getuid?.() === 0)("among the work folders it sees only its own", async () => {
  const closed = await mkdtemp(path.join(folder.path, "closed-"));
  const sound = await readFile(
    await makeSound({ folder: folder.path, name: "own.wav", seconds: 1 }),
  );
  for (const name of ["own", "other"]) {
    const work = path.join(closed, name);
    await mkdir(work);
    await writeFile(path.join(work, "sound.wav"), sound);
    await letSandboxRead(path.join(work, "sound.wav"), 0o640);
    await letSandboxRead(work, 0o710);
  }
  const hear = async (file: string) => {
    const lines: string[] = [];
    const { code } = await runFfmpeg(await testFfmpeg(), {
      args: ["-v", "error", "-i", `file:${file}`, "-f", "null", "-"],
      cwd: path.join(closed, "own"),
      limitMs: 20_000,
      signal: new AbortController().signal,
      onLine: (line) => void lines.push(line),
      onOutput() {},
    });
    return code === 0 ? "heard" : lines.join("\n");
  };
  expect(await hear("sound.wav")).toBe("heard");
  for (const other of ["../other/sound.wav", path.join(closed, "other/sound.wav")])
    expect(await hear(other)).toContain("Permission denied");
});

test("streams other than audio are not decoded", async () => {
  const file = path.join(folder.path, "film.mp4");
  const [program, ...before] = (await testFfmpeg()).command;
  const picture = ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64"];
  const tone = ["-f", "lavfi", "-i", "sine=d=1"];
  execFileSync(program, [...before, "-v", "error", ...picture, ...tone, "-c:v", "mpeg4", file]);
  const format = { name: "MP4", demuxer: "mov", extension: "m4a" };
  const source = { name: file, bytes: 1, format };
  const play = (what: string) => run([...inputArgs(source), "-map", what, "-f", "null", "-"]);
  await chmod(file, 0o644);
  await chmod(folder.path, 0o755);
  expect((await play("0:a")).code).toBe(0);
  const film = await play("0:v");
  expect(film.code).not.toBe(0);
  expect(film.told).toContain("not on whitelist");
});

test("references to other files or URLs in an upload are not followed", async () => {
  const file = path.join(folder.path, "list.mp3");
  for (const text of [
    "ffconcat version 1.0\nfile /etc/hostname\n",
    "#EXTM3U\nhttp://127.0.0.1/\n",
  ]) {
    await writeFile(file, text.padEnd(200, "\n"));
    await expect(make(folder.path, file)).rejects.toThrow(/not audio\.$/);
  }
});

test("processing stops on request, and leaves no processes or files", async () => {
  const file = await makeSound({
    folder: folder.path,
    name: "long.wav",
    kind: "tone",
    seconds: 200,
  });
  const workDir = await mkdtemp(path.join(folder.path, "work-"));
  const abort = new AbortController();
  const onProgress = (percent: number) => {
    if (percent > 30) abort.abort();
  };
  const { signal } = abort;
  const work = { file, workDir, profile: STEREO, normalise: true, signal, onProgress };
  const failure = await processAudio(await testFfmpeg(), work).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "AudioError", retry: true });
  expect(await readdir(workDir)).not.toContain("upload-being-read.wav");
  // ffmpeg gives way to everything else on a busy machine.
}, 120_000);

test("ffmpeg is found: configured, on the PATH, or the bundled one with a warning", async () => {
  const warnings: string[] = [];
  const log = { warn: (message: string) => void warnings.push(message) };
  await expect(findFfmpeg("/nowhere/ffmpeg", log)).rejects.toThrow(
    "FFMPEG_PATH is set to /nowhere/ffmpeg, but no ffmpeg runs from there.",
  );
  await expect(findFfmpeg("/bin/true", log)).rejects.toThrow("no ffmpeg runs from there");
  expect(warnings).toEqual([]);
  const bin = await mkdtemp(path.join(folder.path, "bin-"));
  expect(await findOnPath(bin, log)).toMatchObject(await bundledFfmpeg());
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("because there is no ffmpeg on the PATH.");
  expect(warnings[0]).toContain("in WebAssembly");
});

test("an ffmpeg built without LAME is not used, and the message names what it lacks", async () => {
  const warnings: string[] = [];
  const log = { warn: (message: string) => void warnings.push(message) };
  const bin = await mkdtemp(path.join(folder.path, "bin-"));
  const program = path.join(bin, "ffmpeg");
  const script = `if [ "$2" = -encoders ]; then echo " A....D pcm_s16le"; else echo "ffmpeg version 9"; fi`;
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  expect(await findOnPath(bin, log)).toMatchObject(await bundledFfmpeg());
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(`because ${program} lacks libmp3lame, `);
  await expect(findFfmpeg(program, log)).rejects.toThrow(
    `FFMPEG_PATH is set to ${program}, but ${program} lacks libmp3lame, `,
  );
});

/** With nothing but the folder `bin` on the PATH. */
async function findOnPath(bin: string, log: { warn(message: string): void }) {
  const usual = process.env.PATH;
  process.env.PATH = bin;
  return await findFfmpeg(null, log).finally(() => {
    process.env.PATH = usual;
  });
}
