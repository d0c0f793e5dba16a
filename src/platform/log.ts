/** The log: JSON lines without secrets or personal data, whatever was thrown or fetched. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

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
        logMethod: createRepeatFilter(),
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

/** Of warnings and errors with the same text and cause, this many are written in each period. */
const MOST_ALIKE = 5;
const PERIOD_MS = 60_000;
/** Kinds of lines that are told apart; further ones in the same period are all written. */
const MOST_KINDS = 1000;
const WARN = 40;

type Repeated = { written: number; left: number; logger: Logger; level: number; text: string };

/**
 * Leaves out lines that repeat others: while a database or a disk is away, each request and each loop has the same to
 * say. At the end of the period, one line says how many were left out. What goes on is then written once in a period.
 */
function createRepeatFilter(): NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]> {
  const kinds = new Map<string, Repeated>();
  let isTimed = false;
  const begin = () => {
    if (!isTimed) setTimeout(close, PERIOD_MS).unref();
    isTimed = true;
  };
  const close = () => {
    isTimed = false;
    const ended = [...kinds];
    kinds.clear();
    for (const [key, kind] of ended) {
      const { left, logger, level, text } = kind;
      if (left === 0) continue;
      logger[level >= 50 ? "error" : "warn"]({ repeated: left }, text);
      kinds.set(key, { ...kind, written: MOST_ALIKE - 1, left: 0 });
      begin();
    }
  };
  return function filter(args, method, level) {
    if (level < WARN) return method.apply(this, args);
    const text = String(args.find((arg) => typeof arg === "string") ?? "");
    const key = `${level} ${text} ${causeOf(args[0])}`;
    const known = kinds.get(key);
    if (known !== undefined && known.written >= MOST_ALIKE) {
      known.left += 1;
      return;
    }
    if (known !== undefined) known.written += 1;
    else if (kinds.size < MOST_KINDS) {
      kinds.set(key, { written: 1, left: 0, logger: this, level, text });
      begin();
    }
    method.apply(this, args);
  };
}

/** What tells two errors apart whose lines have the same text. */
function causeOf(entry: unknown): string {
  const { err, error = err, reason, status, statement } = (entry ?? {}) as Record<string, unknown>;
  const { code, message } = (
    entry instanceof Error ? entry : (error ?? {})
  ) as NodeJS.ErrnoException;
  return String(code ?? message ?? reason ?? status ?? statement ?? "").slice(0, 100);
}

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
