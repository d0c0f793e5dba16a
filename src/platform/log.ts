/** The log: JSON lines that hold nobody's secrets, whatever was thrown or fetched. */
import { type DestinationStream, type Logger, pino } from "pino";

/** Logs lines of `level` and above to `stream`. */
export const createLog = (level: string, stream: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      // Errors are passed under both names; without these, all that a library hung on one is written.
      serializers: { err: loggable, error: loggable },
      hooks: { streamWrite: withoutAddresses },
    },
    stream,
  );

/**
 * What the log may hold of an error: a driver's `detail` and `parameters` hold people's data, and a
 * client's `config` and `request` hold passwords.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  const told = cause === undefined ? {} : { cause: loggable(cause) };
  return { type: name, message, code, constraint, stack, ...told };
}

/**
 * `line` with each address cut down to its host: paths and queries of feeds, media and pixels hold keys,
 * and what stands before the host is a password. Files stay, as stack traces name them.
 */
const withoutAddresses = (line: string): string =>
  line.includes("://") ? line.replace(ADDRESS, hostAlone) : line;

const ADDRESS = /\b(?!file:)([a-z][a-z\d+.-]{1,20}:\/\/)([^\s"\\]+)/gi;

function hostAlone(_address: string, scheme: string, rest: string): string {
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return authority.length < rest.length ? `${scheme}${host}/…` : scheme + host;
}
