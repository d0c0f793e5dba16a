/** Finds shows of a server by their GUIDs, among those that the caller may edit. */
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import { each } from "../../../../clients/typescript/src/pages.ts";

/** A show of the server, with what must be unique. */
export type FoundShow = Readonly<{
  show_id: number;
  guid: string;
  author_id: number;
  permalink: string;
}>;

async function found(longwave: Longwave, show_id: number): Promise<FoundShow> {
  const { guid, author_id, permalink } = (await longwave.getShow({ show_id })).show;
  return { show_id, guid, author_id, permalink };
}

/** The shows of the organization's networks, public or not. */
export async function* organizationShows(
  longwave: Longwave,
  organization_id: number,
): AsyncGenerator<FoundShow> {
  const query = { organization_id, limit: 100 };
  for await (const { show_id } of each(longwave, "listOrganizationShows", query))
    yield await found(longwave, show_id);
}

/** The id of the show with this GUID; null if the caller's own account may edit none that has it. */
export async function findShowId(longwave: Longwave, guid: string): Promise<number | null> {
  const query = {
    user_id: "me",
    filter: "editable",
    access_level: ["AUTHOR", "SHOW_COLLABORATOR", "USER_COLLABORATOR"],
    guid,
    limit: 100,
  };
  // A server before 0.3 ignores the filter and lists all shows.
  for await (const { show_id } of each(longwave, "listUserShows", query as never))
    if ((await found(longwave, show_id)).guid === guid) return show_id;
  return null;
}
