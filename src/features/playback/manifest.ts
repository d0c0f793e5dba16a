/** Renditions as manifests: what a rendition consists of, and the digest that names it; pure. */
import { createHash } from "node:crypto";
import { type Stretch, type Timeline, timelineOf } from "../../platform/audio/timeline.ts";
import type { MediaKey } from "../../platform/media/key.ts";
import type { Segment } from "../../platform/media/segments.ts";
import type { ChosenAd } from "../adserving/schema.ts";

/** What is to be known of an ad for as long as its rendition: `price` in 10⁻⁸, in digits. */
export type PlacedAd = Readonly<{
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  creative_id: number;
  position: string;
  /** ms of the programme. */
  break_at: number;
  price: string;
}>;

type Stored = Readonly<{ key: MediaKey; start: number; bytes: number }>;

/** A part of a rendition, as `renditions.segments` has it. The head's bytes stand in the row. */
export type Part =
  | Readonly<{ kind: "head"; bytes: number }>
  | (Readonly<{ kind: "programme" }> & Stored)
  | (Readonly<{ kind: "ad"; ad: PlacedAd }> & Stored);

export type Manifest = Readonly<{
  /** Hex. */
  digest: string;
  episode_id: number;
  media_key: MediaKey;
  head: Buffer;
  parts: readonly Part[];
  bytes: number;
  programme_bytes: number;
  /** 0: not known. */
  bytes_per_minute: number;
}>;

type Content = Pick<Manifest, "episode_id" | "media_key" | "head" | "parts" | "bytes_per_minute">;

/** The manifest of `content`; `parts` are those behind the head. */
export function manifestOf({ parts: behind, ...content }: Content): Manifest {
  const { head, episode_id } = content;
  const front: Part[] = head.length === 0 ? [] : [{ kind: "head", bytes: head.length }];
  const parts = [...front, ...behind].map(spelled);
  return {
    ...content,
    parts,
    digest: digestOfManifest(episode_id, head, parts),
    bytes: sumOf(parts, () => true),
    programme_bytes: sumOf(parts, ({ kind }) => kind === "programme"),
  };
}

const sumOf = (parts: readonly Part[], is: (part: Part) => boolean): number =>
  parts.filter(is).reduce((sum, { bytes }) => sum + bytes, 0);

/** SHA-256 of the manifest's canonical form: JSON without blanks, keys in the order of `spelled`. */
function digestOfManifest(episode_id: number, bytes: Buffer, parts: readonly Part[]): string {
  const head = createHash("sha256").update(bytes).digest("hex");
  const form = JSON.stringify({ version: 1, episode_id, head, segments: parts.map(spelled) });
  return createHash("sha256").update(form).digest("hex");
}

/** The same with its keys in one order: JSON in the database keeps none. */
function spelled(part: Part): Part {
  const { kind, bytes } = part;
  if (kind === "head") return { kind, bytes };
  const { key, start } = part;
  if (kind === "programme") return { kind, bytes, key, start };
  const { lineitem_id, campaign_id, team_id, creative_id, position, break_at, price } = part.ad;
  const ad = { lineitem_id, campaign_id, team_id, creative_id, position, break_at, price };
  return { kind, bytes, key, start, ad };
}

export const placedAd = (ad: ChosenAd, break_at: number): PlacedAd => ({
  lineitem_id: ad.lineitem_id,
  campaign_id: ad.campaign_id,
  team_id: ad.team_id,
  creative_id: ad.creative_id,
  position: ad.position,
  break_at,
  price: String(ad.price),
});

/** What is sent, in order. */
export const segmentsOf = ({ parts, head }: Pick<Manifest, "parts" | "head">): Segment[] =>
  parts.map((part) =>
    part.kind === "head" ? { data: head } : { key: part.key, start: part.start, bytes: part.bytes },
  );

/** When what is heard, by the bytes of its parts: one constant bit rate goes through all of them. */
export function timelineOfParts(parts: readonly Part[], bytes_per_minute: number): Timeline {
  const stretches = parts.flatMap(({ kind, bytes }): Stretch[] => {
    if (kind === "head") return [];
    const length = bytes_per_minute === 0 ? 0 : (bytes * 60_000) / bytes_per_minute;
    return [{ own: kind === "programme", length }];
  });
  return timelineOf(stretches);
}
