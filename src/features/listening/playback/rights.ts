/** Checks who may listen to an episode, who may download it (contract §9), and who may fetch a rendition. */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { denial, requireFound, requireRight } from "../../../platform/rights.ts";
import { isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import { editorRole } from "../../publishing/shows/rights.ts";
import type { Folder, Purpose } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { findPlayable, type Playable } from "./store.ts";

const DISABLED = denial(
  "episode",
  "download-disabled",
  "Downloads are disabled for this episode; it can only be played.",
);

/**
 * The episode, and whether the caller is an editor, who may listen before everyone else may. Fails with 404 if the
 * caller may not see the episode, and with 403 if this purpose is not allowed.
 */
export async function requirePlayable(
  db: Executor,
  caller: Caller | null,
  episode_id: number,
  { purpose, key }: Readonly<{ purpose: Purpose; key: string | undefined }>,
): Promise<Readonly<{ episode: Playable; editor: boolean }>> {
  const episode = requireFound(await findPlayable(db, episode_id), DISABLED);
  const editor = (await editorRole(db, caller, episode)) !== null;
  requireRight(editor || isEpisodeOpenTo(episode, key), DISABLED, { sees: false });
  // Applies to editors as well, so that they experience what their listeners do.
  requireRight(purpose !== "download" || episode.download_enabled, DISABLED);
  return { episode, editor };
}

const EXPIRED = denial(
  "audio",
  "address-expired",
  "This address of the audio has expired, or was made for other audio. Request the episode's own address again.",
);

/** The address of a rendition. `digest`: in hex. */
type Addressed = Readonly<{ folder: Folder; digest: string; ticket: string | undefined }>;

/** Fails with 403 if the address needs a ticket and has none that is valid. */
export async function requireTicket(
  { tickets }: Pick<Playback, "tickets">,
  { folder, digest, ticket }: Addressed,
): Promise<void> {
  if (folder === "r") return;
  requireRight(ticket !== undefined && (await tickets.isValid(digest, ticket)), EXPIRED);
}

/**
 * Fails with 404, or 403 with a ticket, if a rendition of this episode may not be at such an address: behind an edge, which keeps what it gets
 * for everyone, only what everyone may hear is at addresses that need no ticket, and nothing of deleted episodes.
 */
export async function requireSharable(
  { db, cdnUrl }: Pick<Playback, "db" | "cdnUrl">,
  { folder }: Pick<Addressed, "folder">,
  episode_id: number,
): Promise<void> {
  if (cdnUrl === null && folder === "r") return;
  const episode = await findPlayable(db, episode_id);
  // Whoever has a valid ticket knows of the audio; and nginx expects 403 (docs/guides/edges.md).
  requireRight(episode !== undefined, EXPIRED, { sees: folder === "signed" });
  requireRight(folder === "signed" || isEpisodeOpenTo(episode, undefined), EXPIRED, {
    sees: false,
  });
}
