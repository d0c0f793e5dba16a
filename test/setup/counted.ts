/** A world with a request recorder and bookings, for tests of counting's results. */
import { afterAll, beforeAll } from "vitest";
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";
import { openRequestRecorder } from "../../src/features/measurement/counting/actions.ts";
import type { RequestRecorder } from "../../src/features/measurement/counting/schema.ts";
import { delivery, makeRendition, stitched } from "./counting.ts";
import { makeEpisode, makeShow } from "./factories.ts";
import { useWorld, type World } from "./world.ts";

export const NOON = Date.parse("2026-05-04T12:00:00Z");
export const HOUR = 3_600_000;

export type Audio = Readonly<{ episode_id: number; digest: string; bytes: number }>;

type State = {
  recorder: RequestRecorder;
  show_id: number;
  organization_id: number;
  campaign: { campaign_id: number; team_id: number };
};

/** Opens everything before the file's tests, and closes it after them. */
export function useCounting(env: Record<string, string> = {}) {
  const world = useWorld(env);
  const state = {} as State;
  beforeAll(async () => {
    const recorder = await openRequestRecorder(world.deps);
    const show_id = await makeShow(world, await world.person());
    Object.assign(state, { recorder, show_id, ...(await makeCampaign(world)) });
  });
  afterAll(() => state.recorder.close());
  return { world, state, ...makersOf(world, state), ...countsOf(world) };
}

async function makeCampaign({ deps }: World) {
  const insert = async (text: string, values: unknown[] = []) =>
    (await deps.pool.query(text, values)).rows[0].id;
  const organization_id = await insert(
    "insert into organizations (name) values ('House') returning organization_id as id",
  );
  const team_id = await insert(
    "insert into teams (organization_id) values ($1) returning team_id as id",
    [organization_id],
  );
  const advertiser_id = await insert(
    "insert into advertisers (team_id, name, iab_categories) values ($1, 'Tea', 'IAB8') returning advertiser_id as id",
    [team_id],
  );
  const campaign_id = await insert(
    "insert into campaigns (team_id, advertiser_id, name) values ($1, $2, 'Spring') returning campaign_id as id",
    [team_id, advertiser_id],
  );
  return { organization_id, campaign: { campaign_id, team_id } };
}

function makersOf(world: World, state: State) {
  /** An episode whose rendition begins with an ad of the line item. */
  const makeAudio = async (lineitem_id = 0, price = 2_500_000, show_id = state.show_id) => {
    const episode_id = await makeEpisode(world, show_id);
    const ad = { lineitem_id, ...state.campaign, creative_id: 1, price: String(price) };
    return { episode_id, ...(await makeRendition(world, episode_id, stitched(ad))) };
  };
  const makeLineitem = async (overrides: Record<string, unknown> = {}): Promise<number> => {
    const row = {
      ...state.campaign,
      name: "Tea",
      priority_id: 40,
      start_date: "2026-05-01",
      end_date: "2026-05-31",
      ...{
        goal_pacing: "ASAP" as const,
        price_type: "CPM" as const,
        price_amount: 2_500_000,
        active: true,
      },
      approved_at: new Date("2026-04-30"),
      ...overrides,
    };
    const { lineitem_id } = await world.deps.db
      .insertInto("lineitems")
      .values(row)
      .returning("lineitem_id")
      .executeTakeFirstOrThrow();
    return lineitem_id;
  };
  const hear = async (
    audio: Audio,
    records: Partial<DeliveryRecord>[],
    by: RequestRecorder = state.recorder,
  ) => {
    for (const record of records) by.note(delivery(audio, { at: NOON, ...record }));
    await by.drain();
  };
  /** A show of a new owner whose organization uses this download window. */
  const makeShowOf = async (download_window: string): Promise<number> => {
    const owner = await world.person();
    const show_id = await makeShow(world, owner);
    const { organization_id } = state;
    await world.deps.pool.query(
      "update organizations set download_window = $1 where organization_id = $2",
      [download_window, organization_id],
    );
    await world.deps.db
      .insertInto("organization_networks")
      .values({ user_id: owner.user_id, organization_id })
      .execute();
    return show_id;
  };
  return { makeAudio, makeLineitem, makeShowOf, hear };
}

const countsOf = (world: World) => ({
  downloadsOf: async ({ episode_id }: Audio): Promise<number> =>
    (await world.api.get(`/v2/episodes/${episode_id}`)).response.episode.downloads_count,
  /** Impressions and revenue. */
  countsOf: async (lineitem_id: number): Promise<[number, number]> => {
    const { rows } = await world.deps.pool.query(
      "select impressions_tracked, revenue from lineitem_counts where lineitem_id = $1",
      [lineitem_id],
    );
    return rows[0] ? [rows[0].impressions_tracked, rows[0].revenue] : [0, 0];
  },
});
