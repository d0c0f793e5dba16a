/** Tests backups that go wrong: killed, damaged, locked with another passphrase; and those in a bucket. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openBucket } from "../setup/bucket.ts";
import { createClient } from "../setup/client.ts";
import { makePicture } from "../setup/pictures.ts";
import {
  addAda,
  eventually,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  serve,
  start,
  urlOf,
  useDataDir,
} from "./processes.ts";

const ada = useDataDir();
const PASSPHRASE = "correct horse battery staple";

/** A show with a cover: some files in the media store. */
beforeAll(async () => {
  const server = await serve({ DATA_DIR: ada.dataDir, LOG_LEVEL: "silent" });
  const api = createClient(server.url, ada.token);
  const { show } = (await api.post("/v2/shows", { title: "Tides", language: "en" })).response;
  const cover = new Blob([await makePicture({ width: 600, height: 600 })]);
  const cropped = await api.post(
    `/v2/shows/${show.show_id}`,
    { image_crop: "0,0,600,600" },
    { files: { image_file: cover } },
  );
  expect(cropped.status).toBe(200);
  server.kill("SIGTERM");
  await server.ended;
});

/** A new folder with a place for backups in it, and for what is restored. */
async function makePlace() {
  const folder = await makeDataDir();
  await mkdir(folder, { recursive: true });
  const BACKUP_TO = path.join(folder, "backups");
  const from = { DATA_DIR: ada.dataDir, BACKUP_TO };
  return { folder, BACKUP_TO, from, copy: { DATA_DIR: path.join(folder, "copy"), BACKUP_TO } };
}

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();

test(
  "a second backup copies only new files, and the oldest are removed with the files that only they had",
  async () => {
    const { BACKUP_TO, from } = await makePlace();
    const first = JSON.parse((await longwave(["backup", "--json"], from)).stdout);
    expect(first.files).toBeGreaterThan(0);
    expect(first.added_files).toBe(first.files);
    // A file of a backup that is removed.
    const stray = path.join(BACKUP_TO, "objects/ab", "ab".repeat(32));
    await mkdir(path.dirname(stray), { recursive: true });
    await writeFile(stray, "");
    const second = await longwave(["backup", "--keep", "1", "--json"], from);
    expect(JSON.parse(second.stdout)).toMatchObject({ added_files: 0, removed: [first.name] });
    expect(existsSync(stray)).toBe(false);
    const listed = await longwave(["backup", "list", "--json"], from);
    expect(JSON.parse(listed.stdout)).toEqual([
      { name: JSON.parse(second.stdout).name, complete: true },
    ]);
    const verified = await longwave(["backup", "verify"], from);
    expect([verified.code, verified.stderr]).toEqual([0, ""]);
    const doctor = await longwave(["doctor"], from);
    expect(doctor.stdout).toMatch(/^ok {3}backup: \S+ in the folder \S+, 0 h old$/m);
  },
  2 * JOURNEY_MS,
);

test(
  "a backup that is killed leaves nothing that counts, and the next one continues",
  async () => {
    const { BACKUP_TO, from } = await makePlace();
    const killed = start(["backup"], from);
    await eventually(async () => existsSync(path.join(BACKUP_TO, "sets")));
    killed.kill("SIGKILL");
    await killed.ended;
    const none = await longwave(["restore"], { ...from, DATA_DIR: `${BACKUP_TO}-none` });
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/no complete backup/)]);
    const made = await longwave(["backup"], from);
    expect([made.code, made.stderr]).toEqual([0, ""]);
    const listed = await longwave(["backup", "list"], from);
    expect(listed.stdout.trim().split("\n")).toHaveLength(1);
    expect((await longwave(["backup", "verify"], from)).code).toBe(0);
  },
  2 * JOURNEY_MS,
);

test(
  "a restore that is killed is refused to servers until it is finished, and then complete",
  async () => {
    const { from, copy } = await makePlace();
    expect((await longwave(["backup"], from)).code).toBe(0);
    const killed = start(["restore"], copy);
    await eventually(async () => existsSync(path.join(copy.DATA_DIR, "media")));
    killed.kill("SIGKILL");
    await killed.ended;
    const refused = await longwave(["serve"], { ...copy, PORT: "0" });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /unfinished restore of the backup .* Run longwave restore again/,
    );
    // Killed again, this time while the database is written.
    const again = start(["restore"], copy);
    await eventually(async () => existsSync(path.join(copy.DATA_DIR, "postgres")));
    again.kill("SIGKILL");
    await again.ended;
    const finished = await longwave(["restore"], copy);
    expect([finished.code, finished.stderr]).toEqual([0, ""]);
    const server = await serve({ ...copy, LOG_LEVEL: "silent" });
    await expectShow(server.url);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const over = await longwave(["restore"], copy);
    expect([over.code, over.stderr]).toEqual([1, expect.stringMatching(/is not empty/)]);
  },
  3 * JOURNEY_MS,
);

test(
  "an encrypted backup contains nothing readable, and opens only with its passphrase",
  async () => {
    const { BACKUP_TO, from, copy } = await makePlace();
    const BACKUP_PASSPHRASE = PASSPHRASE;
    expect((await longwave(["backup"], { ...from, BACKUP_PASSPHRASE })).code).toBe(0);
    for (const file of await filesBelow(BACKUP_TO))
      if (!file.endsWith("longwave-backup.json"))
        expect((await readFile(file)).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    const wrong = await longwave(["restore"], { ...copy, BACKUP_PASSPHRASE: "some other words" });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/passphrase is wrong/)]);
    expect(existsSync(copy.DATA_DIR)).toBe(false);
    const without = await longwave(["backup", "verify"], from);
    expect(without.stderr).toMatch(/are encrypted: set BACKUP_PASSPHRASE/);
    const restored = await longwave(["restore"], { ...copy, BACKUP_PASSPHRASE });
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
  },
  2 * JOURNEY_MS,
);

test(
  "verify names each damaged and each missing object, and restore refuses them",
  async () => {
    const { BACKUP_TO, from, copy } = await makePlace();
    expect((await longwave(["backup"], from)).code).toBe(0);
    const [damaged = "", lost = ""] = await filesBelow(path.join(BACKUP_TO, "objects"));
    await appendFile(damaged, "x");
    await rm(lost);
    const verified = await longwave(["backup", "verify"], from);
    expect(verified.code).toBe(1);
    const nameOf = (file: string) => path.relative(BACKUP_TO, file);
    expect(verified.stdout).toMatch(`${nameOf(damaged)} in the folder ${BACKUP_TO} is damaged`);
    expect(verified.stdout).toMatch(`the folder ${BACKUP_TO} has no ${nameOf(lost)}`);
    expect(verified.stdout).toMatch("has 2 faults");
    const refused = await longwave(["restore"], copy);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/--skip-damaged/)]);
    const restored = await longwave(["restore", "--skip-damaged"], copy);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);

    const tables = (await filesBelow(BACKUP_TO)).filter((file) =>
      file.includes("public.users.copy"),
    );
    await writeFile(tables[0] ?? "", "nonsense");
    const again = await longwave(["backup", "verify"], from);
    expect(again.stdout).toMatch(
      /^BAD {2}database: .*public\.users\.copy\.gz in .* is damaged\.$/m,
    );
  },
  2 * JOURNEY_MS,
);

test(
  "a bucket holds backups of a media store in a bucket, and restores to a folder",
  async () => {
    const { folder } = await makePlace();
    const bucket = await openBucket();
    onTestFinished(() => bucket.close());
    const DATA_DIR = path.join(folder, "data");
    const token = await addAda(DATA_DIR);
    const BACKUP_TO = bucket.url.replace("?", "/backups?");
    const from = { DATA_DIR, BACKUP_TO, MEDIA_URL: bucket.url.replace("?", "/media?") };
    const server = await serve({ ...from, LOG_LEVEL: "silent" });
    const cover = new Blob([await makePicture({ width: 600, height: 600 })]);
    const made = await createClient(server.url, token).post(
      "/v2/shows",
      { title: "Tides", language: "en", image_crop: "0,0,600,600" },
      { files: { image_file: cover } },
    );
    expect(made.text).toMatch(/image_url/);
    const backup = JSON.parse((await longwave(["backup", "--json"], from)).stdout);
    expect(backup.added_files).toBeGreaterThan(0);
    server.kill("SIGTERM");
    await server.ended;
    const copy = { DATA_DIR: path.join(folder, "copy"), BACKUP_TO };
    expect((await longwave(["backup", "verify"], copy)).code).toBe(0);
    expect(JSON.parse((await longwave(["restore", "--json"], copy)).stdout)).toMatchObject({
      files: backup.files,
      missing: [],
    });
  },
  2 * JOURNEY_MS,
);

test(
  "a backup moves between the embedded and an external database",
  async () => {
    const { folder, from, copy } = await makePlace();
    expect((await longwave(["backup"], from)).code).toBe(0);
    const target = await makeDatabase();
    const outside = { ...copy, DATABASE_URL: urlOf(target) };
    const restored = await longwave(["restore"], outside);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    const over = await longwave(["restore"], { ...outside, DATA_DIR: path.join(folder, "second") });
    expect(over.stderr).toMatch(/The database is not empty/);
    const server = await serve({ ...outside, LOG_LEVEL: "silent" });
    await expectShow(server.url);
    expect((await longwave(["backup"], outside)).code).toBe(0);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const back = await longwave(["restore"], { ...from, DATA_DIR: path.join(folder, "third") });
    expect([back.code, back.stderr]).toEqual([0, ""]);
  },
  3 * JOURNEY_MS,
);

test(
  "a worker makes the nightly backup, and metrics and doctor report its age",
  async () => {
    const { folder, from } = await makePlace();
    const DATABASE_URL = urlOf(await makeDatabase());
    const env = { BACKUP_TO: from.BACKUP_TO, DATA_DIR: path.join(folder, "night"), DATABASE_URL };
    const server = await serve({ ...env, LOG_LEVEL: "silent" });
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    expect(await metrics()).not.toMatch(/^longwave_backup_age_seconds \d/m);
    const doctor = await longwave(["doctor"], env);
    expect(doctor.stdout).toMatch(/^BAD {2}backup: there is none yet; run longwave backup/m);
    await ask(DATABASE_URL, "select graphile_worker.add_job('backup.run', '{}')");
    await eventually(
      async () => /^longwave_backup_age_seconds \d/m.test(await metrics()),
      JOURNEY_MS,
    );
    expect(await metrics()).toMatch(/^longwave_backup_failed 0$/m);
    expect((await longwave(["backup", "verify"], env)).stdout).toMatch(/ is whole: /);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  },
  2 * JOURNEY_MS,
);

/** An empty database on the server of the tests. */
async function makeDatabase(): Promise<pg.ClientConfig> {
  const database = `longwave_backup_${randomUUID().replaceAll("-", "")}`;
  const postgres = inject("postgres");
  await ask(urlOf(postgres), `create database ${database}`);
  onTestFinished(() => ask(urlOf(postgres), `drop database ${database} with (force)`));
  return { ...postgres, database };
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function expectShow(url: string): Promise<void> {
  const shows = await createClient(url, ada.token).get("/v2/users/ada/shows");
  expect(shows.response.items).toMatchObject([{ title: "Tides" }]);
  expect((await fetch(shows.response.items[0].image_url)).status).toBe(200);
}
