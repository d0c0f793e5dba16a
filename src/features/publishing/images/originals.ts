/** Sends an image as it was uploaded, to callers who may replace it. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { noneMatch } from "../../../platform/http/caching.ts";
import { digestOf } from "../../../platform/media/key.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import { typeOf } from "./rules.ts";
import { findImage } from "./store.ts";

/** What routes of originals say of themselves. */
export const originalImage = {
  description:
    "The uploaded file, with its metadata. `Longwave-Image-Crop` is the `image_crop` that was sent with it; it is missing if the whole image is shown, or if the image was uploaded to a version before 0.3. The `ETag` is the SHA-256 of the file.",
  contentType: "image/*",
  answers: { 200: "The file.", 304: "Your copy is up to date." },
} as const;

type Exchange = Readonly<{ request: FastifyRequest; reply: FastifyReply }>;

/** Sends the original of an image. Fails with 404 if there is none; the caller has checked the rights. */
export async function sendOriginalImage(
  { db, media }: Pick<Deps, "db" | "media">,
  image_id: number | null,
  { request, reply }: Exchange,
): Promise<unknown> {
  const image = image_id === null ? undefined : await findImage(db, image_id);
  if (image === undefined) throw notFound("picture");
  const { original_key: key, crop } = image;
  const found = await media.find(key);
  if (found === null) throw notFound("picture");
  const etag = `"${digestOf(key)}"`;
  reply.header("etag", etag).header("cache-control", "private, no-cache");
  if (crop !== null) reply.header("longwave-image-crop", crop);
  if (noneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  reply.header("content-disposition", "attachment").header("content-length", found.bytes);
  return reply.type(typeOf(key)).send(await media.read(key).catch(sweptMeanwhile));
}

function sweptMeanwhile(error: unknown): never {
  throw error instanceof MissingFile ? notFound("picture") : error;
}
