/** `longwave client create` and `longwave keys rotate`: OAuth apps and signing keys. */
import type { Command } from "commander";
import { createClient } from "../features/people/oauth/actions.ts";
import { rotateKeys } from "../features/people/oauth/keys.ts";
import { print, printJson, withDeps } from "./deps.ts";

type Options = { name: string; redirectUri: string[]; public?: boolean };

export function registerOAuthCommands(program: Command): void {
  program
    .command("client")
    .description("Manage OAuth client apps")
    .command("create")
    .description(
      "Register an app and print its client_id and client_secret (null for public apps) as JSON",
    )
    .requiredOption("--name <name>", "Name shown when users are asked for consent")
    .requiredOption("--redirect-uri <address...>", "Redirect URIs of the app, at most ten")
    .option("--public", "Public app: runs on users' devices, has no secret, must use PKCE")
    .action(({ name, redirectUri: redirect_uris, public: isPublic = false }: Options) =>
      withDeps(async (deps) => {
        printJson(await createClient(deps, { name, redirect_uris, public: isPublic }, null));
      }),
    );
  program
    .command("keys")
    .description("Manage the signing keys of the authorization server")
    .command("rotate")
    .description("Create new keys; running servers switch to them within a minute")
    .action(() =>
      withDeps(async (deps) => {
        await rotateKeys(deps);
        print("New keys are in use. Keys older than 90 days were deleted.");
      }),
    );
}
