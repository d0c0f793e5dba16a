/** The records of an archive, which must belong together and refer to exactly the files that are in it. */
import { advertisingOf, isOfAdvertising } from "./advertising/records.ts";
import {
  type Contents,
  contentsOfOrganization,
  contentsOfShow,
  type OrganizationArchive,
  type ShowArchive,
} from "./contents.ts";
import {
  type Entry,
  episodeName,
  episodeShape,
  mediaName,
  ORGANIZATION,
  organizationShape,
  showName,
  showShape,
} from "./format.ts";
import { parsed, refused } from "./refusals.ts";

/** The entries of an archive, and the texts of those of JSON. */
type Read = Readonly<{ entries: readonly Entry[]; texts: ReadonlyMap<string, string> }>;

export function showArchiveOf(read: Read): ShowArchive {
  const archive = showOf("shows/", namesOfRecords(read), read.texts);
  checkFiles(read.entries, contentsOfShow(archive));
  return archive;
}

export function organizationArchiveOf(read: Read): OrganizationArchive {
  const names = namesOfRecords(read);
  if (!names.includes(ORGANIZATION)) throw refused(ORGANIZATION, "is missing");
  const organization = parsed(
    ORGANIZATION,
    read.texts.get(ORGANIZATION) ?? null,
    organizationShape,
  );
  const advertising = advertisingOf(names.filter(isOfAdvertising), read.texts);
  const ofShows = names.filter((name) => name !== ORGANIZATION && !isOfAdvertising(name));
  const groups = Map.groupBy(ofShows, (name) => name.split("/", 2).join("/"));
  const shows = [...groups].map(([folder, own]) => showOf(`${folder}/`, own, read.texts));
  const archive = { organization, shows, advertising };
  checkFiles(read.entries, contentsOfOrganization(archive));
  return archive;
}

/** The names of all entries of JSON. That names ascend is how an export writes them, so that each is there once. */
function namesOfRecords({ entries }: Read): string[] {
  const names = entries.map(({ name }) => name);
  const stray = names.find((name, at) => at > 0 && name <= (names[at - 1] ?? ""));
  if (stray !== undefined) throw refused(stray, "is not in the order of names");
  return names.filter((name) => !name.startsWith("media/"));
}

/** The show whose records have these names. */
function showOf(
  folder: string,
  names: readonly string[],
  texts: ReadonlyMap<string, string>,
): ShowArchive {
  const name = names.find((one) => one.endsWith("/show.json"));
  if (name === undefined) throw refused(folder, "has no show.json");
  const show = parsed(name, texts.get(name) ?? null, showShape);
  const episodeNames = names.filter((one) => one !== name);
  const expected = episodeNames.map((_, at) => episodeName(show.guid, at + 1));
  const stray =
    name !== showName(show.guid) ? name : episodeNames.find((one, at) => one !== expected[at]);
  if (stray !== undefined) throw refused(stray, "does not belong to the show");
  const episodes = episodeNames.map((one) => parsed(one, texts.get(one) ?? null, episodeShape));
  const guids = new Set<string>();
  for (const [at, { guid }] of episodes.entries()) {
    if (guids.has(guid)) throw refused(expected[at] ?? "", "has the guid of another episode");
    guids.add(guid);
  }
  return { show, episodes };
}

function checkFiles(entries: readonly Entry[], { files }: Contents): void {
  const stored = new Map(entries.map(({ name, bytes }) => [name, bytes]));
  const wanted = new Set<string>();
  for (const { sha256, bytes } of files) {
    const name = mediaName(sha256);
    if (stored.get(name) !== bytes) throw refused(name, "is missing, or has another size");
    wanted.add(name);
  }
  for (const { name, sha256 } of entries) {
    if (!name.startsWith("media/")) continue;
    if (name !== mediaName(sha256)) throw refused(name, "is not named by its digest");
    if (!wanted.has(name)) throw refused(name, "belongs to no record");
  }
}
