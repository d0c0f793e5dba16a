/** Disk space for resumable uploads: reserved while a request sends bytes, and held between requests. */
import { stat } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import type { Room } from "../../../platform/storage/room.ts";
import { fileOf } from "./actions.ts";
import { findUpload, holdSpace } from "./store.ts";

type Needs = Pick<Deps, "db" | "config" | "clock">;

export type Space = Readonly<{
  /** Called when the request has ended: the space for the missing bytes of `upload_id` stays held. */
  settle(upload_id: string | undefined): Promise<void>;
}>;

/**
 * Reserves the space that `request` may write: for a new upload its whole declared length, which counts towards the
 * quota of `user_id`; for an existing one the length of its body. Throws `quota-exceeded` or `storage-full`; null for
 * requests that write nothing.
 */
export async function reserveSpace(
  deps: Needs,
  room: Room,
  request: FastifyRequest,
  user_id: number,
  upload_id: string | undefined,
): Promise<Space | null> {
  const { method, headers, raw } = request;
  if (method !== "POST" && method !== "PATCH") return null;
  const begun = raw.socket.bytesRead;
  const written = () => raw.socket.bytesRead - begun;
  const most = deps.config.maxUploadBytes;
  const declared = sizeIn(headers["upload-length"], most);
  const reservation =
    upload_id === undefined
      ? await room.reserve(user_id, declared, { written })
      : await room.reserve(null, await takeOver(deps, upload_id, headers["content-length"]), {
          written,
        });
  return {
    async settle(id) {
      try {
        if (id !== undefined) await holdRest(deps, id);
      } finally {
        reservation.release();
      }
    },
  };
}

/** A length in a header, which the library validates: an invalid or too large one counts as `most`. */
function sizeIn(text: string | string[] | undefined, most: number): number {
  const size = Number(text ?? Number.NaN);
  return size >= 0 && size <= most ? size : most;
}

/** Transfers the held space to the request, and returns how many bytes it may send. */
async function takeOver(
  { db, config, clock }: Needs,
  upload_id: string,
  length: string | undefined,
): Promise<number> {
  const rest = await missingBytes({ db, config }, upload_id);
  await holdSpace(db, upload_id, 0, clock());
  return sizeIn(length, rest);
}

async function holdRest({ db, config, clock }: Needs, upload_id: string): Promise<void> {
  await holdSpace(db, upload_id, await missingBytes({ db, config }, upload_id), clock());
}

async function missingBytes(
  { db, config }: Pick<Needs, "db" | "config">,
  upload_id: string,
): Promise<number> {
  const upload = await findUpload(db, upload_id);
  const there = await stat(fileOf(config.dataDir, upload_id)).catch(() => null);
  return Math.max(0, (upload?.bytes ?? 0) - (there?.size ?? 0));
}
