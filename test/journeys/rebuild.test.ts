/** Tests `longwave statistics rebuild`: every figure in the API is the same afterwards, byte for byte. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import {
  aggregateLedgers,
  closeMonths,
} from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { makeEpisodes, makeShow } from "../setup/factories.ts";
import { download, openLedgers, openMonths, writeBatch } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { fillLedger, type Ids, TODAY } from "../statistics/ledger.ts";
import { JOURNEY_MS, longwave, urlOf } from "./processes.ts";

const world = useWorld({ STATISTICS_URL: "" });
const ARCHIVED = ["2024-02-01", "2025-06-01"];
const RANGE = "from=2023-12-15&to=2026-11-20";
let ada: Person;
let organization_id: number;
let ids: Ids;

beforeAll(async () => {
  const { deps } = world;
  ada = await world.person();
  const made = await createOrganization(deps, { name: "Org" }, ada.user_id, true);
  ({ organization_id } = made);
  const shows = [await makeShow(world, ada), await makeShow(world, ada)];
  const episodes = await makeEpisodes(world, shows[0] ?? 0, [{}, {}, {}]);
  const advertiser = await ada.api.post("/v2/advertisers", { name: "A", iab_categories: "IAB1" });
  const { advertiser_id } = advertiser.response.advertiser;
  const campaign = await ada.api.post("/v2/campaigns", { name: "C", advertiser_id });
  const { campaign_id } = campaign.response.campaign;
  const lineitem = await ada.api.post("/v2/lineitems", {
    name: "L",
    campaign_id,
    priority_id: 40,
    goal_pacing: "PACED",
    price_type: "CPM",
    start_date: "2026-01-01",
    end_date: "2026-12-31",
    price_amount: "12.5",
  });
  const { lineitem_id } = lineitem.response.lineitem;
  ids = {
    teams: [made.team_id ?? 0],
    campaigns: [campaign_id],
    lineitems: [lineitem_id],
    organizations: [organization_id],
    users: [ada.user_id],
    shows,
    episodes,
  };
  await openMonths(deps.db, ARCHIVED);
  await openLedgers(deps.db);
  world.setTime(TODAY);
  await fillLedger(deps.db, ids, 200, async () => {
    await aggregateLedgers(deps);
    await closeMonths(deps);
  });
  // Enough listeners on one day to be estimated.
  const [episode_id = 0, show_id = 0] = [episodes[0], shows[0]];
  const heard = { episode_id, show_id, author_id: ada.user_id, organization_id };
  const downloads = Array.from({ length: 2_000 }, (_, listener) =>
    download("2025-06-15 12:00:00", listener, heard),
  );
  await writeBatch(deps.db, { downloads });
  await aggregateLedgers(deps);
});

/** All requests to compare. */
const questions = (): string[] => {
  const [campaign, lineitem] = [ids.campaigns[0], ids.lineitems[0]];
  const audience = [
    ...["", `/plays?${RANGE}&group=day`, `/plays.csv?${RANGE}&group=month`],
    ...[`/sources?${RANGE}&group=week`, `/devices?${RANGE}&precision=2`, `/os?${RANGE}`],
    ...[`/listeners?${RANGE}&group=day`, `/listeners?${RANGE}&group=month`],
  ];
  const scopes = [
    ...[`/v2/episodes/${ids.episodes[0]}`, `/v2/shows/${ids.shows[0]}`, "/v2/users/me"],
    `/v2/organizations/${organization_id}`,
  ];
  return [
    ...scopes.flatMap((scope) => audience.map((rest) => `${scope}/statistics${rest}`)),
    `/v2/users/me/shows/statistics/plays/totals?${RANGE}`,
    ...[`/v2/organizations/${organization_id}`, `/v2/campaigns/${campaign}`].flatMap((scope) => [
      `${scope}/campaign-statistics/impressions?${RANGE}&group=day`,
      `${scope}/campaign-statistics/impressions.csv?${RANGE}&group=month`,
    ]),
    `/v2/lineitems/${lineitem}/campaign-statistics/impressions/totals?${RANGE}`,
    `/v2/organizations/${organization_id}/campaign-report.csv?period=custom&${RANGE}&dimensions=month,show,creative`,
  ];
};

/** All responses by request. */
async function askAll(): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const question of questions()) {
    const { status, text } = await ada.api.get(question);
    expect(status, question).toBe(200);
    answers[question] = text;
  }
  return answers;
}

const command = (...words: string[]) => {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  return longwave(words, {
    DATABASE_URL: urlOf(target),
    DATA_DIR: world.deps.config.dataDir,
  });
};

const rebuild = () => command("statistics", "rebuild", "--json");

test(
  "a rebuild changes no correct figure, and repairs damaged ones",
  async () => {
    const { db } = world.deps;
    // Listeners whose plays were taken back stay in the sketches, before and after a rebuild.
    const before = await askAll();
    expect(await rebuild()).toEqual({ code: 0, stdout: '{\n  "months": 36\n}\n', stderr: "" });
    expect(await askAll()).toEqual(before);

    await sql`delete from ad_rollups where id % 2 = 0`.execute(db);
    await sql`update audience_rollups set plays = plays + 1, listeners = '', hashes = 0`.execute(
      db,
    );
    const damaged = await askAll();
    const [, dated = ""] = questions();
    expect(damaged[dated]).not.toBe(before[dated]);
    expect((await rebuild()).code).toBe(0);
    expect(await askAll()).toEqual(before);
  },
  JOURNEY_MS,
);

test(
  "months in the archive give the same figures, and so does a rebuild that reads them",
  async () => {
    const before = await askAll();
    for (const month of ARCHIVED)
      expect(await command("history", "archive", "--month", month.slice(0, 7))).toMatchObject({
        code: 0,
        stderr: "",
      });
    expect(await askAll()).toEqual(before);
    await sql`update audience_rollups set plays = plays + 1, listeners = '', hashes = 0`.execute(
      world.deps.db,
    );
    await sql`delete from ad_rollups`.execute(world.deps.db);
    expect(await rebuild()).toEqual({ code: 0, stdout: '{\n  "months": 36\n}\n', stderr: "" });
    expect(await askAll()).toEqual(before);
    const { rows } = await world.deps.pool.query(
      "select relname from pg_class where relname ~ '^(reading|restoring)_|_20(2402|2506)$'",
    );
    expect(rows, "copies are left, or partitions").toEqual([]);
  },
  JOURNEY_MS,
);
