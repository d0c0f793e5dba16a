/** Reads an organization as an archive has it, and makes one of a server what an archive says. */
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import { type Ids, resolveTargets } from "./advertising/guids.ts";
import { importAdvertising } from "./advertising/importing.ts";
import { type AdvertisingPlan, planAdvertising } from "./advertising/planning.ts";
import { authorOf } from "./authors.ts";
import { changedFields, organizationDifferences } from "./comparing.ts";
import { imageForm, sentFields } from "./episodes.ts";
import { type FoundShow, organizationShows } from "./finding.ts";
import {
  isSame,
  ORGANIZATION_FIELDS,
  type OrganizationRecord,
  organizationShape,
} from "./format.ts";
import {
  type Change,
  importShow,
  type Left,
  type Plan,
  type Progress,
  planShow,
} from "./importing.ts";
import type { OpenOrganization } from "./reading.ts";
import { imageAt, type Paths, picked } from "./server.ts";

const titleOf = ({ fields }: OrganizationRecord): string => String(fields.name);

export async function readOrganization(
  longwave: Longwave,
  organization_id: number,
  paths: Paths,
): Promise<OrganizationRecord> {
  const { organization } = await longwave.getOrganization({ organization_id });
  const path = `/v2/organizations/${organization_id}/original-image`;
  return organizationShape.parse({
    fields: picked(ORGANIZATION_FIELDS, organization),
    image: await imageAt(longwave, path, paths),
  });
}

/** What an import would change: of the organization itself, then of each show, then of the advertising. */
export type OrganizationPlan = Readonly<{
  organization_id: number;
  /** For whom shows are created; null if all are there. */
  author_id: number | null;
  changes: readonly Change[];
  shows: readonly (Plan & Readonly<{ guid: string }>)[];
  advertising: AdvertisingPlan;
  /** Records that are as the archive has them, those of shows and advertising too. */
  unchanged: number;
}>;

/** What the caller has chosen: for whom shows are created, and whether line items are started. */
export type Choices = Readonly<{ author: number | undefined; activate: boolean }>;

/** Compares the archive with the organization. Throws if an import could not end, before anything is sent. */
export async function planOrganization(
  longwave: Longwave,
  { organization, shows, advertising }: OpenOrganization,
  organization_id: number,
  { author, activate }: Choices,
): Promise<OrganizationPlan> {
  const stored = await readOrganization(longwave, organization_id, new Map());
  const parts = organizationDifferences(organization, stored);
  const known = new Map<string, FoundShow>();
  for await (const show of organizationShows(longwave, organization_id)) known.set(show.guid, show);
  const ids = await targetsOf(longwave, { shows, advertising }, known.values());
  const team_id = await teamOf(longwave, organization_id);
  const ads = await planAdvertising(longwave, advertising, team_id, { ids, activate });
  const missing = shows.flatMap(({ show }) => (known.has(show.guid) ? [] : [show]));
  const author_id = await authorOf(longwave, missing, {
    organization_id,
    author,
    known: [...known.values()],
  });
  const title = titleOf(organization);
  const own = { record: "organization", guid: null, title, action: "update", parts } as const;
  const plans: OrganizationPlan["shows"][number][] = [];
  for (const archive of shows) {
    const { guid } = archive.show;
    const show_id = known.get(guid)?.show_id ?? null;
    plans.push({ guid, ...(await planShow(longwave, archive, show_id)) });
  }
  const changes = parts.length > 0 ? [own] : [];
  const unchanged = plans.reduce(
    (sum, plan) => sum + plan.unchanged,
    1 - changes.length + ads.unchanged,
  );
  return { organization_id, author_id, changes, shows: plans, advertising: ads, unchanged };
}

type Targeted = Pick<OpenOrganization, "shows" | "advertising">;

/** Where line items are targeted at. */
const targetsOf = (
  longwave: Longwave,
  { shows, advertising }: Targeted,
  known: Iterable<FoundShow>,
): Promise<Ids> =>
  resolveTargets(
    longwave,
    advertising.lineitems,
    shows,
    new Map([...known].map(({ guid, show_id }) => [guid, show_id])),
  );

/** The team that books for the organization; null if it has none. */
export const teamOf = async (longwave: Longwave, organization_id: number): Promise<number | null> =>
  (await longwave.getOrganization({ organization_id })).organization.team_id;

/** Makes the organization, its shows and its advertising what the archive says. Returns what could not be made the same. */
export async function importOrganization(
  longwave: Longwave,
  archive: OpenOrganization,
  plan: OrganizationPlan,
  activate: boolean,
  progress: Progress,
): Promise<{ show_ids: number[]; left: Left[] }> {
  const { organization_id, author_id } = plan;
  await changeOrganization(longwave, organization_id, archive);
  const author = author_id === null ? {} : { author_id };
  const show_ids: number[] = [];
  const left: Left[] = [];
  for (const [at, { show, episodes }] of archive.shows.entries()) {
    const target = { show_id: plan.shows[at]?.show_id ?? null, ...author };
    const whole = { show, episodes, media: archive.media };
    const done = await importShow(longwave, whole, target, (text) =>
      progress(`${String(show.fields.title)}: ${text}`),
    );
    show_ids.push(done.show_id);
    left.push(...done.left);
  }
  left.push(...(await bookOrganization(longwave, archive, organization_id, activate, progress)));
  const stored = await readOrganization(longwave, organization_id, new Map());
  const parts = organizationDifferences(archive.organization, stored);
  const title = titleOf(archive.organization);
  if (parts.length > 0) left.unshift({ guid: null, title, parts });
  return { show_ids, left };
}

/** Imports the advertising, when all shows and episodes have ids. */
async function bookOrganization(
  longwave: Longwave,
  archive: OpenOrganization,
  organization_id: number,
  activate: boolean,
  progress: Progress,
): Promise<Left[]> {
  const isTargeted = archive.advertising.lineitems.some(
    (one) => one.target_shows !== null || one.target_episodes !== null,
  );
  const known: FoundShow[] = [];
  if (isTargeted)
    for await (const show of organizationShows(longwave, organization_id)) known.push(show);
  const ids = await targetsOf(longwave, archive, known);
  const team_id = await teamOf(longwave, organization_id);
  return importAdvertising(longwave, { ...archive, team_id }, { ids, activate }, progress);
}

async function changeOrganization(
  longwave: Longwave,
  organization_id: number,
  { organization: wanted, media }: OpenOrganization,
): Promise<void> {
  const stored = await readOrganization(longwave, organization_id, new Map());
  const fields = changedFields(wanted.fields, stored.fields);
  if (Object.keys(fields).length > 0)
    await longwave.updateOrganization({ organization_id, ...sentFields(fields) } as never);
  if (wanted.image !== null && !isSame(wanted.image, stored.image)) {
    const form = imageForm(wanted.image, media);
    await longwave.updateOrganization({ organization_id, ...form } as never);
  }
}
