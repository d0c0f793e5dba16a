/** `longwave user create|list|set`: users as the operator deals with them. */
import type { Command } from "commander";
import { endAccess } from "../features/accounts/passwords.ts";
import { disconnectApps } from "../features/oauth/store.ts";
import { createUser, setUser } from "../features/users/actions.ts";
import { findUserForOperator, listUsers } from "../features/users/store.ts";
import { wireTime } from "../platform/text/time.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

type Row = Awaited<ReturnType<typeof findUserForOperator>>;

export function registerUser(program: Command): void {
  const user = program.command("user").description("users");
  user
    .command("create")
    .description("make a user and print it as JSON")
    .requiredOption("--username <name>", "3 to 32 of a to z, 0 to 9 and _")
    .requiredOption("--email <address>")
    .requiredOption("--fullname <name>")
    .requiredOption("--password <password>", "at least 8 characters")
    .option("--admin", "may do everything")
    .action((input: Parameters<typeof createUser>[1]) =>
      withDeps(async (deps) => {
        printJson(view(await findUserForOperator(deps.db, await createUser(deps, input))));
      }),
    );
  user
    .command("list")
    .description("list all users")
    .option("--json", "print them as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async ({ db }) => {
        const users = (await listUsers(db)).map(view);
        if (json) return printJson(users);
        for (const one of users)
          print(`${one.user_id}\t${one.username}\t${one.email}\t${one.fullname}`);
      }),
    );
  registerSet(user);
}

type Settings = { plan?: string; verified?: boolean; password?: string };
type Ends = { endTokens?: true; endApps?: true };

function registerSet(user: Command): void {
  user
    .command("set")
    .description("change what only the operator may, and print the user as JSON")
    .requiredOption("--username <name>", "of whom")
    .option("--plan <plan>", "free text; what it allows is for you to say")
    .option("--verified", "mark as verified")
    .option("--no-verified", "take the mark away")
    .option("--password <password>", "at least 8 characters; ends all sessions of the user")
    .option("--end-tokens", "with --password: also revoke all access tokens")
    .option("--end-apps", "with --password: also disconnect all apps")
    .action(
      ({ username, endTokens, endApps, ...settings }: Settings & Ends & { username: string }) => {
        if ((endTokens || endApps) && settings.password === undefined)
          throw new UsageError("--end-tokens and --end-apps go with --password.");
        if (Object.keys(settings).length === 0)
          throw new UsageError(
            "Say what to change: --plan, --verified, --no-verified, --password.",
          );
        return withDeps(async (deps) => {
          const user_id = await setUser(deps, username, settings);
          if (settings.password !== undefined)
            await endAccess({ ...deps, disconnectApps }, deps.db, {
              user_id,
              keep: null,
              end_tokens: endTokens === true,
              end_apps: endApps === true,
            });
          printJson(view(await findUserForOperator(deps.db, user_id)));
        });
      },
    );
}

const view = ({ created_at, ...user }: Row) => ({ ...user, created_at: wireTime(created_at) });
