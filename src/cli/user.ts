/** `longwave user create|list|set`: users as the operator deals with them. */
import type { Command } from "commander";
import { endAccess } from "../features/accounts/passwords.ts";
import { disconnectApps } from "../features/oauth/store.ts";
import { createUser, setUser } from "../features/users/actions.ts";
import { findUserForOperator, listUsers } from "../features/users/store.ts";
import { DEFAULT_PLAN } from "../platform/storage/plans.ts";
import { wireTime } from "../platform/text/time.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";
import { type PasswordOptions, readPassword, withPassword } from "./password.ts";

type Row = Awaited<ReturnType<typeof findUserForOperator>>;

export function registerUser(program: Command): void {
  const user = program.command("user").description("users");
  registerCreate(user);
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

type NewUser = Omit<Parameters<typeof createUser>[1], "password"> & PasswordOptions;

function registerCreate(user: Command): void {
  withPassword(
    user
      .command("create")
      .description("make a user and print it as JSON; asks for the password")
      .requiredOption("--username <name>", "3 to 32 of a to z, 0 to 9 and _")
      .requiredOption("--email <address>")
      .requiredOption("--fullname <name>"),
  )
    .option("--admin", "may do everything")
    .action(async ({ password: given = true, passwordStdin, ...input }: NewUser) => {
      const options = passwordStdin ? { passwordStdin } : { password: given };
      const password = (await readPassword(options)) ?? "";
      await withDeps(async (deps) => {
        const user_id = await createUser(deps, { ...input, password });
        printJson(view(await findUserForOperator(deps.db, user_id)));
      });
    });
}

type Settings = { username: string; plan?: string; verified?: boolean } & PasswordOptions;
type Ends = { endTokens?: true; endApps?: true };

function registerSet(user: Command): void {
  withPassword(
    user
      .command("set")
      .description("change what only the operator may, and print the user as JSON")
      .requiredOption("--username <name>", "of whom")
      .option("--plan <plan>", "such as basic or unlimited; PLANS says what each grants")
      .option("--verified", "mark as verified")
      .option("--no-verified", "take the mark away")
      .option("--end-tokens", "with a new password: also revoke all access tokens")
      .option("--end-apps", "with a new password: also disconnect all apps"),
  ).action(
    async ({
      username,
      password: given,
      passwordStdin,
      endTokens,
      endApps,
      ...settings
    }: Settings & Ends) => {
      const options: PasswordOptions = {
        ...(given === undefined ? {} : { password: given }),
        ...(passwordStdin ? { passwordStdin } : {}),
      };
      if ((endTokens || endApps) && Object.keys(options).length === 0)
        throw new UsageError("--end-tokens and --end-apps go with --password or --password-stdin.");
      if (Object.keys({ ...settings, ...options }).length === 0)
        throw new UsageError(
          "Say what to change: --plan, --verified, --no-verified, --password, --password-stdin.",
        );
      const password = await readPassword(options);
      await withDeps(async (deps) => {
        const { plan } = settings;
        const changes = { ...settings, ...(password === null ? {} : { password }) };
        const user_id = await setUser(deps, username, changes);
        if (password !== null)
          await endAccess({ ...deps, disconnectApps }, deps.db, {
            user_id,
            keep: null,
            end_tokens: endTokens === true,
            end_apps: endApps === true,
          });
        if (plan !== undefined && !deps.config.plans.has(plan))
          process.stderr.write(unlisted(plan));
        printJson(view(await findUserForOperator(deps.db, user_id)));
      });
    },
  );
}

const unlisted = (plan: string): string =>
  `Warning: PLANS does not list the plan ${plan}, so the limits of ${DEFAULT_PLAN} hold.\n`;

const view = ({ created_at, ...user }: Row) => ({ ...user, created_at: wireTime(created_at) });
