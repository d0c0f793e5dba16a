/** Validates an uploaded image, creates its sizes and stores them. */
import { readFile, stat } from "node:fs/promises";
import type { Gates } from "../../../gates.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { type Failure, invalid, overLimit } from "../../../platform/failure.ts";
import type { FileField, UploadedFile } from "../../../platform/http/route.ts";
import {
  type PictureFormat,
  type RenderedPicture,
  renderPicture,
  UnusablePicture,
} from "../../../platform/media/picture.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { keepFiles } from "../media/actions.ts";
import { chooseBox, storedCrop } from "./rules.ts";
import { insertImage } from "./store.ts";

/** The `image_file` field of every route that accepts an image. */
export const imageField: FileField = {
  maxBytes: 5_242_880,
  description: "A JPEG or PNG image, at least 400×400 pixels after `image_crop`.",
};

/**
 * Whether the form contains `image_file=remove` instead of an image. In multipart the word arrives as a file without a
 * name.
 */
export const isRemoval = async (file: UploadedFile): Promise<boolean> =>
  file.filename === "" && file.bytes === 6 && (await readFile(file.path, "latin1")) === "remove";

/**
 * A valid image with its temporary files, which are deleted after the request. The size is that of the upright image.
 */
export type Picture = RenderedPicture &
  Readonly<Record<PictureFile, string>> &
  Readonly<{ crop: string | null }>;
type PictureFile = "original" | "upright" | "square" | "cover" | "feed";

const EXTENSIONS: Record<PictureFormat, string> = { jpeg: "jpg", png: "png" };

/**
 * Validates the upload by its header, then creates the served sizes beside it. The crop applies to the square and feed
 * sizes; the upright size is the whole image. Fails on `image_file` or `image_crop`, and with 429 if too many images of
 * the sender are waiting.
 */
export async function renderImage(
  { pictures }: Pick<Gates, "pictures">,
  { path: original, sender = "" }: UploadedFile,
  crop: string | undefined,
): Promise<Picture> {
  const files = {
    upright: `${original}.upright`,
    square: `${original}.square`,
    cover: `${original}.cover`,
    feed: `${original}.feed`,
  };
  const header = await renderPicture(pictures, {
    sender,
    file: original,
    choose: (found) => chooseBox(crop, found),
    upright: files.upright,
    squares: [
      { file: files.square, side: 200 },
      { file: files.cover, side: 600 },
      { file: files.feed, side: 1400 },
    ],
  }).catch(explainUnusable);
  return { ...header, original, ...files, crop: storedCrop(crop) };
}

function explainUnusable(error: unknown): never {
  if (!(error instanceof UnusablePicture)) throw error;
  const { message, limit } = error;
  if (limit === null) throw invalid({ image_file: message });
  const fields = { image_file: message };
  throw overLimit(limit, "invalid", "invalid-parameter", `image_file: ${message}`, fields);
}

/** A sentence for the editor: `what` was not used, with the reason from the `renderImage` failure. */
export const unusedImageMessage = (what: string, { fields, message }: Failure): string =>
  `${what} was not used: ${withoutFullStop(fields?.image_file ? `it ${fields.image_file}` : message)}.`;

const withoutFullStop = (text: string): string => (text.endsWith(".") ? text.slice(0, -1) : text);

/**
 * Puts the image's files into the media store and returns its `image_id`. They count towards the quota of `user_id`, if
 * there is one. Call it in the transaction that will refer to the image, when only the quota can still make the write
 * fail.
 */
export async function storeImage(
  db: Executor,
  media: MediaStore,
  picture: Picture,
  user_id: number | null,
): Promise<number> {
  const own = EXTENSIONS[picture.format];
  const keys = await keepFiles(db, media, {
    original_key: { path: picture.original, kind: "originals", extension: own },
    upright_key: { path: picture.upright, kind: "images", extension: own },
    square_key: { path: picture.square, kind: "images", extension: EXTENSIONS.jpeg },
    cover_key: { path: picture.cover, kind: "images", extension: EXTENSIONS.jpeg },
    feed_key: { path: picture.feed, kind: "images", extension: EXTENSIONS.jpeg },
  });
  const files = [picture.original, picture.upright, picture.square, picture.cover, picture.feed];
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const { width, height, tint, crop } = picture;
  return insertImage(db, { ...keys, width, height, tint, crop, user_id, bytes });
}
