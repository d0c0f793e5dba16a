/** The error that all audio processing throws. */

/**
 * The file could not be made into an episode's audio. The message is one plain sentence for the person who uploaded it.
 * `retry`: the cause is on the server (disk full, program killed), and the same file may succeed later.
 */
export class AudioError extends Error {
  override name = "AudioError";
  readonly retry: boolean;

  constructor(message: string, options: { retry?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retry = options.retry ?? false;
  }
}

/** Turns errors of the server's disk into an `AudioError` with a message; returns an `AudioError` unchanged. */
export function ourTrouble(error: unknown): AudioError {
  if (error instanceof AudioError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const full = code === "ENOSPC" || code === "EDQUOT";
  const message = full
    ? "The server has no space left for this file."
    : "The server failed while working on this file.";
  return new AudioError(message, { retry: true, cause: error });
}
