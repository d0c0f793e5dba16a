/** Reads a password from the terminal, from standard input, or, with a warning, from the arguments. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { UsageError } from "./errors.ts";

/** `password` is true for `--password` without a value: prompt for it. */
export type PasswordOptions = { password?: string | true; passwordStdin?: true };

/** Adds `--password` and `--password-stdin`. */
export const withPassword = (command: Command): Command =>
  command
    .option(
      "--password [password]",
      "Password of at least 8 characters; without a value, prompt for it",
    )
    .option("--password-stdin", "Read the password from standard input until its end");

/** Reads the password as the options say; null if there are none. Throws `UsageError` if it cannot prompt. */
export async function readPassword({
  password,
  passwordStdin,
}: PasswordOptions): Promise<string | null> {
  if (password !== undefined && passwordStdin)
    throw new UsageError("Use either --password or --password-stdin.");
  if (passwordStdin) return (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password === true) return askTwice();
  if (password !== undefined) process.stderr.write(WARNING);
  return password ?? null;
}

const WARNING =
  "Warning: other users of this machine can see a password in the arguments of a command, and shells store it in their history. Omit the value to be prompted, or use --password-stdin.\n";

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError("There is no terminal to prompt for the password. Use --password-stdin.");
  const password = await ask("Password: ");
  if ((await ask("Again: ")) === password) return password;
  throw new UsageError("The two passwords differ. Try again.");
}

/** Prompts on stderr, which keeps stdout clean, and does not echo the input. */
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
