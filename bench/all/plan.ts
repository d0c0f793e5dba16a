/** The benchmarks of `npm run bench -- all`, with settings that take about ten minutes for all of them, and full ones. */

type Folder = "demo" | "testData";
export type Folders = Readonly<Partial<Record<Folder, string>>>;

export type Benchmark = Readonly<{
  name: string;
  /** Its program in `bench/`. */
  file: string;
  /** Arguments in both modes; `FOLDER` is replaced by the folder that it needs. */
  always?: readonly string[];
  quick: readonly string[];
  full?: readonly string[];
  /** It is left out unless this folder was given. */
  needs?: Folder;
}>;

const FOLDER = "FOLDER";

/** Options by which people give the folders. */
export const FOLDER_OPTIONS: Readonly<Record<Folder, string>> = {
  demo: "--demo",
  testData: "--test-data",
};

/** Percent of a core for each process of `crew`: two, PostgreSQL and the generator fit into two cores. */
const SHARE = 35;

/** `words` separated by spaces. */
const args = (words: string): string[] => words.split(" ");

export const BENCHMARKS: readonly Benchmark[] = [
  {
    name: "api",
    file: "run.ts",
    quick: args("--shows 300 --episodes 9000 --rounds 3 --seconds 1"),
  },
  { name: "feeds", file: "feeds.ts", quick: [] },
  { name: "media", file: "media.ts", quick: args("--rounds 3 --seconds 1") },
  { name: "jobs", file: "jobs.ts", quick: args("--shows 5000 --episodes 10000") },
  { name: "listeners", file: "listeners.ts", quick: args("--listeners 300 --seconds 10") },
  { name: "uploads", file: "uploads.ts", quick: args("--uploads 8 --large 50 --seconds 3") },
  {
    name: "transcode",
    file: "run.ts",
    always: ["transcode"],
    quick: args("--minutes 1 --rounds 3"),
    full: args("--minutes 5 --rounds 3"),
  },
  { name: "decision", file: "decision.ts", quick: [] },
  {
    name: "counting",
    file: "counting.ts",
    always: args("--mix players"),
    quick: args("--requests 100000"),
  },
  { name: "ingest", file: "ingest.ts", quick: args("--events 200000") },
  { name: "logs", file: "logs.ts", quick: args("--lines 100000 --rounds 3") },
  { name: "disk", file: "disk.ts", quick: args("--downloads 20000") },
  {
    name: "statistics",
    file: "statistics.ts",
    always: args("--no-rival"),
    quick: args("--events 100000 --questions 40"),
    full: args("--events 1000000,10000000"),
  },
  { name: "reconciliation", file: "reconciliation.ts", quick: args("--lines 20000 --rounds 3") },
  {
    name: "search",
    file: "search/run.ts",
    always: [FOLDER, ...args("--quality 0 --each 20 --no-rivals")],
    quick: args("--sizes 10000 --rounds 1"),
    full: args("--sizes 10000,100000,1000000"),
    needs: "testData",
  },
  { name: "pages", file: "pages.ts", quick: args("--shows 60") },
  { name: "push", file: "push.ts", quick: args("--devices 2000") },
  { name: "start", file: "start.ts", quick: args("--rounds 3 --idle 5") },
  ...["pages", "api"].map((mix) => ({
    name: `crew-${mix}`,
    file: "crew.ts",
    always: [...args(`--mix ${mix} --share ${SHARE} --data`), FOLDER],
    quick: args("--rounds 3 --seconds 4"),
    needs: "demo" as const,
  })),
  {
    name: "crew-media",
    file: "crew.ts",
    always: args(`--mix media --share ${SHARE}`),
    quick: args("--rounds 3 --seconds 4"),
  },
  { name: "tricks", file: "tricks.ts", quick: args("--rounds 3") },
];

/** The arguments of a benchmark; null if the folder that it needs was not given. */
export function argumentsOf(
  { always = [], quick, full = [], needs }: Benchmark,
  isQuick: boolean,
  folders: Folders,
): string[] | null {
  const folder = needs === undefined ? "" : folders[needs];
  if (folder === undefined) return null;
  return [...always, ...(isQuick ? quick : full)].map((word) => (word === FOLDER ? folder : word));
}
