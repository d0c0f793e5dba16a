/** Tests that a resumable upload survives a restart of the server: tus-js-client and our client wait and continue. */
import { Upload, type UploadOptions } from "tus-js-client";
import { expect, test } from "vitest";
import { createLongwave, upload as uploadByClient } from "../../clients/typescript/src/index.ts";
import { JOURNEY_MS, serve, start, useDataDir } from "./processes.ts";

const ada = useDataDir();
const BYTES = Buffer.alloc(1_000_000, "sound");

type Exchange = { method: string; status: number };

/** Uploads with retries every 50 ms; adds requests and responses to `seen`. */
function upload(options: UploadOptions, seen: Exchange[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const going = new Upload(BYTES, {
      chunkSize: 250_000,
      retryDelays: Array.from({ length: 1000 }, () => 50),
      onAfterResponse(request, response) {
        seen.push({ method: request.getMethod(), status: response.getStatus() });
      },
      onSuccess: () => resolve(going.url ?? ""),
      onError: reject,
      ...options,
      onChunkComplete(size, sent, total) {
        if (options.onChunkComplete) going.abort().then(() => resolve(going.url ?? ""), reject);
        options.onChunkComplete?.(size, sent, total);
      },
    });
    going.start();
  });
}

test("a client that resumes while the server restarts waits for it", {
  timeout: JOURNEY_MS,
}, async () => {
  const DATA_DIR = ada.dataDir;
  const headers = { authorization: `Bearer ${ada.token}` };
  const first = await serve({ DATA_DIR });
  const endpoint = `${first.url}/v2/uploads`;
  const begun = await upload({ endpoint, headers, onChunkComplete() {} });
  expect(begun).toMatch(/\/v2\/uploads\/[0-9a-f]{32}$/);

  first.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
  const second = start(["serve"], { DATA_DIR, PORT: new URL(first.url).port });
  const seen: Exchange[] = [];
  expect(await upload({ endpoint, headers, uploadUrl: begun }, seen)).toBe(begun);
  expect(seen).toContainEqual({ method: "HEAD", status: 423 });
  expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
  expect(seen.filter(({ method }) => method === "PATCH")).toHaveLength(3);
  second.kill("SIGTERM");
  expect((await second.ended).code).toBe(0);
});

test("our client resumes in the same way", { timeout: JOURNEY_MS }, async () => {
  const DATA_DIR = ada.dataDir;
  const first = await serve({ DATA_DIR });
  const longwave = createLongwave({ server: first.url, token: ada.token });
  const stop = new AbortController();
  let begun = "";
  const stopped = uploadByClient(longwave, new Blob([BYTES]), {
    pieceSize: 250_000,
    signal: stop.signal,
    onStart: (path) => {
      begun = path;
    },
    onProgress: () => stop.abort(new Error("Stopped.")),
  });
  await expect(stopped).rejects.toThrow();

  first.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
  const second = start(["serve"], { DATA_DIR, PORT: new URL(first.url).port });
  const options = { pieceSize: 250_000, resume: begun, attempts: 100 };
  const upload_id = await uploadByClient(longwave, new Blob([BYTES]), options);
  expect(begun).toBe(`/v2/uploads/${upload_id}`);
  const headers = { "tus-resumable": "1.0.0" };
  const stored = await longwave.send(begun, { method: "HEAD", headers });
  expect(stored.headers.get("upload-offset")).toBe(String(BYTES.length));
  second.kill("SIGTERM");
  expect((await second.ended).code).toBe(0);
});
