/** The records that the load refers to, and a user who may see all of their statistics. */
import type { OpenDeps } from "../../src/deps.ts";
import { createToken } from "../../src/features/people/users/actions.ts";
import { SIZES } from "./events.ts";

const READER = "reader";
/** Constant, because responses contain it. */
const MADE = "'2024-11-01 12:00:00+00'";

/** Assigns the ids of the load, which an empty database generates. */
const STATEMENTS = [
  `insert into users (username, fullname, email, created_at)
    select 'user_' || n, 'User ' || n, 'user_' || n || '@example.org', ${MADE} from generate_series(1, ${SIZES.users}) n`,
  `insert into users (username, fullname, email) values ('${READER}', 'Reader', '${READER}@example.org')`,
  `insert into organizations (name, created_at)
    select 'Organization ' || n, ${MADE} from generate_series(1, ${SIZES.organizations}) n`,
  `insert into organization_members (organization_id, user_id, role)
    select organization_id, user_id, 'admin' from organizations, users where username = '${READER}'`,
  `insert into organization_networks (user_id, organization_id)
    select n, n % ${SIZES.organizations} + 1 from generate_series(1, ${SIZES.users}) n`,
  `insert into teams (organization_id) select n from generate_series(1, ${SIZES.teams}) n`,
  `insert into advertisers (team_id, name, iab_categories)
    select n, 'Advertiser ' || n, 'IAB22-11' from generate_series(1, ${SIZES.teams}) n`,
  `insert into campaigns (team_id, advertiser_id, name)
    select n % ${SIZES.teams} + 1, n % ${SIZES.teams} + 1, 'Campaign ' || n
    from generate_series(1, ${SIZES.campaigns}) n`,
  `insert into lineitems (campaign_id, team_id, name, priority_id, start_date, end_date, goal_pacing, price_type, price_amount)
    select campaign_id, team_id, 'Line item ' || n, 40, '2024-11-21', '2026-11-20', 'ASAP', 'CPM', 1234567
    from generate_series(1, ${SIZES.lineitems}) n join campaigns on campaign_id = n % ${SIZES.campaigns} + 1
    order by n`,
  `insert into shows (author_id, title, permalink, language, guid, created_at)
    select n % ${SIZES.users} + 1, 'Show ' || n, 'show-' || n, 'en', md5('show' || n)::uuid, ${MADE}
    from generate_series(1, ${SIZES.shows}) n`,
  `insert into episodes (show_id, author_id, type, title, permalink, rss_guid, created_at)
    select show_id, author_id, 'RECORDED', 'Episode ' || n, 'episode-' || n, 'episode-' || n, ${MADE}
    from generate_series(1, ${SIZES.episodes}) n join shows on show_id = n % ${SIZES.shows} + 1
    order by n`,
];

/** Creates all records in an empty database. */
export async function makeRecords({ pool }: OpenDeps): Promise<void> {
  for (const statement of STATEMENTS) await pool.query(statement);
}

/** A token of the reader for statistics. */
export const readerToken = (deps: OpenDeps): Promise<string> =>
  createToken(deps, READER, { scope: "statistics" });
