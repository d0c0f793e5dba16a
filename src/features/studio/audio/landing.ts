/** Where a person without scripts goes on after saving: at the row that they changed; pure. */
import { parseMoment } from "../waveform/moments.ts";
import { isMeant, type Row } from "./rules.ts";

const contentOf = ({ kind, at, title, url, ads }: Row): string =>
  JSON.stringify([kind, parseMoment(at), title.trim(), url.trim(), kind === "break" && ads]);

/** The key that the first changed row gets once the rows are saved and sorted; null if none has changed. */
export function keyOfChanged(before: readonly Row[], after: readonly Row[]): string | null {
  const stored = new Set(before.map(contentOf));
  const kept = after.filter(isMeant);
  const changed = kept.find((row) => !stored.has(contentOf(row)));
  if (changed === undefined) return null;
  const momentOf = (row: Row) => parseMoment(row.at) ?? 0;
  const earlier = kept.filter(
    (row) => row.kind === changed.kind && momentOf(row) < momentOf(changed),
  );
  return `${changed.key.slice(0, 1)}${earlier.length}`;
}
