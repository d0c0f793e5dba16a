/** Where a command takes a password from: the terminal, standard input, or, with a warning, its arguments. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { UsageError } from "./errors.ts";

/** `password` is true for `--password` without a value: ask at the terminal. */
export type PasswordOptions = { password?: string | true; passwordStdin?: true };

/** Adds `--password` and `--password-stdin`. */
export const withPassword = (command: Command): Command =>
  command
    .option("--password [password]", "at least 8 characters; without a value it is asked for")
    .option("--password-stdin", "read the password from standard input, to its end");

/**
 * The password that the options lead to; null when they name none. Throws `UsageError` where it cannot
 * be asked for.
 */
export async function readPassword({
  password,
  passwordStdin,
}: PasswordOptions): Promise<string | null> {
  if (password !== undefined && passwordStdin)
    throw new UsageError("Give either --password or --password-stdin.");
  if (passwordStdin) return (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password === true) return askTwice();
  if (password !== undefined) process.stderr.write(WARNING);
  return password ?? null;
}

const WARNING =
  "Warning: other users of this machine can read a password among the arguments of a command, and shells keep it. Leave the value out to be asked for it, or use --password-stdin.\n";

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError("There is no terminal to ask for the password: use --password-stdin.");
  const password = await ask("Password: ");
  if ((await ask("Again: ")) === password) return password;
  throw new UsageError("The two passwords differ.");
}

/** Asks on stderr, so that what a command prints stays clean, and shows nothing of what is typed. */
async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const given = new Promise<never>((_resolve, reject) => {
    terminal.once("SIGINT", () => reject(new UsageError("No password was given.")));
  });
  process.stderr.write(question);
  try {
    return await Promise.race([terminal.question(""), given]);
  } finally {
    process.stderr.write("\n");
    terminal.close();
  }
}
