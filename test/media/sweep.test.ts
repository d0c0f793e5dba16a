/** Tests the nightly sweep on real stores: it deletes unreferenced files and no others. */
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepFiles } from "../../src/features/publishing/media/actions.ts";
import { mediaJobs } from "../../src/features/publishing/media/jobs.ts";
import { holdOffSweep } from "../../src/features/publishing/media/store.ts";
import type { Executor } from "../../src/platform/db/database.ts";
import { openBucket } from "../setup/bucket.ts";
import { makePicture } from "../setup/pictures.ts";
import { openWorld } from "../setup/world.ts";

const HOUR_MS = 3_600_000;

describe.each(["disk", "bucket"])("media on %s", (name) => {
  let incoming = "";
  let world = {} as Awaited<ReturnType<typeof openWorld>>;
  const opened = new AsyncDisposableStack();
  beforeAll(async () => {
    const bucket = name === "bucket" ? await openBucket() : null;
    if (bucket !== null) opened.defer(() => bucket.close());
    world = await openWorld(bucket === null ? {} : { MEDIA_URL: bucket.url });
    opened.defer(() => world.close());
    // Outside the store's temporary folder, whose old files these tests delete.
    incoming = await mkdtemp(path.join(os.tmpdir(), "longwave-incoming-"));
    opened.defer(() => rm(incoming, { recursive: true }));
    // A table that no code knows.
    await world.deps.pool.query("create table recordings (id int primary key, sound_key text)");
  });
  afterAll(() => opened.disposeAsync());

  async function sweep(): Promise<void> {
    for (const { run } of mediaJobs(world.deps)) await run({}, { last: false });
  }
  async function sweepAfter(hours: number): Promise<void> {
    world.setTime(new Date(Date.now() + hours * HOUR_MS));
    await sweep();
    world.setTime(null);
  }
  async function fileOf(bytes: Buffer) {
    const file = path.join(incoming, randomUUID());
    await writeFile(file, bytes);
    return { path: file, kind: "sounds", extension: "mp3" };
  }
  const isThere = async (key: string) => (await world.deps.media.find(key)) !== null;
  const refer = (db: Executor, id: number, key: string | null) =>
    sql`insert into recordings values (${id}, ${key})
      on conflict (id) do update set sound_key = excluded.sound_key`.execute(db);

  /** In one transaction, keeps the file and makes it the only file of row `id`. */
  async function record(id: number, bytes: Buffer, before = async () => {}): Promise<string> {
    const { db, media } = world.deps;
    const sound = await fileOf(bytes);
    return db.transaction().execute(async (transaction) => {
      const keys = await keepFiles(transaction, media, { sound });
      await before();
      await refer(transaction, id, keys.sound);
      return keys.sound;
    });
  }

  test("files referenced by any table stay, and others are deleted after an hour", async () => {
    const { media, db } = world.deps;
    const key = await record(1, randomBytes(1000));
    const file = await fileOf(randomBytes(1000));
    const lost = await media.put(file.path, "left-overs", "wav");
    await sweepAfter(0.9);
    expect([await isThere(key), await isThere(lost)]).toEqual([true, true]);
    await sweepAfter(1.1);
    expect([await isThere(key), await isThere(lost)]).toEqual([true, false]);
    await refer(db, 1, null);
    await sweepAfter(1.1);
    expect(await isThere(key)).toBe(false);
  });

  test("a process that dies between upload and commit leaves only files that the sweep deletes", async () => {
    const bytes = randomBytes(1000);
    const { pool, db, media } = world.deps;
    const dying = record(2, bytes, async () => {
      await pool.query(`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and mode = 'ShareLock' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`);
    });
    await expect(dying).rejects.toThrow();
    expect((await sql`select from recordings where id = 2`.execute(db)).rows).toEqual([]);
    const left = await media.put((await fileOf(bytes)).path, "sounds", "mp3");
    await sweepAfter(2);
    expect(await isThere(left)).toBe(false);
  });

  test("concurrent sweeps never delete a file that a row refers to", async () => {
    const { media, db } = world.deps;
    const sounds = Array.from({ length: 4 }, () => randomBytes(3000));
    world.setTime(new Date(Date.now() + 5 * HOUR_MS));
    let writing = 4;
    const lost: string[] = [];
    const write = async (id: number) => {
      for (let round = 0; round < 12; round += 1) {
        const bytes = sounds[(id + round * 3) % sounds.length] ?? Buffer.alloc(0);
        const key = await record(id, bytes);
        if (!(await isThere(key))) lost.push(key);
        else if (!(await buffer(await media.read(key))).equals(bytes)) lost.push(`${key}: bytes`);
        await refer(db, id, null);
      }
      writing -= 1;
    };
    const sweepOn = async () => {
      let sweeps = 0;
      for (; writing > 0; sweeps += 1) await sweep();
      return sweeps;
    };
    const writers = [11, 12, 13, 14].map(write);
    const [sweeps] = await Promise.all([sweepOn(), ...writers]);
    expect(sweeps).toBeGreaterThan(1);
    expect(lost).toEqual([]);
    await sweep();
    world.setTime(null);
    const left: string[] = [];
    for await (const key of media.keys("sounds")) left.push(key);
    expect(left).toEqual([]);
  });

  test("every column of keys has an index, so that writers hardly wait for a sweep", async () => {
    const slow = await sql<{ place: string }>`
      select format('%s.%s', attrelid::regclass, attname) as place from pg_attribute a
      join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace
      where relkind = 'r' and atttypid = 'text'::regtype and attname like '%\\_key'
        and not exists (select from pg_index where indrelid = attrelid and indkey[0] = attnum)
        -- Excludes a column that holds no file key, and this test's own table.
        and attname <> 'limited_key' and relname <> 'recordings'`.execute(world.deps.db);
    expect(slow.rows).toEqual([]);
  });

  test("holding off the sweep requires a transaction", async () => {
    await expect(holdOffSweep(world.deps.db)).rejects.toThrow("transaction");
  });

  test("images are accepted and served, and leave no other files in the store", async () => {
    const ada = await world.person();
    const image_file = new Blob([new Uint8Array(await makePicture({ width: 600, height: 500 }))]);
    const changed = await ada.api.post("/v2/users/me", {}, { files: { image_file } });
    const { image_url } = changed.response.user;
    const picture = await fetch(image_url);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 200 });
    await sweepAfter(2);
    expect((await fetch(image_url)).status).toBe(200);
    const folder = path.join(world.deps.config.dataDir, "media");
    expect(existsSync(folder)).toBe(name === "disk");
  });
});
