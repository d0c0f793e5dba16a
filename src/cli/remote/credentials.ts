/** The file in which `login` keeps tokens, one for each server; only its owner may read it. */
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { UsageError } from "../errors.ts";

const credential = z.object({
  access_token: z.string(),
  /** Only after a sign-in by device code: what renews the access token. */
  refresh_token: z.string().optional(),
  client_id: z.string().optional(),
  /** Milliseconds since 1970; without it, the token is renewed by hand. */
  expires_at: z.number().optional(),
});
export type Credential = z.infer<typeof credential>;

/** By the origin of the server. */
const contents = z.record(z.string(), credential);
type Contents = z.infer<typeof contents>;

/** Throws a `UsageError` if others could read the file. */
export async function readCredentials(file: string): Promise<Contents> {
  const found = await stat(file).catch(() => null);
  if (found === null) return {};
  if ((found.mode & 0o077) !== 0)
    throw new UsageError(`Others can read ${file}, which contains tokens. Run: chmod 600 ${file}`);
  try {
    return contents.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    throw new UsageError(`${file} is damaged. Delete it and sign in again.`);
  }
}

/** Replaces the credential of one server; null removes it. */
export async function keepCredential(
  file: string,
  server: string,
  given: Credential | null,
): Promise<void> {
  const { [server]: _, ...others } = await readCredentials(file);
  const all: Contents = given === null ? others : { ...others, [server]: given };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}

const LOCK_WAIT_MS = 100;
/** A lock is held for one request; an older one belongs to a process that was killed. */
const STALE_LOCK_MS = 60_000;

/** Runs `work` while no other command changes the file: a refresh token is valid once. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  while (!(await takeLock(lock))) await sleep(LOCK_WAIT_MS);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const found = await stat(lock).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_LOCK_MS)
      await rm(lock, { force: true });
    return false;
  }
}
