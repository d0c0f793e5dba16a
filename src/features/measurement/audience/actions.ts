/** Reads audience statistics for callers who may see them. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import type { DayRange } from "../../../platform/statistics/calendar.ts";
import { requireOrganizationRole } from "../../people/organizations/rights.ts";
import { ROLES } from "../../people/organizations/rules.ts";
import { findOrganization } from "../../people/organizations/store.ts";
import { organizationView } from "../../people/organizations/views.ts";
import { resolveUser } from "../../people/users/rights.ts";
import { findPublicUser, type UserKey } from "../../people/users/store.ts";
import { publicUserView } from "../../people/users/views.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { pageOfChildren } from "../statistics/rules.ts";
import type { AudienceLevel, AudienceRow, Scope, StatisticsDeps } from "../statistics/schema.ts";
import { requireEpisodeReader, requireShowReader, requireUserReader } from "./rights.ts";
import { type Child, countNetwork, findChildren, type Listed, listInactive } from "./store.ts";
import { playsView } from "./views.ts";

type Needs = Pick<Deps, "db">;

/** The scope that a path names, if the caller may see its statistics. */
export async function requireScope(
  { db }: Needs,
  caller: Caller,
  level: AudienceLevel,
  key: UserKey,
): Promise<Scope<AudienceLevel>> {
  const id = level === "user" ? await resolveUser(db, caller, key) : Number(key);
  if (level === "organization") await requireOrganizationRole(db, caller, id, ROLES);
  else if (level === "user") await requireUserReader(db, caller, id);
  else if (level === "show") await requireShowReader(db, caller, id);
  else await requireEpisodeReader(db, caller, id);
  return { level, id };
}

/** All-time plays and downloads, the counters of the scope, and the record itself. */
export async function readOverall(
  { db, statistics }: StatisticsDeps,
  scope: Scope<AudienceLevel>,
  baseUrl: string,
): Promise<object> {
  const [row] = await statistics.readAudience({
    facts: "audience",
    by: "nothing",
    scope,
    range: null,
  });
  const plays = playsView(row ?? { plays: 0, downloads: 0 });
  return { ...plays, ...(await READERS[scope.level]({ db }, scope, baseUrl)) };
}

type Reader = (deps: Needs, scope: Scope<AudienceLevel>, baseUrl: string) => Promise<object>;

const READERS: Record<AudienceLevel, Reader> = {
  async organization({ db }, scope, baseUrl) {
    const row = await findOrganization(db, scope.id);
    if (row === undefined) throw notFound("organization");
    return { ...(await countNetwork(db, scope)), organization: organizationView(row, baseUrl) };
  },
  async user({ db }, scope, baseUrl) {
    const row = await findPublicUser(db, scope.id);
    if (row === undefined) throw notFound("user");
    return { ...(await countNetwork(db, scope)), user: publicUserView(row, baseUrl) };
  },
  async show({ db }, { id }, baseUrl) {
    const row = await findShow(db, id);
    if (row === undefined) throw notFound("show");
    const { likes_count, listenable_episodes_count: episodes_count, title } = row;
    return { likes_count, episodes_count, title, show: showSummaryView(row, baseUrl) };
  },
  async episode({ db }, { id }, baseUrl) {
    const row = await findEpisode(db, id);
    if (row === undefined) throw notFound("episode");
    const { likes_count, chapters_count, messages_count } = row;
    return {
      likes_count,
      chapters_count,
      messages_count,
      episode: episodeSummaryView(row, baseUrl),
    };
  },
};

export type ListedRow = Child & Pick<AudienceRow, "plays" | "downloads">;

/** Children of the scope, most plays and downloads first, then the lowest id; one row more than `limit`. */
export async function listPlays(
  { db, statistics }: StatisticsDeps,
  scope: Scope<AudienceLevel>,
  what: Listed,
  range: DayRange,
  page: { limit: number; offset: number },
): Promise<ListedRow[]> {
  const rows = await statistics.readAudience({ facts: "audience", by: "child", scope, range });
  const byId = new Map(rows.map((row) => [row.child_id, row]));
  const loud = rows.map(({ child_id }) => child_id ?? 0);
  const ids = await pageOfChildren(loud, page, (rest) =>
    listInactive(db, what, scope.id, loud, rest),
  );
  const children = await findChildren(db, what, scope.id, ids);
  return ids.map((id) => {
    const { plays = 0, downloads = 0 } = byId.get(id) ?? {};
    const child = children.get(id) ?? { id, name: "", is_deleted: true, is_transferred: false };
    return { ...child, plays, downloads };
  });
}
