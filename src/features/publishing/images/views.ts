/** Builds the URLs of a record's image; pure. */
import { COVER_COLOURS, initialsOf } from "../../../platform/media/initials.ts";

type Pictured = { square_key: string | null; upright_key: string | null };

/** The 200×200 image and the upright original without metadata, or nulls. */
export const imageUrls = ({ square_key, upright_key }: Pictured, baseUrl: string) => ({
  image_url: mediaUrl(square_key, baseUrl),
  image_original_url: mediaUrl(upright_key, baseUrl),
});

/** The 1400×1400 image: `image_medium_url` of episodes, and the cover in feeds. */
export const feedImageUrl = ({ feed_key }: { feed_key: string | null }, baseUrl: string) =>
  mediaUrl(feed_key, baseUrl);

/** The sizes of a square image that a page chooses from, as of `srcset`; images of before have no middle one. */
export function imageSizes(
  {
    square_key,
    cover_key,
    feed_key,
  }: Record<"square_key" | "cover_key" | "feed_key", string | null>,
  baseUrl: string,
): string | null {
  const sizes = [
    [square_key, 200],
    [cover_key, 600],
    [feed_key, 1400],
  ] as const;
  const known = sizes.filter(([key]) => key !== null);
  return known.length < 2
    ? null
    : known.map(([key, width]) => `${mediaUrl(key, baseUrl)} ${width}w`).join(", ");
}

const mediaUrl = (key: string | null, baseUrl: string) =>
  key === null ? null : `${baseUrl}/media/${key}`;

/** URL of a record's default cover: the id gives the colour, the title the initials. */
export const defaultCoverUrl = (
  { id, title }: { id: number; title: string },
  baseUrl: string,
): string => `${baseUrl}/media/covers/${id % COVER_COLOURS}-${initialsOf(title)}.png`;
