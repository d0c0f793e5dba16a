/** Renditions and deliveries for tests of counting, inserted directly. */
import { createHash, randomUUID } from "node:crypto";
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";
import type { StitchedAd } from "../../src/features/listening/renditions/schema.ts";
import type { World } from "./world.ts";

/** Programme of 128 kbit/s. */
export const MINUTE = 960_000;
export const HEAD_BYTES = 4_000;
export const AD_BYTES = 480_000;

export type Part =
  | Readonly<{ kind: "head"; bytes: number }>
  | Readonly<{ kind: "programme"; bytes: number }>
  | Readonly<{ kind: "ad"; bytes: number; ad: Ad }>;
export type Ad = Omit<StitchedAd, "position" | "break_at">;

const FILE = "audio/none.mp3";

/** The part as it is stored. */
function storedPart(part: Part) {
  if (part.kind === "head") return part;
  if (part.kind === "programme") return { ...part, key: FILE, start: 0 };
  return { ...part, key: FILE, start: 0, ad: { ...part.ad, position: "preroll", break_at: 0 } };
}

/** Stores a rendition of these parts for the episode; returns its digest and length. */
export async function makeRendition(
  { deps }: { deps: Pick<World["deps"], "db"> },
  episode_id: number,
  parts: readonly Part[],
  bytes_per_minute = MINUTE,
) {
  const digest = createHash("sha256").update(randomUUID()).digest();
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const programme_bytes = parts
    .filter(({ kind }) => kind === "programme")
    .reduce((sum, part) => sum + part.bytes, 0);
  await deps.db
    .insertInto("renditions")
    .values({
      digest,
      episode_id,
      bytes,
      programme_bytes,
      bytes_per_minute,
      media_key: FILE,
      head: Buffer.alloc(0),
      segments: JSON.stringify(parts.map(storedPart)),
    })
    .execute();
  return { digest: digest.toString("hex"), bytes };
}

/** Head, an ad, and four minutes of programme. */
export const stitched = (ad: Ad): Part[] => [
  { kind: "head", bytes: HEAD_BYTES },
  { kind: "ad", bytes: AD_BYTES, ad },
  { kind: "programme", bytes: 4 * MINUTE },
];

export const PLAYER = "AppleCoreMedia/1.0.0.20K71 (iPhone; U; CPU OS 16_1 like Mac OS X; en_au)";

let people = 0;

/** Returns a new person's address in a consumer network. */
export function somebody(): string {
  people += 1;
  return `81.2.${64 + ((people >> 8) & 31)}.${people & 255}`;
}

/** A complete response to a person's GET. */
export function delivery(
  of: { episode_id: number; digest: string | null; bytes: number },
  overrides: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  return {
    at: Date.now(),
    episode_id: of.episode_id,
    digest: of.digest,
    method: "GET",
    status: of.digest === null ? 302 : 200,
    purpose: "download",
    preview: false,
    range: null,
    sent: of.bytes > 0 ? [[0, of.bytes - 1]] : [],
    address: somebody(),
    user_agent: PLAYER,
    referrer: null,
    session: null,
    ...overrides,
  };
}
