/** `longwave --server <url> …`: declares the commands of another server, and decides their exit codes. */
import { Command, CommanderError } from "commander";
import { OPERATIONS } from "../../../clients/typescript/src/api.ts";
import type { Name } from "../../../clients/typescript/src/client.ts";
import { UsageError } from "../errors.ts";
import { registerApply } from "./apply/command.ts";
import { registerArchives, registerOrganizationArchives } from "./archive/command.ts";
import { type CallFlags, callAndPrint } from "./calling.ts";
import { REMOTE_COMMANDS, type RemoteCommand } from "./commands.ts";
import { type Connection, connect } from "./connection.ts";
import type { RemoteEnvironment } from "./environment.ts";
import { EXIT, exitCodeOf, explainRemote } from "./failures.ts";
import { type Fields, namesOf, readFields } from "./fields.ts";
import { registerLogin } from "./login.ts";
import { registerUpload } from "./uploading.ts";

const FIELDS_HELP =
  "Fields: name=text, name:=JSON, name=@file for the text of a file, name@file for a file";

/** Runs one command on the server at `address`; never throws. */
export async function runRemote(
  address: string,
  environment: RemoteEnvironment,
  args: readonly string[],
): Promise<void> {
  const program = new Command("longwave")
    .description(`Commands on the server ${address}, over its API`)
    .usage("--server <url> <command> [arguments]")
    .helpOption("-h, --help", "Display help for a command")
    .helpCommand("help [command]", "Display help for a command")
    .showHelpAfterError("(add --help to list the options of this command)")
    .exitOverride();
  const connection = () => connect(address, environment);
  registerLogin(program, connection);
  for (const command of REMOTE_COMMANDS) register(program, command, connection);
  registerUpload(groupOf(program, "episode"), connection);
  registerArchives(groupOf(program, "show"), connection);
  registerOrganizationArchives(groupOf(program, "organization"), connection);
  registerApply(program, connection);
  registerCall(program, connection);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Commander has already printed its error message or the requested help.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
      return;
    }
    process.stderr.write(`${explainRemote(error, address)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

const secondWords = (name: string): string[] =>
  REMOTE_COMMANDS.flatMap(({ words }) =>
    words.startsWith(`${name} `) ? [words.slice(name.length + 1)] : [],
  );

/** The command `name` of `program`, under which further words are. */
function groupOf(program: Command, name: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  return found ?? program.command(name).description(secondWords(name).join(", "));
}

const withFlags = (command: Command): Command =>
  command
    .argument("[fields...]", FIELDS_HELP)
    .option("--json", "Print lists as JSON; everything else is JSON or CSV anyway")
    .option("--dry-run", "Print the request that would be sent, and send nothing")
    .option("--idempotency-key <key>", "Repeats of a POST with the same key are executed once");

function register(program: Command, row: RemoteCommand, connection: () => Connection): void {
  const [first = "", second] = row.words.split(" ");
  const command =
    second === undefined ? program.command(first) : groupOf(program, first).command(second);
  const names = namesOf(row.operation);
  const positional = row.arguments ?? names.path;
  for (const name of positional) command.argument(`<${name}>`);
  const others = names.all.filter((name) => !positional.includes(name));
  withFlags(command)
    .description(row.summary)
    .addHelpText("after", `\nFields of ${row.operation}: ${others.join(", ") || "none"}`)
    .action(async (...all: unknown[]) => {
      const words = all.slice(0, positional.length) as string[];
      const [given, flags] = all.slice(positional.length) as [string[], CallFlags];
      const placed: Fields = Object.fromEntries(words.map((word, at) => [positional[at], word]));
      const fields = { ...row.fixed, ...(await readFields(row.operation, given)), ...placed };
      const answer = await callAndPrint(connection(), row.operation, fields, flags, row.columns);
      if (row.passes !== undefined && valueIn(answer, row.passes) === false)
        process.exitCode = EXIT.failure;
    });
}

/** A field of the answer or of the only record in it. */
function valueIn(answer: unknown, name: string): unknown {
  if (typeof answer !== "object" || answer === null) return undefined;
  const [record] = Object.values(answer);
  return { ...record, ...answer }[name];
}

function registerCall(program: Command, connection: () => Connection): void {
  withFlags(
    program
      .command("call")
      .argument("<operation>", "Name of an operation of the API, such as listEvents"),
  )
    .description("Call any operation of the API and print what it answers")
    .action(async (operation: string, words: string[], flags: CallFlags) => {
      if (!Object.hasOwn(OPERATIONS, operation))
        throw new UsageError(`${operation} is not an operation; /docs on the server lists them.`);
      const fields = await readFields(operation as Name, words);
      await callAndPrint(connection(), operation as Name, fields, flags);
    });
}
