/** `longwave client create` and `longwave keys rotate`: what OAuth needs from the operator. */
import type { Command } from "commander";
import { createClient } from "../features/oauth/actions.ts";
import { rotateKeys } from "../features/oauth/keys.ts";
import { print, printJson, withDeps } from "./deps.ts";

type Options = { name: string; redirectUri: string[]; public?: boolean };

export function registerClient(program: Command): void {
  program
    .command("client")
    .description("OAuth client apps")
    .command("create")
    .description(
      "register an app; prints client_id and client_secret (null for public apps) as JSON",
    )
    .requiredOption("--name <name>", "what people see when they are asked")
    .requiredOption("--redirect-uri <address...>", "where the app takes people back; up to ten")
    .option("--public", "runs on people's devices, keeps no secret, must use PKCE")
    .action(({ name, redirectUri: redirect_uris, public: isPublic = false }: Options) =>
      withDeps(async (deps) => {
        printJson(await createClient(deps, { name, redirect_uris, public: isPublic }, null));
      }),
    );
  program
    .command("keys")
    .description("signing keys of the authorization server")
    .command("rotate")
    .description("put new keys in use; running servers follow within a minute")
    .action(() =>
      withDeps(async (deps) => {
        await rotateKeys(deps);
        print("New keys are in use. Keys older than 90 days were dropped.");
      }),
    );
}
