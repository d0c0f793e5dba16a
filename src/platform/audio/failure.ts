/** The one way in which working on audio fails. */

/**
 * The file could not be made into an episode's audio. The message is one plain sentence for whoever
 * uploaded it. `retry`: the fault is ours (disk full, program killed), and the same file may pass.
 */
export class AudioError extends Error {
  override name = "AudioError";
  readonly retry: boolean;

  constructor(message: string, options: { retry?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retry = options.retry ?? false;
  }
}

/** Gives faults of our own disk a sentence; leaves an `AudioError` as it is. */
export function ourTrouble(error: unknown): AudioError {
  if (error instanceof AudioError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const full = code === "ENOSPC" || code === "EDQUOT";
  const message = full
    ? "The server has no space left for this file."
    : "The server failed while working on this file.";
  return new AudioError(message, { retry: true, cause: error });
}
