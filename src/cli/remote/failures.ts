/** Turns a failed request into an exit code and a message that names the fields. */
import { LongwaveError } from "../../../clients/typescript/src/errors.ts";
import { UsageError } from "../errors.ts";
import { plain } from "./output.ts";

/** Documented in docs/guides/automate.md; the codes never change. */
export const EXIT = {
  failure: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  refused: 5,
  conflict: 6,
  unavailable: 7,
} as const;

const BY_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.refused,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  409: EXIT.conflict,
  410: EXIT.notFound,
  412: EXIT.conflict,
  413: EXIT.refused,
  422: EXIT.refused,
  429: EXIT.unavailable,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof LongwaveError)
    return BY_STATUS[error.status] ?? (error.status >= 500 ? EXIT.unavailable : EXIT.failure);
  return isUnreachable(error) ? EXIT.unavailable : EXIT.failure;
}

/** `fetch` throws a `TypeError` whose cause is the error of the connection. */
const isUnreachable = (error: unknown): error is TypeError & { cause: Error } =>
  error instanceof TypeError && error.cause instanceof Error;

export function explainRemote(error: unknown, server: string): string {
  if (isUnreachable(error)) {
    const { code, message } = error.cause as NodeJS.ErrnoException;
    return `${server} cannot be reached: ${message || code || error.message}.`;
  }
  if (!(error instanceof LongwaveError))
    return error instanceof Error ? error.message : String(error);
  const fields = Object.entries(error.fields).map(([field, text]) => `  ${field}: ${text}`);
  const request = error.requestId === null ? "" : ` (request ${error.requestId})`;
  const head = `${error.status} ${error.type}: ${error.message}${request}`;
  return [head, ...fields, ...adviceFor(error)].map(plain).join("\n");
}

const adviceFor = ({ status }: LongwaveError): string[] =>
  status === 401 ? ["Sign in with `longwave --server <url> login`, or set LONGWAVE_TOKEN."] : [];
