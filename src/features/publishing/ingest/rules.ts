/** Decides what a failed attempt means, and words it for the user; pure. */
import { AudioError } from "../../../platform/audio/failure.ts";
import { FetchError } from "../../../platform/net/fetch.ts";
import { quotaFailureOf } from "../../../platform/storage/full.ts";
import { withoutTrailing } from "../../../platform/text/plain.ts";

/** Shown when the last attempt failed because of the server. */
export const SERVER_ERROR =
  "The audio could not be processed because of a server error. Upload it again later.";

/** Shown when no job is left to report anything. */
export const LOST =
  "Processing failed on every attempt. Upload the audio again or in another format.";

/** `reason`: a sentence for the user; null if the server is to blame. `final`: another attempt would fail as well. */
export type Verdict = Readonly<{ reason: string | null; final: boolean }>;

/** What the error of an attempt means. */
export function verdictOn(error: unknown): Verdict {
  const overQuota = quotaFailureOf(error);
  if (overQuota !== null) return { reason: sentenceOf(overQuota), final: true };
  if (error instanceof FetchError) return { reason: sentenceOf(error), final: error.final };
  if (error instanceof AudioError && !error.retry)
    return { reason: sentenceOf(error), final: true };
  return { reason: null, final: false };
}

const sentenceOf = ({ message }: Error): string => `${withoutTrailing(message, ". \n\r\t")}.`;
