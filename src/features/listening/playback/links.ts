/** Decides where a caller finds a rendition: at this server, or at an edge, with a ticket. */
import { isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import type { Redirected } from "../renditions/tickets/rules.ts";
import type { Played } from "./making.ts";
import type { LinkOptions } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { renditionUrl } from "./views.ts";

type Wanted = Readonly<{
  digest: string;
  via: LinkOptions;
  /** Of this server. */
  baseUrl: string;
  who: Redirected;
}>;

/**
 * The URL of a rendition of the episode. Editors' previews stay at this server, because what is not published yet
 * should be in no cache.
 */
export async function audioUrl(
  { cdnUrl, tickets }: Pick<Playback, "cdnUrl" | "tickets">,
  episode: Played,
  { digest, via, baseUrl, who }: Wanted,
): Promise<string> {
  const named = { digest, permalink: episode.permalink };
  if (cdnUrl === null) return renditionUrl(named, via, baseUrl);
  const folder = isEpisodeOpenTo(episode, undefined) ? "r" : "signed";
  const ticket = await tickets.issue(digest, who);
  return renditionUrl(named, via, via.preview ? baseUrl : cdnUrl, { folder, ticket });
}
