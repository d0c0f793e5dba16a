/** `longwave demo`: fills an empty server with an invented network. */

import { type Command, InvalidArgumentError } from "commander";
import { type Demo, isEmpty, makeDemo } from "../demo/run.ts";
import type { Scale } from "../demo/world.ts";
import type { OpenDeps } from "../deps.ts";
import { print, printJson, withDeps } from "./deps.ts";

type Options = Scale & Readonly<{ json?: true }>;

const upTo =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };

export function registerDemo(program: Command): void {
  program
    .command("demo")
    .description("Fill an empty server with an invented network, to see every page in use")
    .option("--seed <number>", "Seed; the same seed makes the same network", upTo(999_999_999), 1)
    .option("--episodes <number>", "Number of episodes of all 12 shows", upTo(300), 300)
    .option("--days <number>", "Days with listeners, up to today", upTo(365), 90)
    .option("--downloads <number>", "Downloads per day, about", upTo(100_000), 500)
    .option("--json", "Print accounts and ids as JSON")
    .action((options: Options) =>
      withDeps((deps, signal) => run(deps, options, signal), { stops: true }),
    );
}

async function run(deps: OpenDeps, options: Options, signal: AbortSignal): Promise<void> {
  const again = waysOn(deps.config);
  if (!(await isEmpty(deps))) throw new Error(`${NOT_EMPTY} ${again.other}`);
  const started = performance.now();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const progress = (line: string) => {
    const seconds = Math.round((performance.now() - started) / 1000);
    say(`${String(seconds).padStart(4)} s  ${line}`);
  };
  const interrupted = `Interrupted: the demo is incomplete. ${again.remove}`;
  signal.addEventListener("abort", () => say(interrupted), { once: true });
  say(DURATION);
  const demo = await makeDemo(deps, options, progress, signal).catch(async (error: Error) => {
    const isUntouched = await isEmpty(deps).catch(() => false);
    if (!signal.aborted && !isUntouched) say(`The demo failed and is incomplete. ${again.remove}`);
    throw error;
  });
  progress("Done.");
  if (options.json) printJson(demo);
  else tell(demo);
}

const NOT_EMPTY = "This server already has users, and the demo is only made on an empty one.";
const DURATION =
  "This takes two to six minutes on two processors, and longer on a machine that is busy or sleeps meanwhile.";

/** How to go on if the server is not empty, or what was made is not complete. */
function waysOn({ databaseUrl, dataDir }: OpenDeps["config"]) {
  const folder = `the folder ${dataDir}`;
  const made = databaseUrl === null ? folder : `all tables of DATABASE_URL, and ${folder}`;
  const name = databaseUrl === null ? "DATA_DIR" : "DATABASE_URL and DATA_DIR";
  return {
    remove: `Remove ${made}, then run the command again.`,
    other: `Choose another ${name}. If an earlier demo was not completed, remove ${made} instead.`,
  };
}

/** Accounts as a table, then what to do. */
function tell({ accounts, show_id }: Demo): void {
  const width = Math.max(...accounts.map(({ username }) => username.length));
  print("Sign in with one of these accounts; their passwords are not stored anywhere else:");
  for (const { role, username, password } of accounts)
    print(`  ${role.padEnd(11)} ${username.padEnd(width)}  ${password}`);
  print(
    `Open the address of the server (npm start, unless it is running); the first show is /show/${show_id}.`,
  );
}
