/** `longwave token create|revoke`: personal access tokens. */
import type { Command } from "commander";
import { createToken, endToken } from "../features/people/users/actions.ts";
import { SCOPES } from "../platform/http/scopes.ts";
import { parseWireTime } from "../platform/text/time.ts";
import { print, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

type Creation = { user: string; scope?: string; expires?: string };

export function registerToken(program: Command): void {
  const token = program.command("token").description("Manage personal access tokens");
  token
    .command("create")
    .description("Create a token and print it; it cannot be shown again")
    .requiredOption("--user <username>", "User whose rights the token has")
    .option("--scope <scope>", `One of ${SCOPES.join(", ")} (default: basic, full rights)`)
    .option("--expires <when>", "Date, UTC time, or duration such as 90d or 12h (default: never)")
    .action(({ user, scope, expires }: Creation) => {
      const expiresAt = expires === undefined ? null : readExpiry(expires, new Date());
      return withDeps(async (deps) => {
        print(
          await createToken(deps, user, {
            ...(scope === undefined ? {} : { scope }),
            ...(expiresAt === null ? {} : { expiresAt }),
          }),
        );
      });
    });
  token
    .command("revoke")
    .description("Revoke a token permanently")
    .requiredOption("--token <token>", "The token")
    .action(({ token: text }: { token: string }) => withDeps((deps) => endToken(deps, text)));
}

const SPAN_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000 };

/** Parses `2027-01-31`, `2027-01-31 12:00:00` (both UTC), or a duration from `now`. Throws `UsageError`. */
function readExpiry(text: string, now: Date): Date {
  const [, number, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const date =
    number === undefined
      ? parseWireTime(/^[\d-]{10}$/.test(text) ? `${text} 00:00:00` : text)
      : new Date(now.getTime() + Number(number) * (SPAN_MS[unit ?? ""] ?? 0));
  if (date !== null && date > now) return date;
  throw new UsageError(
    `--expires must be a future date (2027-01-31), UTC time (2027-01-31 12:00:00) or duration (90d, 12h), not “${text}”.`,
  );
}
