/** Makes an episode with a cuepoint and a line item that runs on it, for journeys of ads. */
import { expect } from "vitest";
import type { Client } from "../setup/client.ts";
import { eventually, JOURNEY_MS, script } from "./processes.ts";

/** Where the cuepoint is, in seconds. */
export const CUE_S = 8;
const DAY_MS = 86_400_000;
export const day = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Creates ada's organization, on whose shows its line items run, in one process instead of by commands. `tree`: of another version. */
export async function addOrganization(env: Record<string, string>, tree?: string): Promise<number> {
  const text = `
    const { openDeps } = await import(root + "/src/deps.ts");
    const { loadConfig } = await import(root + "/src/config.ts");
    const { findUserId } = await import(root + "/src/features/people/users/store.ts");
    const made = await import(root + "/src/features/people/organizations/actions.ts");
    const deps = await openDeps(loadConfig());
    const user_id = await findUserId(deps.db, "ada");
    const { organization_id } = await made.createOrganization(deps, { name: "Coast Radio" }, user_id, true);
    await made.addNetwork(deps, { organization_id, user_id });
    console.log(organization_id);
    await deps.close();`;
  const { code, stdout, stderr } = await script(text, { ...env, LOG_LEVEL: "silent" }, tree).ended;
  expect([code, stderr]).toEqual([0, ""]);
  return Number(stdout);
}

/** Publishes an episode with one cuepoint, and waits for its audio. */
export async function publish(api: Client, audio: Blob) {
  const { show } = (await api.post("/v2/shows", { title: "The Tide Tables", language: "en" }))
    .response;
  const made = await api.post(
    `/v2/shows/${show.show_id}/episodes`,
    { title: "Letter 1: Fog" },
    { files: { media_file: audio } },
  );
  const episode = `/v2/episodes/${made.response.episode.episode_id}`;
  await eventually(async () => {
    const { response } = await api.get(episode);
    return response.episode.encoding_status === "READY";
  }, JOURNEY_MS);
  const cuepoints = [{ timecode: CUE_S * 1000, ads_max_count: 2 }];
  expect((await api.post(`${episode}/cuepoints`, { cuepoints })).status).toBe(200);
  return { show_id: show.show_id, episode_id: made.response.episode.episode_id };
}

/** Books a running line item, at a price that a float would not represent exactly. */
export async function book(api: Client, audio: Blob) {
  const advertiser = { name: "Acme Trains", iab_categories: "IAB20-24" };
  const { advertiser_id } = (await api.post("/v2/advertisers", advertiser)).response.advertiser;
  const { campaign } = (await api.post("/v2/campaigns", { name: "Winter", advertiser_id }))
    .response;
  const { campaign_id } = campaign;
  const booked = {
    name: "Night trains",
    campaign_id,
    priority_id: 30,
    goal_pacing: "PACED",
    start_date: day(-2),
    end_date: day(9),
    goal_impressions: 1000,
    active: true,
    price_type: "CPM",
    price_amount: "18.50001",
    target_ads_type: { type: "INCLUDE", matcher: "ONE_OF", values: ["midroll"] },
  };
  const { response, text } = await api.post("/v2/lineitems", booked, {
    files: { audio_ad_file: audio },
  });
  const lineitem_id = response.lineitem?.lineitem_id;
  expect(lineitem_id, text).toBeTypeOf("number");
  await eventually(async () => {
    const { lineitem } = (await api.get(`/v2/lineitems/${lineitem_id}`)).response;
    return lineitem.delivery_status === "DELIVERING" && lineitem.status === "RUNNING";
  }, JOURNEY_MS);
  return { campaign_id, lineitem_id };
}
