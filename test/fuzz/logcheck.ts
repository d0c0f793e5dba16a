/** Checks the server's log: JSON lines without personal data, tokens, addresses or private records. */
import { AGENT } from "./render.ts";

type LogFault = Readonly<{ check: string; detail: string }>;

/** Faults, and counts of logged errors of requests that were not answered with 500, by message. */
export type LogReport = Readonly<{ faults: LogFault[]; errors: Map<string, number> }>;

const ERROR_LEVEL = 50;

export function checkLog(lines: readonly string[], secrets: readonly string[]): LogReport {
  const errors = new Map<string, number>();
  const faults = lines.flatMap((line): LogFault[] => {
    const entry = parse(line);
    if (entry === null) return [{ check: "log is no JSON", detail: line.slice(0, 200) }];
    if (Number(entry.level) >= ERROR_LEVEL) {
      const told = entry.err as { message?: string } | undefined;
      const name = `${entry.msg}: ${told?.message ?? ""}`.slice(0, 160);
      errors.set(name, (errors.get(name) ?? 0) + 1);
    }
    const secret = secrets.find((one) => line.includes(one));
    return secret === undefined
      ? []
      : [{ check: "log tells too much", detail: line.slice(0, 300) }];
  });
  return { faults, errors };
}

/** Further texts that must not be logged, besides the callers' tokens and cookies. */
export const NEVER_LOGGED: readonly string[] = [
  AGENT,
  "127.0.0.1",
  "@example.invalid",
  "oauth2_access_token",
];

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
