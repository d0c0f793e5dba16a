/** Words that stand in private records of another tenant and nowhere else: whoever reads one was told too much. */
import type { Random } from "../random.ts";

export type Markers = {
  /** A new marker for the record or field that `where` names; 13 letters and digits. */
  mark(where: string): string;
  /** Watches for a secret of the other tenant's that the server made, such as a token. */
  watch(where: string, secret: string): void;
  /** What of it `text` holds. */
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
