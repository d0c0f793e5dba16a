/** Reads shows and organizations from a server, and writes them into archives. */
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import { readAdvertising } from "./advertising/exporting.ts";
import { createGuids, type Guids } from "./advertising/guids.ts";
import {
  type Contents,
  contentsOfOrganization,
  contentsOfShow,
  type ShowArchive,
} from "./contents.ts";
import { settled } from "./episodes.ts";
import { organizationShows } from "./finding.ts";
import type { EpisodeRecord } from "./format.ts";
import type { Progress } from "./importing.ts";
import { readOrganization, teamOf } from "./organizations.ts";
import { listEpisodeIds, type Paths, readEpisode, readShow } from "./server.ts";
import { writeArchive } from "./writing.ts";

export async function exportShow(
  longwave: Longwave,
  show_id: number,
  file: string,
  progress: Progress,
) {
  const paths: Paths = new Map();
  const archive = await readWholeShow(longwave, show_id, { paths, progress });
  const contents = contentsOfShow(archive);
  await write(longwave, file, contents, paths, progress);
  const { guid, fields } = archive.show;
  const { length: episodes } = archive.episodes;
  return { guid, title: String(fields.title), episodes, files: contents.files.length };
}

export async function exportOrganization(
  longwave: Longwave,
  organization_id: number,
  file: string,
  progress: Progress,
  notice: Progress,
) {
  const paths: Paths = new Map();
  const guids = createGuids(longwave);
  const organization = await readOrganization(longwave, organization_id, paths);
  const shows: ShowArchive[] = [];
  for await (const { show_id } of organizationShows(longwave, organization_id))
    shows.push(await readWholeShow(longwave, show_id, { paths, progress, guids }));
  const team_id = await teamOf(longwave, organization_id);
  const reading = { guids, paths, progress, notice };
  const advertising = await readAdvertising(longwave, team_id, reading);
  const contents = contentsOfOrganization({ organization, shows, advertising });
  await write(longwave, file, contents, paths, progress);
  const episodes = shows.reduce((sum, show) => sum + show.episodes.length, 0);
  return {
    name: String(organization.fields.name),
    shows: shows.length,
    episodes,
    lineitems: advertising.lineitems.length,
    files: contents.files.length,
  };
}

/** `guids` learn what is read. */
type Reading = Readonly<{ paths: Paths; progress: Progress; guids?: Guids }>;

async function readWholeShow(
  longwave: Longwave,
  show_id: number,
  { paths, progress, guids }: Reading,
): Promise<ShowArchive> {
  const show = await readShow(longwave, show_id, paths);
  guids?.addShow(show_id, show.guid);
  const ids = await listEpisodeIds(longwave, show_id);
  const episodes: EpisodeRecord[] = [];
  for (const [at, id] of ids.entries()) {
    progress(`Reading ${String(show.fields.title)}, episode ${at + 1} of ${ids.length}`);
    let stored = await readEpisode(longwave, id, paths);
    if (stored.encoding.isRunning) {
      progress(`Waiting until ${stored.record.fields.title} is encoded`);
      stored = await settled(longwave, id, paths);
    }
    const { record } = stored;
    guids?.addEpisode(id, { show: show.guid, episode: record.guid });
    episodes.push(record);
  }
  return { show, episodes };
}

async function write(
  longwave: Longwave,
  file: string,
  contents: Contents,
  paths: Paths,
  progress: Progress,
): Promise<void> {
  const open = async (sha256: string) => {
    const { body } = await longwave.send(paths.get(sha256) ?? "/");
    return body ?? new Blob([]).stream();
  };
  await writeArchive(file, contents, open, (done, all) =>
    progress(`Writing entry ${done} of ${all}`),
  );
}
