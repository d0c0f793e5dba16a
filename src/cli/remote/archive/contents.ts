/** The records of each kind of archive, by the names of their entries, and the files that those refer to. */
import { type Advertising, entriesOf } from "./advertising/format.ts";
import {
  type EpisodeRecord,
  episodeName,
  type FileReference,
  type Kind,
  ORGANIZATION,
  type OrganizationRecord,
  type ShowRecord,
  showName,
} from "./format.ts";

/** A show with its episodes, in the order in which they were created. */
export type ShowArchive = Readonly<{ show: ShowRecord; episodes: readonly EpisodeRecord[] }>;

/** An organization with the shows of its networks, by their GUIDs, and its advertising. */
export type OrganizationArchive = Readonly<{
  organization: OrganizationRecord;
  shows: readonly ShowArchive[];
  advertising: Advertising;
}>;

export type Contents = Readonly<{
  kind: Kind;
  records: readonly (readonly [name: string, record: object])[];
  /** Each once, by digest. */
  files: readonly FileReference[];
}>;

export const contentsOfShow = (archive: ShowArchive): Contents => ({
  kind: "show",
  records: recordsOf(archive),
  files: unique(filesOf(archive)),
});

export const contentsOfOrganization = (archive: OrganizationArchive): Contents => ({
  kind: "organization",
  records: [
    [ORGANIZATION, archive.organization],
    ...entriesOf(archive.advertising).map(({ entry, record }): [string, object] => [entry, record]),
    ...archive.shows.flatMap(recordsOf),
  ],
  files: unique([
    archive.organization.image,
    ...archive.shows.flatMap(filesOf),
    ...archive.advertising.lineitems.flatMap(({ creatives }) =>
      creatives.map(({ audio }) => audio),
    ),
  ]),
});

const recordsOf = ({ show, episodes }: ShowArchive): [string, object][] => [
  [showName(show.guid), show],
  ...episodes.map((episode, at): [string, object] => [episodeName(show.guid, at + 1), episode]),
];

/** What a record has where a file may be. */
type MaybeFile = object | null;

const filesOf = ({ show, episodes }: ShowArchive): MaybeFile[] => [
  show.image,
  ...episodes.flatMap(({ audio, image, chapters, transcripts }) => [
    audio,
    image,
    ...chapters.map((chapter) => chapter.image),
    ...transcripts.map(({ source }) => source),
  ]),
];

function unique(all: readonly MaybeFile[]): FileReference[] {
  const found = new Map<string, FileReference>();
  for (const one of all) {
    if (one === null || !("sha256" in one)) continue;
    const { sha256, bytes } = one as FileReference;
    found.set(sha256, { sha256, bytes });
  }
  return [...found.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}
