/** Parses the setting `PLANS`: plans and their storage quotas. */

/** Plan → bytes of storage; null is unlimited. The plan `basic` always exists. */
export type Plans = ReadonlyMap<string, number | null>;

/** The plan of new users, whose limit also applies to plans that are not listed. */
export const DEFAULT_PLAN = "basic";

/** Default value of `PLANS`. */
export const DEFAULT_PLANS = "basic=20GB,unlimited=unlimited";

const UNITS: Readonly<Record<string, number>> = { "": 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };
const ENTRY = /^([^=,]{1,60})=(?:(unlimited)|(\d{1,12})(KB|MB|GB|TB)?)$/;

/** Parses `name=size,…` with sizes such as `500MB`, `20GB` or `unlimited`; null if it is malformed. */
export function parsePlans(text: string): Plans | null {
  const plans = new Map<string, number | null>();
  for (const part of text.split(",")) {
    const [matched, name = "", unlimited, digits, unit = ""] = ENTRY.exec(part.trim()) ?? [];
    if (matched === undefined || plans.has(name)) return null;
    const bytes = unlimited === undefined ? Number(digits) * (UNITS[unit] ?? 1) : null;
    if (bytes !== null && !Number.isSafeInteger(bytes)) return null;
    plans.set(name, bytes);
  }
  return plans.has(DEFAULT_PLAN) ? plans : null;
}
