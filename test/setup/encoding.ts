/** Uploads for tests, and their encoding as a worker would run it. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { encodingJobs } from "../../src/features/publishing/episodes/encoding/jobs.ts";
import { makeShow } from "./factories.ts";
import { makeSound, type SoundOptions } from "./sounds.ts";
import { type Person, useWorld } from "./world.ts";

type Attempt = { last?: boolean; signal?: AbortSignal; allowPrivate?: boolean };

export function useUploads(env: Record<string, string> = {}) {
  const world = useWorld(env);
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "longwave-sounds-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const made = new Map<string, Promise<File>>();
  /** An audio file to upload, generated once per set of options. */
  function sound(options: Omit<SoundOptions, "folder"> = {}): Promise<File> {
    const name = JSON.stringify(options);
    const file = made.get(name) ?? make(options);
    made.set(name, file);
    return file;
  }

  async function make(options: Omit<SoundOptions, "folder">): Promise<File> {
    const file = await makeSound({ seconds: 1, ...options, folder });
    return new File([await readFile(file)], path.basename(file));
  }

  /** The upload that is to be encoded now. */
  const encodingOf = async (episode_id: number) => {
    const { encoding_id } = await world.deps.db
      .selectFrom("episodes")
      .select("encoding_id")
      .where("episode_id", "=", episode_id)
      .executeTakeFirstOrThrow();
    return { episode_id, encoding_id: encoding_id ?? 0, allow_private: false };
  };

  /** The name of the job queued for the episode. */
  const stepOf = async (episode_id: number): Promise<string | undefined> => {
    const { rows } = await world.deps.pool.query("select name from owned_jobs where key = $1", [
      `encode-${episode_id}`,
    ]);
    return rows[0]?.name;
  };

  return {
    world,
    sound,
    encodingOf,
    /** Fetches and encodes the episode's audio. */
    async encode(
      episode_id: number,
      { last = true, allowPrivate = false, signal }: Attempt = {},
      payload?: object,
    ): Promise<void> {
      const jobs = encodingJobs(world.deps, { allowPrivate });
      const attempt = { last, ...(signal ? { signal } : {}) };
      const given = payload ?? (await encodingOf(episode_id));
      if ((await stepOf(episode_id)) === "fetch-audio") {
        await jobs.find(({ name }) => name === "fetch-audio")?.run(given, attempt);
        if ((await stepOf(episode_id)) === "fetch-audio") return;
      }
      await jobs.find(({ name }) => name === "encode-episode")?.run(given, attempt);
    },
    /** A person with a show. */
    async author(show = {}) {
      const ada = await world.person();
      return { ada, show_id: await makeShow(world, ada, show) };
    },
    /** Uploads into the show and returns the episode from the response. */
    async upload(who: Person, show_id: number, file: Blob, fields = {}) {
      const sent = { title: "An upload", ...fields };
      const files = { media_file: file };
      const { status, response, text } = await who.api.post(`/v2/shows/${show_id}/episodes`, sent, {
        files,
      });
      expect(status, text).toBe(200);
      return response.episode;
    },
    async detail(who: { api: Person["api"] }, { episode_id }: { episode_id: number }) {
      return (await who.api.get(`/v2/episodes/${episode_id}`)).response?.episode;
    },
    /** The files in the temporary folder of the media store. */
    leftovers: () => readdir(world.deps.media.tmpDir),
  };
}

/** `mp3` with an embedded cover: an ID3v2.3 tag of one APIC frame (id3.org, ID3v2.3.0 §4.15). */
export async function withCover(mp3: Blob, jpeg: Buffer): Promise<File> {
  const body = Buffer.concat([Buffer.from("\0image/jpeg\0\x03\0", "latin1"), jpeg]);
  const frame = Buffer.from("APIC\0\0\0\0\0\0", "latin1");
  frame.writeUInt32BE(body.length, 4);
  const size = frame.length + body.length;
  const sevenBits = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
  const head = Buffer.from([...Buffer.from("ID3\x03\0\0", "latin1"), ...sevenBits]);
  const bare = Buffer.from(await mp3.arrayBuffer());
  return new File([head, frame, body, bare], "covered.mp3");
}
