/** The log: JSON lines without secrets or personal data, whatever was thrown or fetched. */
import { type DestinationStream, type Logger, pino } from "pino";

/** Logs lines of `level` and above to `stream`; `onError` also receives those of errors. */
export const createLog = (
  level: string,
  stream: DestinationStream,
  onError?: (line: string) => void,
): Logger =>
  pino(
    {
      level,
      base: null,
      // Errors are passed under both names; without these serialisers, pino writes every property of an error.
      serializers: { err: loggable, error: loggable },
      hooks: {
        streamWrite(line) {
          const clean = withoutAddresses(line);
          if (onError !== undefined && ERROR.test(clean)) onError(clean);
          return clean;
        },
      },
    },
    stream,
  );

/** The beginning of a line of the level error or fatal. */
const ERROR = /^\{"level":(?:5|6)0,/;

/**
 * The loggable part of an error: a driver's `detail` and `parameters` contain personal data, and a client's `config`
 * and `request` contain passwords.
 */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  const reason = cause === undefined ? {} : { cause: loggable(cause) };
  return { type: name, message, code, constraint, stack, ...reason };
}

/**
 * `line` with each URL cut down to its host: paths and queries of feeds, media and pixels contain keys, and the part
 * before the host is a password. File URLs stay, as stack traces contain them.
 */
const withoutAddresses = (line: string): string =>
  line.includes("://") ? line.replace(ADDRESS, hostAlone) : line;

const ADDRESS = /(?<!file):\/\/([^\s"\\]+)/gi;

function hostAlone(_address: string, rest: string): string {
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return authority.length < rest.length ? `://${host}/…` : `://${host}`;
}
