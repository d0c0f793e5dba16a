/** Actors with different rights to one owner's show, account and organization. */

import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { createToken } from "../../src/features/people/users/actions.ts";
import { LINEITEM } from "../setup/advertising.ts";
import { type Client, createClient } from "../setup/client.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { makePicture } from "../setup/pictures.ts";
import { noise, storeAudio } from "../setup/recordings.ts";
import type { Person, World } from "../setup/world.ts";

/** The owner acts with each kind of token. */
export const ACTORS = [
  "nobody",
  "stranger",
  "blocked",
  "collaborator",
  "network",
  "org_admin",
  "org_editor",
  "org_analyst",
  "org_ad_manager",
  "owner",
  "owner_read",
  "owner_publish",
  "owner_statistics",
  "owner_advertising",
  "admin",
] as const;
export type Actor = (typeof ACTORS)[number];

/** Everybody who is signed in, with all scopes. */
export const PEOPLE = [
  "stranger",
  "blocked",
  "collaborator",
  "network",
  "org_admin",
  "org_editor",
  "org_analyst",
  "org_ad_manager",
  "owner",
  "admin",
] as const;

/** The records that the matrix refers to. All belong to the owner or the owner's organization. */
export type Stage = {
  world: World;
  actors: Record<Actor, Client>;
  owner: Person;
  /** A person unrelated to all records. */
  bystander: Person;
  organization_id: number;
  team_id: number;
  /** A new organization with the same members, without a team and networks. */
  newOrganization(): Promise<number>;
  /** An import started by the owner. */
  import_id: number;
  /** A new public show of the owner's, with the collaborator. */
  newShow(): Promise<number>;
  newEpisode(): Promise<{ show_id: number; episode_id: number }>;
  /** An episode whose audio is stored here. */
  newRecording(): Promise<number>;
  /** The same with the upload that it was made from. */
  newUploaded(): Promise<number>;
  /** Sends an image to the path of a record as `actor`, and returns the path. */
  withImage(path: string | Promise<string>, actor?: Actor): Promise<string>;
  /** The path of a message that the bystander wrote on a new episode. */
  newMessage(): Promise<string>;
  /** The path of a chapter of a new episode. */
  newChapter(): Promise<string>;
  /** In the organization's team. */
  newAdvertiser(): Promise<number>;
  newCampaign(): Promise<number>;
  newLineitem(): Promise<number>;
  /** The path of a creative of a new line item. */
  newCreative(): Promise<string>;
};

export async function setStage(world: World): Promise<Stage> {
  const { db } = world.deps;
  const person = () => world.person();
  const owner = await person();
  const people = {
    stranger: await person(),
    blocked: await person(),
    collaborator: await person(),
    network: await person(),
    org_admin: await person(),
    org_editor: await person(),
    org_analyst: await person(),
    org_ad_manager: await person(),
    owner,
    admin: await world.person({ admin: true }),
  };
  const bystander = await person();
  const makeOrganization = async (withTeam: boolean) => {
    const made = await createOrganization(
      world.deps,
      { name: "Stage" },
      people.org_admin.user_id,
      withTeam,
    );
    const { organization_id } = made;
    for (const role of ["editor", "analyst", "ad_manager"] as const)
      await db
        .insertInto("organization_members")
        .values({ organization_id, user_id: people[`org_${role}`].user_id, role })
        .execute();
    return made;
  };
  const { organization_id, team_id } = await makeOrganization(true);
  await db
    .insertInto("organization_networks")
    .values({ organization_id, user_id: owner.user_id })
    .execute();
  await db
    .insertInto("user_collaborators")
    .values({ network_user_id: owner.user_id, user_id: people.network.user_id })
    .execute();
  await owner.api.put(`/v2/users/me/blocks/${people.blocked.user_id}`);
  const withScope = async (scope: string) =>
    createClient(world.baseUrl, await createToken(world.deps, owner.username, { scope }));
  const newShow = async () => {
    const show_id = await makeShow(world, owner);
    await db
      .insertInto("show_collaborators")
      .values({ show_id, user_id: people.collaborator.user_id })
      .execute();
    return show_id;
  };
  const feed_url = "https://feeds.example.org/night-trains.xml";
  const { response: asked } = await owner.api.post("/v2/imports", { feed_url });
  const newEpisode = async () => {
    const show_id = await newShow();
    return { show_id, episode_id: await makeEpisode(world, show_id) };
  };
  const recorded = async () => ({
    type: "RECORDED" as const,
    media_url: null,
    media_key: `audio/${await storeAudio(world, noise(1000))}.mp3`,
  });
  const newRecording = async () => makeEpisode(world, await newShow(), await recorded());
  const newUploaded = async () => {
    const columns = await recorded();
    const original = { original_key: columns.media_key, original_bytes: 1000 };
    return makeEpisode(world, await newShow(), { ...columns, ...original });
  };
  const picture = new File([await makePicture({ width: 400, height: 400 })], "cover.jpg");
  const booker = people.org_ad_manager.api;
  const newAdvertiser = async (): Promise<number> => {
    const advertiser = { name: "Acme", iab_categories: "IAB1" };
    const { response } = await booker.post("/v2/advertisers", advertiser);
    return response.advertiser.advertiser_id;
  };
  const newCampaign = async (): Promise<number> => {
    const campaign = { name: "Matrix", advertiser_id: await newAdvertiser() };
    return (await booker.post("/v2/campaigns", campaign)).response.campaign.campaign_id;
  };
  const newLineitem = async (): Promise<number> => {
    const lineitem = { ...LINEITEM, campaign_id: await newCampaign() };
    return (await booker.post("/v2/lineitems", lineitem)).response.lineitem.lineitem_id;
  };
  const stage: Stage = {
    world,
    owner,
    bystander,
    organization_id,
    team_id: team_id ?? 0,
    newOrganization: async () => (await makeOrganization(false)).organization_id,
    import_id: asked.import.import_id,
    newShow,
    newEpisode,
    newRecording,
    newUploaded,
    async withImage(given, actor = "owner") {
      const path = await given;
      await stage.actors[actor].post(path, {}, { files: { image_file: picture } });
      return path;
    },
    async newMessage() {
      const path = `/v2/episodes/${(await newEpisode()).episode_id}/messages`;
      const { response } = await bystander.api.post(path, { text: "Lovely." });
      return `${path}/${response.message.message_id}`;
    },
    async newChapter() {
      const path = `/v2/episodes/${(await newEpisode()).episode_id}/chapters`;
      const { response } = await owner.api.post(path, { starts_at: 0, title: "Opening" });
      return `${path}/${response.chapter.chapter_id}`;
    },
    newAdvertiser,
    newCampaign,
    newLineitem,
    async newCreative() {
      const path = `/v2/lineitems/${await newLineitem()}/creatives`;
      const files = { audio_ad_file: new File(["no audio"], "ad.mp3") };
      const { response } = await booker.post(path, {}, { files });
      return `${path}/${response.creative.creative_id}`;
    },
    actors: {
      nobody: world.api,
      ...Object.fromEntries(Object.entries(people).map(([name, { api }]) => [name, api])),
      owner_read: await withScope("read"),
      owner_publish: await withScope("publish"),
      owner_statistics: await withScope("statistics"),
      owner_advertising: await withScope("advertising"),
    } as Record<Actor, Client>,
  };
  return stage;
}
