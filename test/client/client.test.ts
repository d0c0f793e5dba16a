/** Tests the TypeScript client against a real server: calls, pages, conflicts, retries, uploads. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  createLongwave,
  each,
  edit,
  LongwaveError,
  upload,
} from "../../clients/typescript/src/index.ts";
import { makePicture } from "../setup/pictures.ts";
import { makeSound } from "../setup/sounds.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();

async function open(own: typeof fetch = fetch) {
  const { token } = await world.person();
  return createLongwave({ server: world.baseUrl, token, fetch: own });
}

test("it creates, reads, lists page by page and reports refusals by field", async () => {
  const longwave = await open();
  const image_file = new File([await makePicture({ width: 500, height: 500 })], "cover.png");
  const { show } = await longwave.createShow({ title: "Night Trains", language: "en", image_file });
  const { show_id } = show;
  for (const title of ["One", "Two", "Three"]) {
    const media_url = "https://media.example/a.mp3";
    await longwave.createEpisode({ show_id, title, type: "EXTERNAL", media_url, tags: ["a", "b"] });
  }
  const titles: string[] = [];
  const input = { show_id, limit: 2, filter: "editable" } as const;
  for await (const { title } of each(longwave, "listShowEpisodes", input)) titles.push(title);
  expect(titles.sort()).toEqual(["One", "Three", "Two"]);
  expect(await longwave.getShow({ show_id })).toMatchObject({ show: { title: "Night Trains" } });
  const range = { from: "2026-01-01", to: "2026-01-31", group: "day" } as const;
  expect(await longwave.exportShowPlayStatistics({ show_id, ...range })).toContain("2026-01-02");
  const refused = await longwave.createShow({ title: "", language: "en" }).catch((error) => error);
  expect(refused).toBeInstanceOf(LongwaveError);
  expect(refused).toMatchObject({ status: 400, fields: { title: expect.any(String) } });
});

test("an edit that somebody else overtook is decided again", async () => {
  const longwave = await open();
  const { show } = await longwave.createShow({ title: "First", language: "en" });
  const { show_id } = show;
  const { etag } = await longwave.call("getShow", { show_id });
  await longwave.updateShow({ show_id, title: "Second" });
  const stale = longwave.updateShow({ show_id, title: "Third" }, { ifMatch: etag ?? "" });
  await expect(stale).rejects.toMatchObject({ status: 412 });
  const { token } = await world.person();
  const own = createLongwave({ server: world.baseUrl, token });
  const made = await own.createShow({ title: "First title", language: "en" });
  const id = made.show.show_id;
  const seen: string[] = [];
  const overtaken = createLongwave({
    server: world.baseUrl,
    token,
    fetch: async (url, init) => {
      if (init?.method === "POST" && seen.length === 1)
        await own.updateShow({ show_id: id, title: "Second title" });
      return fetch(url, init);
    },
  });
  await edit(overtaken, "getShow", { show_id: id }, "updateShow", ({ show: { title } }) => {
    seen.push(title);
    return { show_id: id, title: `${title}!` };
  });
  expect(seen).toEqual(["First title", "Second title"]);
  expect((await own.getShow({ show_id: id })).show.title).toBe("Second title!");
});

test("a lost answer is not executed twice, and Retry-After is obeyed", async () => {
  let lost = 0;
  const longwave = await open(async (url, init) => {
    const response = await fetch(url, init);
    if (init?.method !== "POST" || lost > 1) return response;
    lost += 1;
    if (lost === 1) throw new TypeError("The connection broke.");
    return new Response(null, { status: 429, headers: { "retry-after": "0" } });
  });
  await longwave.createShow({ title: "Only once", language: "en" });
  expect(lost).toBe(2);
  const shows = [];
  for await (const show of each(longwave, "listUserShows", { user_id: "me", filter: "editable" }))
    shows.push(show);
  expect(shows).toHaveLength(1);
});

test("a wait that is too long is left to the caller", async () => {
  let calls = 0;
  const longwave = await open(async () => {
    calls += 1;
    return new Response(null, { status: 503, headers: { "retry-after": "3600" } });
  });
  await expect(longwave.getCurrentUser()).rejects.toMatchObject({ status: 503 });
  expect(calls).toBe(1);
});

test("an upload in pieces survives broken connections and can be resumed", async () => {
  let pieces = 0;
  const longwave = await open(async (url, init) => {
    if (init?.method !== "PATCH") return fetch(url, init);
    pieces += 1;
    const response = await fetch(url, init);
    // The server has the piece, but its answer is lost.
    if (pieces === 2) throw new TypeError("The connection broke.");
    return response;
  });
  const { show } = await longwave.createShow({ title: "Large", language: "en" });
  const folder = world.deps.media.tmpDir;
  const file = new Blob([await readFile(await makeSound({ folder, seconds: 2 }))]);
  const progress: number[] = [];
  const pieceSize = Math.ceil(file.size / 4);
  const upload_id = await upload(longwave, file, {
    pieceSize,
    onProgress: (sent) => progress.push(sent),
  });
  expect(progress.at(-1)).toBe(file.size);
  expect(pieces).toBe(4);
  const { show_id } = show;
  const { episode } = await longwave.createEpisode({ show_id, title: "Whole", upload_id });
  expect(episode.encoding_status).toBe("PENDING");

  const stop = new AbortController();
  let begun = "";
  const cancelled = upload(longwave, file, {
    pieceSize,
    signal: stop.signal,
    onStart: (path) => {
      begun = path;
    },
    onProgress: () => stop.abort(new Error("Enough.")),
  });
  await expect(cancelled).rejects.toThrow();
  const before = pieces;
  const resumed = await upload(longwave, file, { pieceSize, resume: begun });
  expect(pieces - before).toBe(3);
  expect(begun.endsWith(resumed)).toBe(true);
});
