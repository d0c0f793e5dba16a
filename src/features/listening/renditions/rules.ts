/** Makes manifests of renditions, and reads files, segments and times from them; pure. */
import { createHash } from "node:crypto";
import { type Stretch, type Timeline, timelineOf } from "../../../platform/audio/timeline.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { Segment } from "../../../platform/media/segments.ts";
import type { Manifest, Part, Picture } from "./schema.ts";

type Content = Pick<Manifest, "episode_id" | "media_key" | "head" | "parts" | "bytes_per_minute"> &
  /** `at`: the number of bytes of the head before the cover. */
  Readonly<{ picture?: (Picture & Readonly<{ at: number }>) | null }>;

/** The manifest of `content`; `parts` are those after the head. */
export function manifestOf({ parts: behind, picture = null, ...content }: Content): Manifest {
  const { head, episode_id } = content;
  const parts = [...headParts(head.length, picture), ...behind].map(spelled);
  return {
    ...content,
    parts,
    digest: digestOfManifest(episode_id, head, parts),
    bytes: sumOf(parts, () => true),
    programme_bytes: sumOf(parts, ({ kind }) => kind === "programme"),
  };
}

function headParts(length: number, picture: NonNullable<Content["picture"]> | null): Part[] {
  if (length === 0) return [];
  if (picture === null) return [{ kind: "head", bytes: length }];
  const { key, bytes, at } = picture;
  return [
    { kind: "head", bytes: at },
    { kind: "head", bytes, key, start: 0 },
    { kind: "head", bytes: length - at },
  ];
}

const sumOf = (parts: readonly Part[], is: (part: Part) => boolean): number =>
  parts.filter(is).reduce((sum, { bytes }) => sum + bytes, 0);

/** SHA-256 of the manifest's canonical form: JSON without white space, keys in the order of `spelled`. */
function digestOfManifest(episode_id: number, bytes: Buffer, parts: readonly Part[]): string {
  const head = createHash("sha256").update(bytes).digest("hex");
  const form = JSON.stringify({ version: 1, episode_id, head, segments: parts.map(spelled) });
  return createHash("sha256").update(form).digest("hex");
}

/** The part with its keys in a fixed order, which JSON in the database does not preserve. */
function spelled(part: Part): Part {
  const { bytes, key, start = 0 } = part;
  if (key === undefined) return { kind: "head", bytes };
  if (part.kind !== "ad") return { kind: part.kind, bytes, key, start };
  const { lineitem_id, campaign_id, team_id, creative_id, position, break_at, price } = part.ad;
  const ad = { lineitem_id, campaign_id, team_id, creative_id, position, break_at, price };
  return { kind: "ad", bytes, key, start, ad };
}

/** The segments to send, in order. */
export function segmentsOf({ parts, head }: Pick<Manifest, "parts" | "head">): Segment[] {
  let at = 0;
  return parts.map(({ key, start = 0, bytes }) => {
    if (key !== undefined) return { key, start, bytes };
    at += bytes;
    return { data: head.subarray(at - bytes, at) };
  });
}

/** The files that a rendition uses, except its audio, whose key is stored in its row. */
export const filesOf = (parts: readonly Part[]): ReadonlySet<MediaKey> =>
  new Set(
    parts.flatMap(({ kind, key }) => (kind === "programme" || key === undefined ? [] : [key])),
  );

/** The timeline of the parts, computed from their bytes: all parts have the same constant bit rate. */
export function timelineOfParts(parts: readonly Part[], bytes_per_minute: number): Timeline {
  const stretches = parts.flatMap(({ kind, bytes }): Stretch[] => {
    if (kind === "head") return [];
    const length = bytes_per_minute === 0 ? 0 : (bytes * 60_000) / bytes_per_minute;
    return [{ own: kind === "programme", length }];
  });
  return timelineOf(stretches);
}
