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

const mediaUrl = (key: string | null, baseUrl: string) =>
  key === null ? null : `${baseUrl}/media/${key}`;

/** URL of a record's default cover: the id gives the colour, the title the initials. */
export const defaultCoverUrl = (
  { id, title }: { id: number; title: string },
  baseUrl: string,
): string => `${baseUrl}/media/covers/${id % COVER_COLOURS}-${initialsOf(title)}.png`;
