/** The first words of commands that go to another server, so that `longwave` knows them without loading them. */

export const REMOTE_WORDS: ReadonlySet<string> = new Set([
  "apply",
  "call",
  "collaborator",
  "episode",
  "feed",
  "import",
  "list",
  "login",
  "logout",
  "me",
  "organization",
  "show",
  "statistics",
  "user",
  "webhook",
]);

/** The server named before the command, and the words without it. Null if there is none. */
export function serverOption(args: readonly string[]): { server: string; rest: string[] } | null {
  const [first = "", second = ""] = args;
  if (first === "--server") return { server: second, rest: args.slice(2) };
  if (first.startsWith("--server=")) return { server: first.slice(9), rest: args.slice(1) };
  return null;
}
