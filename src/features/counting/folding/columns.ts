/** Columns of many rows as PostgreSQL array literals: one text each, made faster than the driver does. */

/** Numbers, hashes and words without quotes, commas or braces in them. */
export const plainColumn = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;

/** Hex digits as `bytea`. */
export const bytesColumn = (values: readonly (string | null)[]): string =>
  `{${values.map((hex) => (hex === null ? "NULL" : `"\\\\x${hex}"`)).join(",")}}`;

/** Any text. A null character, which PostgreSQL has no place for, is left out. */
export const textColumn = (values: readonly (string | null)[]): string =>
  `{${values.map(quoted).join(",")}}`;

const quoted = (value: string | null): string =>
  value === null
    ? "NULL"
    : /["\\\0]/.test(value)
      ? `"${value.replaceAll("\0", "").replace(/["\\]/g, "\\$&")}"`
      : `"${value}"`;

/** Moments in ms since 1970. Few differ, or all do: each is spelled out once. */
export function timeColumn(values: readonly number[]): string {
  const spelled = new Map<number, string>();
  return `{${values
    .map((value) => {
      const known = spelled.get(value);
      if (known !== undefined) return known;
      const text = new Date(value).toISOString();
      spelled.set(value, text);
      return text;
    })
    .join(",")}}`;
}
