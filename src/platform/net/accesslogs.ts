/** Names the formats of access logs, and the fields of a request in them. */

export const FORMATS = ["nginx", "fastly", "json", "cloudflare", "cloudfront", "bunny"] as const;
export type FormatName = (typeof FORMATS)[number];

/** The fields of a line and the names that they have in `deploy/nginx/edge.conf`. */
export const FIELDS = [
  "time",
  "id",
  "address",
  "method",
  "target",
  "status",
  "bytes",
  "range",
  "content_range",
  "user_agent",
  "referrer",
] as const;
export type Field = (typeof FIELDS)[number];

/** The name of each field in the log, with dots for objects in objects; a field that is not named keeps its own name. */
export type FieldMap = Readonly<Partial<Record<Field, string>>>;

/** Parses `field=name,…`; null if it is anything else. */
export function parseFieldMap(text: string): FieldMap | null {
  const pairs = text.split(",").map((part) => part.split("=", 2) as [string, string | undefined]);
  const isMap = pairs.every(
    ([field, name]) => (FIELDS as readonly string[]).includes(field) && name,
  );
  return isMap ? (Object.fromEntries(pairs) as FieldMap) : null;
}
