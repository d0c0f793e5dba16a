/** Finds the country of an address in an mmdb file. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import { type CountryResponse, Reader } from "mmdb-lib";
import { keepingAtMost } from "../../../../platform/leastused.ts";

/** The bundled database: country of the network's registration (CC0, data of the NRO). */
const DEFAULT = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** Answers whose decoded form is cached: countries are a few hundred, but a given file may hold cities. */
const ANSWERS = 1024;

/** Two layouts exist: MaxMind's, and the flat one of ip-location-db. */
type Answer = CountryResponse & { country_code?: string };

/**
 * Opens a look-up of countries (ISO 3166-1 alpha-2) in the file at `path` or the bundled one. A given file is read at
 * once, so that a wrong one stops the start; the bundled one with the first address, since its 8 MB stay in memory.
 */
export function openCountries(path: string | null): (address: string) => string | null {
  const open = (file: string) => {
    const cache = new LRUCache<number | string, object>(keepingAtMost(ANSWERS));
    return new Reader<Answer>(readFileSync(file), { cache });
  };
  let reader = path === null ? null : open(path);
  return (address) => {
    reader ??= open(fileURLToPath(import.meta.resolve(DEFAULT)));
    const found = reader.get(address);
    const code = found?.country_code ?? found?.country?.iso_code;
    return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;
  };
}
