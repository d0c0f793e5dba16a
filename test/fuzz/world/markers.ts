/** Unique words in the private records of the other tenant; a response that contains one is a leak. */
import type { Random } from "../random.ts";

export type Markers = {
  /** A new marker for the record or field `where`; 13 letters and digits. */
  mark(where: string): string;
  /** Watches for a secret that the server made for the other tenant, such as a token. */
  watch(where: string, secret: string): void;
  /** The markers and secrets in `text`. */
  foundIn(text: string): string[];
};

const MARKER = /zqx[0-9a-z]{10}/gi;

export function createMarkers(random: Random): Markers {
  const places = new Map<string, string>();
  const secrets = new Map<string, string>();
  return {
    mark(where) {
      const marker = `zqx${random.word(10)}`;
      places.set(marker, where);
      return marker;
    },
    watch: (where, secret) => void secrets.set(secret, where),
    foundIn(text) {
      const marked = [...new Set(text.match(MARKER) ?? [])].flatMap(
        (marker) => places.get(marker.toLowerCase()) ?? [],
      );
      const leaked = [...secrets].filter(([secret]) => text.includes(secret));
      return [...marked, ...leaked.map(([, where]) => where)];
    },
  };
}
