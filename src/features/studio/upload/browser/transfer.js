/** Sends one file so that it survives a closed tab, a server that restarts and a network that changes. */
import "../../frame/vendor/tus.js";

/**
 * `waiting`: it goes on by itself once server and network are back. `failed`: only the person can mend the reason.
 * @typedef {"sending" | "waiting" | "paused" | "done" | "failed"} State
 * @typedef {"too_large" | "no_space" | "signed_out" | "unreadable" | "other"} Reason
 * @typedef {{ state: State, sent: number, size: number, resumed: boolean, upload_id: string | null, reason: Reason | null }} Change
 * @typedef {{ csrf: string, user: string, onChange: (change: Change) => void }} Options
 * @typedef {{ pause(): void, resume(): void, cancel(): Promise<void> }} Transfer
 */

/** Small enough that a proxy passes it, and large enough that requests do not cost time. */
const CHUNK_BYTES = 16 * 2 ** 20;
const MOST_WAIT_MS = 10_000;
/** Together about a day: as long as the server keeps an unfinished upload. */
const WAITS = Array.from({ length: 9000 }, (_, nth) => Math.min(MOST_WAIT_MS, 250 * 2 ** nth));

/** What the person can do about an answer that no retry changes, by status. */
const REASONS = new Map(
  /** @type {[number, Reason][]} */ ([
    [401, "signed_out"],
    [403, "signed_out"],
    [413, "too_large"],
    [507, "no_space"],
  ]),
);

/**
 * Starts to send `file`, or goes on with it where this browser stopped before.
 * @param {File} file
 * @param {Options} options
 * @returns {Transfer}
 */
export function startTransfer(file, { csrf, user, onChange }) {
  const size = file.size;
  let sent = 0;
  let resumed = false;
  /** @type {State} */
  let state = "sending";
  /** @type {Reason | null} */
  let refusal = null;
  const change = (/** @type {State} */ next, /** @type {Reason | null} */ reason = null) => {
    state = next;
    const upload_id = next === "done" ? (upload.url?.split("/").at(-1) ?? null) : null;
    onChange({ state, sent, size, resumed, upload_id, reason });
  };
  const upload = new globalThis.tus.Upload(file, {
    endpoint: "/v2/uploads",
    chunkSize: CHUNK_BYTES,
    retryDelays: WAITS,
    headers: { "x-csrf-token": csrf },
    metadata: { filename: file.name },
    removeFingerprintOnSuccess: true,
    // With the person: others who use this browser have uploads of their own.
    fingerprint: async () => ["longwave", user, file.name, size, file.lastModified].join("-"),
    async onAfterResponse(request, response) {
      const status = response.getStatus();
      refusal = (await isQuota(status, response)) ? "no_space" : (REASONS.get(status) ?? null);
      // Otherwise the library would forget the upload and start again.
      if (request.getMethod() === "HEAD" && refusal === "signed_out") throw new Error("signed out");
    },
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0;
      const lasting = refusal !== null || (status >= 400 && status < 500 && !isPassing(status));
      if (!lasting) change("waiting");
      return !lasting;
    },
    onProgress(now) {
      if (state === "paused") return;
      sent = now;
      change("sending");
    },
    onSuccess() {
      sent = size;
      change("done");
    },
    async onError() {
      change("failed", refusal ?? ((await isReadable(file)) ? "other" : "unreadable"));
    },
  });
  const goOn = () => {
    if (state !== "waiting") return;
    upload.abort().then(() => upload.start());
  };
  addEventListener("online", goOn);
  upload.findPreviousUploads().then((before) => {
    const last = before.toSorted((a, b) => b.creationTime.localeCompare(a.creationTime))[0];
    if (last !== undefined) {
      resumed = true;
      upload.resumeFromPreviousUpload(last);
    }
    if (state === "sending") upload.start();
  });
  return {
    pause() {
      change("paused");
      upload.abort();
    },
    resume() {
      refusal = null;
      change("sending");
      upload.start();
    },
    async cancel() {
      removeEventListener("online", goOn);
      await upload.abort(true).catch(() => undefined);
    },
  };
}

/** Another request of the same upload, too many requests, or a request that was too slow. */
const isPassing = (/** @type {number} */ status) => [408, 409, 423, 429].includes(status);

/** A full quota is refused like a missing right, but says so. */
const isQuota = async (
  /** @type {number} */ status,
  /** @type {{ getBody(): string }} */ response,
) => status === 403 && /storage|quota/i.test(response.getBody());

/** Whether the file is still what was chosen: after a change on disk, browsers refuse to read it. */
const isReadable = (/** @type {File} */ file) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
