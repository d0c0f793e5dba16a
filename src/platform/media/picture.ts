/** Re-encodes untrusted images, each in its own process with resource limits, with senders taking turns. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type FileHandle, open, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createFairGate, type FairGate } from "../fairgate.ts";
import type { Limit } from "../limits.ts";
import { limitRunning } from "../runningtime.ts";
import { startLimited } from "./limited.ts";

export type Size = Readonly<{ width: number; height: number }>;
export type Box = Size & Readonly<{ left: number; top: number }>;
export type PictureFormat = "jpeg" | "png";

/** An image's header. The size is that of the upright image: EXIF orientation applied. */
export type PictureHeader = Size & Readonly<{ format: PictureFormat }>;

/** What was learnt of an image while its files were rendered; `tint`: the colour that stands out in its squares. */
export type RenderedPicture = PictureHeader & Readonly<{ tint: string | null }>;

/** The file cannot be used; the message completes a sentence that begins with its parameter's name. */
export class UnusablePicture extends Error {
  override name = "UnusablePicture";
  /** The limit that it would exceed, if that is the reason. */
  readonly limit: Limit | null;

  constructor(message: string, limit: Limit | null = null) {
    super(message);
    this.limit = limit;
  }
}

export type Rendering = Readonly<{
  /** The sender. Senders take turns, with one image of each at a time. */
  sender: string;
  /** The uploaded file. */
  file: string;
  /** Chooses from the header which part the squares show, null for the whole image; throws to refuse the image. */
  choose(header: PictureHeader): Box | null;
  /** New file: the whole image, upright, in sRGB, without metadata, in its original format. */
  upright: string;
  /** New files: JPEGs of `side` × `side` pixels. */
  squares: readonly Readonly<{ file: string; side: number }>[];
  /** New file: a PNG that fits into `side` × `side` pixels, with its transparency. */
  logo?: Readonly<{ file: string; side: number }>;
}>;

/** Message to the process: where to write, as file descriptors. */
export type PictureOrder = Readonly<{
  box: Box | null;
  upright: number;
  squares: readonly Readonly<{ fd: number; side: number }>[];
  logo: Readonly<{ fd: number; side: number }> | null;
}>;

/** Messages from the process. */
export type PictureAnswer =
  | Readonly<{ header: PictureHeader }>
  | Readonly<{ done: true; tint: string | null }>
  | Readonly<{ unusable: string }>
  | Readonly<{ failed: string }>;

const REFUSED = "400 `invalid-parameter` on the picture";
const pictureTime: Limit = {
  name: "picture-time",
  value: 60_000,
  unit: "ms",
  bounds:
    "Time for reading one image and rendering its sizes, without pauses of the machine; at most 20 s of processor time.",
  beyond: REFUSED,
};
const CPU_SECONDS = 20;
const pictureMemory: Limit = {
  name: "picture-memory",
  value: 3 * 2 ** 29,
  unit: "bytes",
  bounds: "Data segment of the process that reads one image; Node itself reserves 0.65 GB of it.",
  beyond: REFUSED,
};
const pictureFile: Limit = {
  name: "picture-output",
  value: 64 * 2 ** 20,
  unit: "bytes",
  bounds: "Size of a re-encoded image.",
  beyond: REFUSED,
};
const pictureQueue: Limit = {
  name: "pictures-waiting",
  value: 32,
  unit: "pictures",
  bounds: "Images of one user that wait to be read by one process.",
  beyond: "429 `too-many-pictures`",
};
const pictureSlots: Limit = {
  name: "pictures",
  value: 2,
  unit: "pictures",
  bounds: "Images read at the same time by one process, never two of one user.",
  beyond: "The image waits; those of other users go first.",
};

export const pictureLimits: readonly Limit[] = [
  pictureSlots,
  pictureQueue,
  pictureTime,
  pictureMemory,
  pictureFile,
];

/** Whose turn it is, the owners being the senders, and how long an image may take. */
export type PictureGate = Readonly<{ turn: FairGate; milliseconds: number }>;

/** The gate that one process needs for `renderPicture`. More time is for who sends only their own images. */
export const createPictureGate = (milliseconds = pictureTime.value): PictureGate => ({
  milliseconds,
  turn: createFairGate({
    running: pictureSlots.value,
    perOwner: 1,
    waiting: pictureQueue,
    refusal: {
      type: "too-many-pictures",
      message:
        "Too many of your images are waiting to be processed. Send this one again in a minute.",
    },
  }),
});

/**
 * Renders the image's files when it is its sender's turn, and returns what it learnt. Throws `UnusablePicture`, what
 * `choose` throws, or a 429 if the sender has too many waiting.
 */
export const renderPicture = (
  { turn, milliseconds }: PictureGate,
  rendering: Rendering,
): Promise<RenderedPicture> => turn(rendering.sender, () => render(rendering, milliseconds));

async function render(rendering: Rendering, milliseconds: number): Promise<RenderedPicture> {
  await using files = new AsyncDisposableStack();
  const { logo } = rendering;
  const smaller = [...rendering.squares, ...(logo === undefined ? [] : [logo])];
  const made = [rendering.upright, ...smaller.map(({ file }) => file)];
  const openFile = async (file: string, flags: "r" | "wx"): Promise<FileHandle> =>
    files.use(await open(file, flags, 0o600));
  const input = await openFile(rendering.file, "r");
  const upright = await openFile(rendering.upright, "wx");
  const outputs: FileHandle[] = [];
  for (const { file } of smaller) outputs.push(await openFile(file, "wx"));
  const child = startProcess([input, upright, ...outputs]);
  // By the clock, an image would be refused because the machine slept.
  using limit = limitRunning(milliseconds);
  try {
    return await converse(child, rendering, limit.signal);
  } catch (error) {
    await Promise.all(made.map((file) => rm(file, { force: true })));
    throw error;
  } finally {
    child.kill("SIGKILL");
  }
}

const PROGRAM = fileURLToPath(new URL("./pictureprocess.ts", import.meta.url));
/** Descriptor of the first output file in the process: after the three standard ones and the channel. */
const FIRST_OUTPUT = 4;

function startProcess([input, ...outputs]: FileHandle[]): ChildProcess {
  return startLimited(
    PROGRAM,
    { memoryBytes: pictureMemory.value, cpuSeconds: CPU_SECONDS, fileBytes: pictureFile.value },
    [input?.fd, "ignore", "ignore", "ipc", ...outputs.map(({ fd }) => fd)],
  );
}

/** The header comes first; the order is sent in response to it, or nothing. */
async function converse(
  child: ChildProcess,
  { choose, squares, logo }: Rendering,
  timer: AbortSignal,
): Promise<RenderedPicture> {
  const next = answersOf(child, timer);
  const first = await next();
  if (!("header" in first)) throw refusalOf(first);
  const order: PictureOrder = {
    box: choose(first.header),
    upright: FIRST_OUTPUT,
    squares: squares.map(({ side }, at) => ({ fd: FIRST_OUTPUT + 1 + at, side })),
    logo: logo === undefined ? null : { fd: FIRST_OUTPUT + 1 + squares.length, side: logo.side },
  };
  // If the process has ended, that is reported below.
  child.send(order, () => {});
  const last = await next();
  if (!("done" in last)) throw refusalOf(last);
  return { ...first.header, tint: last.tint };
}

/** Each call returns the next message. Throws if the process ends without one. */
function answersOf(child: ChildProcess, timer: AbortSignal): () => Promise<PictureAnswer> {
  const gone = once(child, "exit").then(([code, signal]) => {
    throw deathOf(code as number | null, signal as NodeJS.Signals | null);
  });
  const late = once(timer, "abort").then(() => {
    throw tooSlow();
  });
  // Nothing listens to the promises that lose the race.
  for (const promise of [gone, late]) promise.catch(() => {});
  return async () => {
    const said = once(child, "message").then(([answer]) => answer as PictureAnswer);
    said.catch(() => {});
    return Promise.race([said, gone, late]);
  };
}

function refusalOf(answer: PictureAnswer): Error {
  if ("unusable" in answer) return new UnusablePicture(answer.unusable);
  const reason = "failed" in answer ? answer.failed : "no answer";
  if (reason.includes("EFBIG")) return tooLarge();
  if (reason.includes("out of memory")) return tooHungry();
  return new Error(`reading a picture failed: ${reason}`);
}

const tooSlow = () => new UnusablePicture("takes too long to process", pictureTime);
const tooHungry = () => new UnusablePicture("needs too much memory to process", pictureMemory);
const tooLarge = () => new UnusablePicture("is too large to be re-encoded", pictureFile);

function deathOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (code !== null) return new Error(`the process that reads a picture ended with ${code}`);
  if (signal === "SIGXCPU") return tooSlow();
  if (signal === "SIGXFSZ") return tooLarge();
  return tooHungry();
}
