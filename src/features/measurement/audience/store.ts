/** SQL of audience statistics besides the engine's: records and their counters, likes, followers, exclusions. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day, DayRange, Group } from "../../../platform/statistics/calendar.ts";
import type { AudienceLevel, AudienceScope, Scope } from "../statistics/schema.ts";

/** Whether the user is a member of the organization that the author's shows belong to. */
export async function isColleague(
  db: Executor,
  user_id: number,
  author_id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from organization_networks n
    join organization_members m using (organization_id) join organizations o using (organization_id)
    where n.user_id = ${author_id} and m.user_id = ${user_id} and o.deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** The users of a scope; for an organization the present members of its networks. */
const usersOf = ({ level, id }: Scope<AudienceLevel>) =>
  level === "organization"
    ? sql`(select user_id from organization_networks where organization_id = ${id})`
    : sql`(select ${id}::bigint as user_id)`;

export type NetworkCounts = Record<
  "likes_count" | "episodes_count" | "shows_count" | "followers_count" | "users_count",
  number
>;

/** Counts of records that now belong to a user, or to an organization's users. */
export async function countNetwork(
  db: Executor,
  scope: Scope<AudienceLevel>,
): Promise<NetworkCounts> {
  const { rows } = await sql<NetworkCounts>`
    select coalesce(sum(likes), 0)::bigint as likes_count, coalesce(sum(episodes), 0)::bigint as episodes_count,
      coalesce(sum(shows), 0)::bigint as shows_count, count(*)::bigint as users_count,
      coalesce(sum(followers_count), 0)::bigint as followers_count
    from ${usersOf(scope)} as people
    join user_counts using (user_id)
    cross join lateral (
      select sum(likes_count) as likes, sum(editable_episodes_count) as episodes, count(*) as shows
      from shows join show_counts using (show_id)
      where author_id = people.user_id and deleted_at is null) owned`.execute(db);
  return rows[0] as NetworkCounts;
}

const EPISODES: Record<AudienceLevel, (id: number) => RawBuilder<unknown>> = {
  episode: (id) => sql`e.episode_id = ${id}`,
  show: (id) => sql`e.show_id = ${id}`,
  user: (id) => sql`s.author_id = ${id}`,
  organization: (id) =>
    sql`s.author_id in (select user_id from organization_networks where organization_id = ${id})`,
};
const isOf = (scope: AudienceScope): RawBuilder<unknown> =>
  scope.level === "shows"
    ? sql`e.show_id = any(${scope.ids}::bigint[])`
    : EPISODES[scope.level](scope.id);

/** Present episodes of the scope, with their shows. */
const episodesOf = (scope: AudienceScope) =>
  sql`episodes e join shows s using (show_id) join likes l using (episode_id)
    where ${isOf(scope)} and e.deleted_at is null and l.removed_at is null`;

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
const during = (column: string, { from, to }: DayRange) => sql`
  ${sql.ref(column)} >= ${from}::date::timestamp at time zone 'UTC'
  and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'UTC'`;
const bucket = (column: string, { from }: DayRange, group: Group) =>
  sql`greatest(date_trunc(${sql.lit(group)}, ${dayOf(column)})::date, ${from}::date)`;

export type Counted = { date: Day; count: number };
type Dated = Readonly<{ scope: Scope<AudienceLevel>; range: DayRange; group: Group }>;

/** Likes from that range that still exist. */
export async function listNewLikes(
  db: Executor,
  { scope, range, group }: Dated,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${bucket("l.created_at", range, group)} as date, count(*)::bigint as count
    from ${episodesOf(scope)} and ${during("l.created_at", range)} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/** Followers from that range who still follow. */
export async function listNewFollowers(
  db: Executor,
  { scope, range, group }: Dated,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${bucket("created_at", range, group)} as date, count(*)::bigint as count
    from follows where followed_id in ${usersOf(scope)} and removed_at is null
      and ${during("created_at", range)} group by 1 order by 1`.execute(db);
  return rows;
}

/** Requests to the scope's episodes that did not count, by reason, most frequent first. */
export async function listExclusions(
  db: Executor,
  scope: AudienceScope,
  { from, to }: DayRange,
): Promise<{ reason: string; requests_count: number }[]> {
  const { rows } = await sql<{ reason: string; requests_count: number }>`
    select reason, sum(requests_count)::bigint as requests_count
    from exclusions join episodes e using (episode_id) join shows s using (show_id)
    where ${isOf(scope)} and day between ${from}::date and ${to}::date
    group by reason having sum(requests_count) <> 0 order by 2 desc, 1`.execute(db);
  return rows;
}

/** Requests to all episodes that did not count, by reason, most frequent first. */
export async function listAllExclusions(
  db: Executor,
  { from, to }: Pick<DayRange, "from" | "to">,
): Promise<{ reason: string; requests_count: number }[]> {
  const { rows } = await sql<{ reason: string; requests_count: number }>`
    select reason, sum(requests_count)::bigint as requests_count
    from exclusions where day between ${from}::date and ${to}::date
    group by reason having sum(requests_count) <> 0 order by 2 desc, 1`.execute(db);
  return rows;
}

/** The records in totals lists, and their present parent. */
const LISTED = {
  user: {
    id: "user_id",
    rows: sql`(select u.user_id as id, u.fullname as name, u.deleted_at, n.organization_id as parent_id
      from users u left join organization_networks n using (user_id)) listed`,
  },
  show: {
    id: "show_id",
    rows: sql`(select show_id as id, title as name, deleted_at, author_id as parent_id from shows) listed`,
  },
  episode: {
    id: "episode_id",
    rows: sql`(select episode_id as id, title as name, deleted_at, show_id as parent_id from episodes) listed`,
  },
} as const;
export type Listed = keyof typeof LISTED;

export type Child = { id: number; name: string; is_deleted: boolean; is_transferred: boolean };

/** Records by id, including deleted ones; a record is transferred if it now belongs to another parent. */
export async function findChildren(
  db: Executor,
  what: Listed,
  parent_id: number,
  ids: readonly number[],
): Promise<Map<number, Child>> {
  const { rows } = await sql<Child>`
    select id, name, deleted_at is not null as is_deleted,
      parent_id is distinct from ${parent_id}::bigint as is_transferred
    from ${LISTED[what].rows} where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of the records that now belong to the parent, except `but`, lowest first. */
export async function listInactive(
  db: Executor,
  what: Listed,
  parent_id: number,
  but: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${LISTED[what].rows}
    where parent_id = ${parent_id} and deleted_at is null and id <> all(${but}::bigint[])
    order by id limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}
