/** `longwave --server <url> login|logout`: keeps a token for a server, from a sign-in by device code or from stdin. */
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { createLongwave } from "../../../clients/typescript/src/client.ts";
import { type DeviceCode, signInByCode } from "../../../clients/typescript/src/device.ts";
import { UsageError } from "../errors.ts";
import { type Connection, credentialOf } from "./connection.ts";
import { type Credential, keepCredential, readCredentials, withLock } from "./credentials.ts";
import { plain, writeLine } from "./output.ts";

type Options = { clientId?: string; scope: string; tokenStdin?: true };

export function registerLogin(program: Command, connection: () => Connection): void {
  program
    .command("login")
    .description(
      "Sign in with a code that you enter in a browser, and keep the token for this server",
    )
    .option(
      "--client-id <id>",
      "App to sign in with; `longwave client create --public` registers one",
    )
    .option("--scope <scope>", "Scope of the token", "basic")
    .option("--token-stdin", "Read a personal access token from standard input instead")
    .action(async ({ clientId, scope, tokenStdin }: Options) => {
      const { server, environment } = connection();
      const made = tokenStdin
        ? { access_token: await readToken() }
        : await signIn(server, await appFor(server, environment.credentials, clientId), scope);
      const { user } = await createLongwave({ server, token: made.access_token }).getCurrentUser();
      await withLock(environment.credentials, () =>
        keepCredential(environment.credentials, server, made),
      );
      writeLine(plain(`Signed in to ${server} as ${user.username}.`));
    });
  program
    .command("logout")
    .description("Delete the token of this server from this machine")
    .action(async () => {
      const { server, environment } = connection();
      await withLock(environment.credentials, () =>
        keepCredential(environment.credentials, server, null),
      );
    });
}

async function readToken(): Promise<string> {
  const token = (await text(process.stdin)).trim();
  if (/^[\x21-\x7e]{1,1000}$/.test(token)) return token;
  throw new UsageError("Standard input does not contain a token.");
}

/** The app that was named, or that the last sign-in to this server used. */
async function appFor(server: string, file: string, given: string | undefined): Promise<string> {
  const clientId = given ?? (await readCredentials(file))[server]?.client_id;
  if (clientId !== undefined) return clientId;
  throw new UsageError(
    "Use --client-id with an app that the server knows, or --token-stdin with a personal access token.",
  );
}

async function signIn(server: string, clientId: string, scope: string): Promise<Credential> {
  const show = ({ verification_uri, user_code }: DeviceCode) => {
    process.stderr.write(`${plain(`Open ${verification_uri} and enter ${user_code}`)}\n`);
  };
  return credentialOf(await signInByCode({ server, clientId, scope }, show), clientId);
}
