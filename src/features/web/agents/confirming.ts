/** Lets a tool do what others see only after a second call that repeats what the first call answered. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Api } from "./schema.ts";
import { Refused } from "./schema.ts";

/** How long a confirmation is good for: between one and two of these periods. */
const PERIOD_MS = 5 * 60_000;

/** What is confirmed: the tool, its input, and the record as it was when it was summarised. */
export type Intent = Readonly<{
  tool: string;
  input: Readonly<Record<string, unknown>>;
  etag: string | null;
}>;

/**
 * The confirmation of `intent`: a signature with the caller's token, which the program that runs the model has, but not
 * the model. So a model can only have it from an answer of this tool. It needs no storage and is valid in every process.
 */
function codeOf({ tool, input, etag }: Intent, { secret }: Api, period: number): string {
  // An ETag starts with the record's revision; what follows also changes with counts.
  const revision = etag?.split(".")[0];
  const content = JSON.stringify([tool, Object.entries(input).sort(), revision, period]);
  return createHmac("sha256", `longwave-confirmation ${secret}`)
    .update(content)
    .digest("base64url")
    .slice(0, 22);
}

const periodOf = (api: Api): number => Math.floor(api.now.getTime() / PERIOD_MS);

/** The answer of a first call: nothing has been done, and what would be done. */
export const askFirst = (intent: Intent, api: Api, summary: string, details: object): object => ({
  done: false,
  summary,
  ...details,
  next: "Show this summary to your user. Only if they agree, call the tool again with the same input and this `confirmation`.",
  confirmation: codeOf(intent, api, periodOf(api)),
});

/** Fails unless `given` confirms exactly `intent`. */
export function requireConfirmation(intent: Intent, api: Api, given: string): void {
  const now = periodOf(api);
  const isGood = [now, now - 1].some((period) => {
    const expected = Buffer.from(codeOf(intent, api, period));
    const actual = Buffer.from(given);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
  if (!isGood)
    throw new Refused(
      "This confirmation is not for this input, has expired, or the record has changed. Call again without `confirmation`.",
    );
}
