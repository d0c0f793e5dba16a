/** Where a record's picture is served; pure. */

type Pictured = { square_key: string | null; upright_key: string | null };

/** The 200×200 picture and the upright original without metadata, or nulls. */
export const imageUrls = ({ square_key, upright_key }: Pictured, baseUrl: string) => ({
  image_url: square_key === null ? null : `${baseUrl}/media/${square_key}`,
  image_original_url: upright_key === null ? null : `${baseUrl}/media/${upright_key}`,
});
