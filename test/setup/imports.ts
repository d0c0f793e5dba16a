/** A world in which feeds are sent over HTTP and imported as a worker would. */
import { expect } from "vitest";
import { importJobs } from "../../src/features/publishing/imports/jobs.ts";
import { type MadeFeed, makeFeed } from "./feeds.ts";
import { type Person, useWorld } from "./world.ts";

type Sent = {
  text?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  feed_url?: string;
  /** Whether the server may fetch from 127.0.0.1; default true. */
  allowPrivate?: boolean;
};

type Listed = { episode_id: number; title: string; published_at: string };

export function useImports() {
  const world = useWorld();

  /** Runs the job of this name. */
  async function work(name: string, payload: object, allowPrivate = true): Promise<void> {
    const found = importJobs(world.deps, { allowPrivate }).find((job) => job.name === name);
    await found?.run(payload, { last: true });
  }

  /** Requests an import, runs it, and returns its record. */
  async function send(who: Person, { text, bytes, feed_url, allowPrivate = true }: Sent) {
    const content = bytes ?? text;
    const files = content === undefined ? {} : { feed_file: new Blob([content]) };
    const fields = feed_url === undefined ? {} : { feed_url };
    const asked = await who.api.post("/v2/imports", fields, { files });
    expect(asked.status, asked.text).toBe(200);
    const { import_id, state } = asked.response.import;
    expect(state).toBe("PENDING");
    await work("import", { import_id }, allowPrivate);
    return (await who.api.get(`/v2/imports/${import_id}`)).response.import;
  }

  return {
    world,
    work,
    send,
    sendFeed: (who: Person, feed: MadeFeed) => send(who, { text: makeFeed(feed) }),
    /** The episodes that an anonymous caller sees, newest first. */
    async episodesOf(show_id: number): Promise<Listed[]> {
      return (await world.api.get(`/v2/shows/${show_id}/episodes`)).response.items;
    },
    async detailOf({ episode_id }: { episode_id: number }, who?: Person) {
      const { api } = who ?? world;
      return (await api.get(`/v2/episodes/${episode_id}`)).response.episode;
    },
  };
}
