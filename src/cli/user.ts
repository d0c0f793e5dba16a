/** `longwave user create|list|set`: manages users. */
import type { Command } from "commander";
import { endAccess } from "../features/people/accounts/passwords.ts";
import { disconnectApps } from "../features/people/oauth/store.ts";
import { createUser, setUser } from "../features/people/users/actions.ts";
import { findUserForOperator, listUsers } from "../features/people/users/store.ts";
import { DEFAULT_PLAN } from "../platform/storage/plans.ts";
import { wireTime } from "../platform/text/time.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";
import { type PasswordOptions, readPassword, withPassword } from "./password.ts";

type Row = Awaited<ReturnType<typeof findUserForOperator>>;

export function registerUser(program: Command): void {
  const user = program.command("user").description("Manage users");
  registerCreate(user);
  user
    .command("list")
    .description("List all users")
    .option("--json", "Print them as JSON")
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
      .description("Create a user and print it as JSON; prompts for the password")
      .requiredOption("--username <name>", "3 to 32 characters: a to z, 0 to 9 and _")
      .requiredOption("--email <address>", "E-mail address")
      .requiredOption("--fullname <name>", "Full name"),
  )
    .option("--admin", "Make the user an admin, who may do everything")
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
      .description("Change settings that only the operator can change, and print the user as JSON")
      .requiredOption("--username <name>", "Username of the user")
      .option("--plan <plan>", "Plan such as basic or unlimited; PLANS defines the storage of each")
      .option("--verified", "Mark the user as verified")
      .option("--no-verified", "Remove the verified mark")
      .option("--end-tokens", "With a new password: also revoke all access tokens")
      .option("--end-apps", "With a new password: also disconnect all apps"),
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
        throw new UsageError("--end-tokens and --end-apps require --password or --password-stdin.");
      if (Object.keys({ ...settings, ...options }).length === 0)
        throw new UsageError(
          "Use at least one of --plan, --verified, --no-verified, --password, --password-stdin.",
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
  `Warning: PLANS does not list the plan ${plan}, so the limits of ${DEFAULT_PLAN} apply.\n`;

const view = ({ created_at, ...user }: Row) => ({ ...user, created_at: wireTime(created_at) });
