/** Chooses the author of the shows that an import creates: a show belongs to the organization of its author. */
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import { each } from "../../../../clients/typescript/src/pages.ts";
import { UsageError } from "../../errors.ts";
import { plain } from "../output.ts";
import { type FoundShow, findShowId } from "./finding.ts";
import type { ShowRecord } from "./format.ts";

type Place = Readonly<{
  organization_id: number;
  /** The author that the caller has chosen. */
  author: number | undefined;
  /** All shows of the organization. */
  known: readonly FoundShow[];
}>;

/** The author of the shows that are missing; null if none is. Throws if one of them could not be created. */
export async function authorOf(
  longwave: Longwave,
  missing: readonly ShowRecord[],
  { organization_id, author, known }: Place,
): Promise<number | null> {
  if (missing.length === 0) return null;
  for (const { guid } of missing) {
    const show_id = await findShowId(longwave, guid);
    if (show_id !== null)
      throw new UsageError(
        `Show ${show_id} is on the server already, but its author is not in the networks of organization ${organization_id}.`,
      );
  }
  const author_id = await chooseAuthor(longwave, organization_id, author);
  const own = known.filter((show) => show.author_id === author_id);
  const taken = new Set(own.map(({ permalink }) => permalink));
  for (const { fields } of missing) {
    const permalink = String(fields.permalink);
    if (taken.has(permalink))
      throw new UsageError(
        `Two shows of user ${author_id} would have the permalink ${plain(permalink)}. Change one of them first, or choose another user with --author.`,
      );
    taken.add(permalink);
  }
  return author_id;
}

/** The user for whom shows are created: the chosen one, the caller, or the only one whose shows belong to it. */
async function chooseAuthor(
  longwave: Longwave,
  organization_id: number,
  chosen: number | undefined,
): Promise<number> {
  const ids: number[] = [];
  for await (const { user_id } of each(longwave, "listOrganizationNetworks", { organization_id }))
    ids.push(user_id);
  const wanted = chosen ?? (await longwave.getCurrentUser({})).user.user_id;
  if (ids.includes(wanted)) return wanted;
  const [only, other] = ids;
  if (only === undefined)
    throw new UsageError(
      `No shows belong to organization ${organization_id}: add a user to its networks first, with \`longwave organization add-network\` on the server.`,
    );
  if (chosen === undefined && other === undefined) return only;
  throw new UsageError(
    `Shows are created for a user of the organization's networks: add --author with one of ${ids.join(", ")}.`,
  );
}
