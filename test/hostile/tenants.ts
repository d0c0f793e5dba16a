/** Creates two tenants for attacks: one with private data in every place, and its attackers. */
import { makeTeam } from "../setup/advertising.ts";
import type { Client } from "../setup/client.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import type { Person, World } from "../setup/world.ts";

/** A word in all data that only its owners may read, and in no public record. */
export const MARKER = "zqxvault";

/** A word next to the marker: attackers search for it, and responses may repeat it. */
export const BAIT = "quokka";

/** A set of the victim's records: the value for each parameter name. */
export type Ids = Readonly<Record<string, number | string>>;

export type Tenants = Readonly<{
  /** The private show, the limited one, and the hidden episodes of the public one. */
  targets: Readonly<Record<string, Ids>>;
  /** An anonymous caller, a stranger with own records, and an ad manager of another team. */
  attackers: Readonly<Record<string, Client>>;
  victim: Person;
}>;

export async function makeTenants(world: World): Promise<Tenants> {
  const { db } = world.deps;
  const victim = await world.person({ username: `${MARKER}_not` });
  await db
    .updateTable("users")
    .set({ username: "ordinary", email: `${MARKER}@example.org`, contact_email: `${MARKER}@x.org` })
    .where("user_id", "=", victim.user_id)
    .execute();
  await victim.api.post("/v2/users/me", { location: "Rome", website_url: "https://example.org" });
  const secret = { title: `${BAIT} ${MARKER}`, description: `${BAIT} ${MARKER}` };
  const private_show = await makeShow(world, victim, { ...secret, visibility: "PRIVATE" as const });
  const limited = { visibility: "LIMITED" as const, limited_key: `${MARKER}key` };
  const limited_show = await makeShow(world, victim, { ...secret, ...limited });
  const public_show = await makeShow(world, victim, { title: "Open to all" });
  const open_episode = await makeEpisode(world, public_show, { title: "Open to all" });
  const draft = { type: "DRAFT" as const, published_at: null, media_url: null };
  const team = await makeTeam(world);
  await team.boss.api.post(`/v2/organizations/${team.organization_id}`, { description: MARKER });
  const advertiser = await team.advertiser({ name: `${MARKER} advertiser` });
  const { advertiser_id } = advertiser;
  const campaign = await team.campaign({ name: `${MARKER} campaign`, advertiser_id });
  const { campaign_id } = campaign;
  const { lineitem_id } = await team.lineitem({ name: `${MARKER} item`, campaign_id });
  const files = { audio_ad_file: new File(["no audio"], `${MARKER}.mp3`) };
  const creatives = `/v2/lineitems/${lineitem_id}/creatives`;
  const { response } = await team.boss.api.post(creatives, {}, { files });
  const feed_url = `https://feeds.example.org/${MARKER}.xml`;
  const asked = await victim.api.post("/v2/imports", { feed_url });
  const hooked = await victim.api.post("/v2/webhooks", { url: `https://hooks.example/${MARKER}` });
  const { webhook_id } = hooked.response.webhook;
  const tested = await victim.api.post(`/v2/webhooks/${webhook_id}/test`);
  const saved = await team.boss.api.post(
    `/v2/organizations/${team.organization_id}/saved-reports`,
    { name: `${MARKER} report`, period: "yesterday" },
  );
  const mailed = `/v2/saved-reports/${saved.response.report.report_id}`;
  const recipients = [team.boss.user_id];
  await team.boss.api.put(`${mailed}/schedule`, { frequency: "DAILY", hour: 8, recipients });
  await team.boss.api.post(`${mailed}/mails`);
  const stranger = await world.person();
  await stranger.api.post("/v2/shows", { title: "A show of theirs", language: "en" });
  const shared = {
    user_id: victim.user_id,
    collaborator_id: stranger.user_id,
    list_id: 1,
    organization_id: team.organization_id,
    team_id: team.team_id,
    advertiser_id,
    campaign_id,
    lineitem_id,
    creative_id: response.creative.creative_id,
    import_id: asked.response.import.import_id,
    webhook_id,
    report_id: saved.response.report.report_id,
    delivery_id: tested.response.delivery.delivery_id,
    tag_name: BAIT,
    category_id: 92,
    following_id: victim.user_id,
    blocked_id: victim.user_id,
    file: "a.mp3",
  };
  const target = async (show_id: number, overrides: object): Promise<Ids> => {
    const tags = [BAIT, MARKER];
    const episode_id = await makeEpisode(world, show_id, { ...secret, tags, ...overrides });
    const path = `/v2/episodes/${episode_id}`;
    const chapter = { starts_at: 0, title: `${MARKER} chapter` };
    const made = await victim.api.post(`${path}/chapters`, chapter);
    const link = { url: `https://example.org/${MARKER}.vtt`, type: "text/vtt" };
    const transcript = await victim.api.post(`${path}/transcripts`, link);
    const said = await victim.api.post(`${path}/messages`, { text: `${MARKER} message` });
    await victim.api.put(`/v2/users/me/bookmarks/${episode_id}`);
    return {
      ...shared,
      show_id,
      episode_id,
      chapter_id: made.response.chapter?.chapter_id ?? 1,
      transcript_id: transcript.response.transcript?.transcript_id ?? 1,
      message_id: said.response.message?.message_id ?? 1,
    };
  };
  const rival = await makeTeam(world);
  return {
    victim,
    attackers: {
      nobody: world.api,
      stranger: stranger.api,
      rival: (await rival.member("ad_manager")).api,
    },
    targets: {
      private: await target(private_show, {}),
      limited: await target(limited_show, {}),
      hidden: await target(public_show, { hidden: true }),
      draft: await target(public_show, draft),
      "private episode": await target(public_show, { visibility: "PRIVATE" }),
      "limited episode": await target(public_show, limited),
      open: { ...shared, show_id: public_show, episode_id: open_episode, chapter_id: 1 },
    },
  };
}
